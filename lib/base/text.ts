// Text with lines. Lines end at \n, \r\n or a lone \r; numbers are 1-based everywhere in ragraf.

/** Offsets of the first character of each line of a text. Built once, asked often. */
export class LineIndex {
  readonly starts: readonly number[];

  constructor(readonly text: string) {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10) starts.push(i + 1);
      else if (c === 13 && text.charCodeAt(i + 1) !== 10) starts.push(i + 1);
    }
    // A final line terminator ends the last line, it does not begin another one.
    if (starts.length > 1 && starts[starts.length - 1] === text.length) starts.pop();
    this.starts = starts;
  }

  /** Number of lines; 0 for an empty text. */
  get count(): number {
    return this.text.length === 0 ? 0 : this.starts.length;
  }

  /** 1-based line that holds the character at a UTF-16 offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Text of the lines from `first` to `last` (1-based, inclusive, clamped), line terminators kept. */
  slice(first: number, last: number): string {
    const from = this.starts[Math.max(first, 1) - 1];
    if (from === undefined) return "";
    const to = this.starts[Math.min(last, this.starts.length)] ?? this.text.length;
    return this.text.slice(from, to);
  }
}

/** A relative path without `.`, `..` and doubled slashes; what leads out of the root is cut at it. */
export function normalisePath(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") out.pop();
    else out.push(part);
  }
  return out.join("/");
}
