// The text of one PHP file with what the scan knows about it, and the questions that declarations ask of it. It reads
// the original text only: the rewritten one is for the parser.

import type { SourceText } from "../mod.ts";
import type { PhpScan } from "./scan.ts";

export class PhpText {
  readonly text: string;
  readonly path: string;

  constructor(private readonly source: SourceText, readonly scan: PhpScan) {
    this.text = source.text;
    this.path = source.path;
  }

  line(offset: number): number {
    return this.source.lines.lineAt(offset);
  }

  get lineCount(): number {
    return Math.max(1, this.source.lines.count);
  }

  slice(start: number, end: number): string {
    return this.text.slice(start, end);
  }

  /** Index in `scan.comments` of the first comment that ends after an offset. */
  private commentAfter(offset: number): number {
    const { comments } = this.scan;
    let low = 0;
    let high = comments.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comments[middle * 2 + 1]! > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * First and last line of the documentation block that belongs to what starts at `offset`: the last one before it,
   * with nothing but white space and other comments between.
   */
  docBefore(offset: number): [number, number] | undefined {
    const { comments } = this.scan;
    let edge = offset;
    for (let i = this.commentAfter(offset) - 1; i >= 0; i--) {
      const start = comments[i * 2]!;
      const end = comments[i * 2 + 1]!;
      if (!isBlank(this.text, end, edge)) return undefined;
      if (this.isDoc(start, end)) return [this.line(start), this.line(end - 1)];
      edge = start;
    }
    return undefined;
  }

  /** The same, inside the range between attributes and the declaration's own words. */
  docWithin(from: number, to: number): [number, number] | undefined {
    const { comments } = this.scan;
    for (let i = this.commentAfter(to) - 1; i >= 0 && comments[i * 2]! >= from; i--) {
      const start = comments[i * 2]!;
      const end = comments[i * 2 + 1]!;
      if (this.isDoc(start, end)) return [this.line(start), this.line(end - 1)];
    }
    return undefined;
  }

  /** Text of the documentation block that begins on a line, before an offset. */
  docText(line: number, before: number): string | null {
    const start = this.text.indexOf("/**", this.source.lines.starts[line - 1] ?? 0);
    if (start < 0 || start > before + 20_000) return null;
    const end = this.text.indexOf("*/", start + 3);
    return end < 0 ? null : this.text.slice(start, end + 2);
  }

  private isDoc(start: number, end: number): boolean {
    const { text } = this;
    return end - start >= 5 && text.charCodeAt(start + 1) === 42 && text.charCodeAt(start + 2) === 42 &&
      text.charCodeAt(start + 3) <= 32;
  }

  /** First offset from `from` that is neither white space nor comment. */
  skipBlank(from: number): number {
    const { comments } = this.scan;
    let at = from;
    let i = this.commentAfter(from);
    for (;;) {
      while (at < this.text.length && this.text.charCodeAt(at) <= 32) at++;
      if (comments[i * 2] !== at) return at;
      at = comments[i * 2 + 1]!;
      i++;
    }
  }

  /**
   * Source text between two offsets without the comments and without the ranges in `cuts`, white space folded to one
   * space outside of strings, trimmed. Nothing else is left out.
   */
  fold(start: number, end: number, cuts: readonly number[] = []): string {
    const { comments } = this.scan;
    const holes: [number, number][] = [];
    for (let i = 0; i < cuts.length; i += 2) holes.push([cuts[i]!, cuts[i + 1]!]);
    for (let i = this.commentAfter(start); i * 2 < comments.length && comments[i * 2]! < end; i++) {
      holes.push([comments[i * 2]!, comments[i * 2 + 1]!]);
    }
    holes.sort((a, b) => a[0] - b[0]);
    let out = "";
    let at = start;
    for (const [from, to] of holes) {
      if (from < at || from >= end) continue;
      out += this.text.slice(at, from) + " ";
      at = to;
    }
    out += this.text.slice(at, end);
    return foldSpace(out).trim();
  }
}

const STRING_OR_SPACE =
  /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|<<<[ \t]*(["']?)([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)\1[\r\n][^]*?(?<=[\r\n][ \t]*)\2(?![\w\x80-\uffff])|\s+/g;

/** Folds white space outside of strings. Comments must be gone already. */
function foldSpace(text: string): string {
  if (!/[\t\n\r\f\v]| {2}/.test(text)) return text;
  return text.replace(STRING_OR_SPACE, (found) => found.charCodeAt(0) <= 32 ? " " : found);
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) > 32) return false;
  return true;
}
