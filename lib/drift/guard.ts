// Compares the corpus with a revision. There is no blind window: every file is looked at every time. A signature stands
// in for a hash only where it cannot lie (DESIGN §8); the guard reports, it neither rebuilds nor answers.

import type { CorpusScan, ScannedFile } from "../corpus/scan.ts";
import { earliestLaterStamp } from "../corpus/stamps.ts";
import type { GraphReader } from "../store/graph_reader.ts";
import { type SignatureRow, UNREAD_SHA256 } from "../store/graph_writer.ts";

export interface CorpusChange {
  changed: string[];
  added: string[];
  deleted: string[];
  /** How many files had to be hashed to know. */
  hashed: number;
}

/** Indexed files by path, loaded once per revision and kept by a long-lived server. */
export type SignatureTable = ReadonlyMap<string, SignatureRow>;

export function loadSignatures(graph: GraphReader): SignatureTable {
  return new Map(graph.signatures().map((row) => [row.path, row]));
}

/** `hash` gives the SHA-256 of a file now, hexadecimal, or null when it cannot be read any more. */
export function compareCorpus(
  scan: CorpusScan,
  indexed: SignatureTable,
  hash: (file: ScannedFile) => string | null,
  force: boolean,
): CorpusChange {
  const change: CorpusChange = { changed: [], added: [], deleted: [], hashed: 0 };
  let known = 0;
  for (const file of scan.files) {
    const row = indexed.get(file.path);
    if (row === undefined) {
      change.added.push(file.path);
      continue;
    }
    known++;
    if (!force && sameSignature(file, row)) continue;
    if (file.size !== row.size) {
      change.changed.push(file.path);
      continue;
    }
    change.hashed++;
    const now = hash(file);
    if (now === null && row.sha256 !== UNREAD_SHA256) change.deleted.push(file.path);
    else if (now !== null && now !== row.sha256) change.changed.push(file.path);
  }
  if (known < indexed.size) {
    const present = new Set(scan.files.map((f) => f.path));
    for (const path of indexed.keys()) if (!present.has(path)) change.deleted.push(path);
  }
  return change;
}

/**
 * True only when equal signatures prove equal content. Every change of a file sets its change time to the clock, so a
 * change after the read is seen unless it could carry the very stamp that was read: when the stamp is as late as the
 * read, in the grain in which this platform reports it (whole seconds on some).
 */
function sameSignature(file: ScannedFile, row: SignatureRow): boolean {
  if (file.size !== row.size || file.mtimeMs !== row.mtimeMs || file.ino !== row.ino) return false;
  // Without a change time an edit can put its modification time back.
  if (file.ctimeMs === null || row.ctimeMs === null || file.ctimeMs !== row.ctimeMs) return false;
  return row.ctimeMs < earliestLaterStamp(row.ctimeMs, row.readMs);
}
