// Text of a file as indexed, by lines. It comes out of the revision, not from the disk, so that it belongs to the line
// numbers of the same answer.

import type { LexvecReader } from "../store/lexvec_reader.ts";

export interface StoredText {
  start_line: number;
  end_line: number;
  text: string;
}

/** Lines `first` to `last` of a file as indexed, clamped to what is there; null when nothing is. */
export function storedLines(
  lexvec: LexvecReader,
  file: number,
  first: number,
  last: number,
): StoredText | null {
  const stored = lexvec.lines(file, first, last);
  if (stored === null) return null;
  const lines = stored.text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const from = Math.max(first, stored.start_line);
  const picked = lines.slice(from - stored.start_line, last - stored.start_line + 1);
  if (picked.length === 0) return null;
  return { start_line: from, end_line: from + picked.length - 1, text: picked.join("") };
}
