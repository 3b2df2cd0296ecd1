// Source text for people: each line behind its number, as in the file. Control characters are made visible, nothing is
// wrapped or cut.

import { isRecord, type Record_ } from "./cells.ts";
import { printable } from "./width.ts";

/** Lines of a text from a line number on; the final line feed does not begin another line. */
export function numberedText(text: string, first: number): string[] {
  const lines = printable(text).replace(/\n$/, "").split("\n");
  const width = String(first + lines.length - 1).length;
  return lines.map((line, i) => `${String(first + i).padStart(width)}  ${line}`.trimEnd());
}

/** The line at which the text of a record starts: `start_line`, `line`, the beginning of `lines`, else 1. */
export function firstLine(record: Record_): number {
  for (const field of ["start_line", "line", "first_line"]) {
    if (typeof record[field] === "number") return record[field];
  }
  const { lines } = record;
  if (typeof lines === "string") return Number(/^\d+/.exec(lines)?.[0] ?? 1);
  if (Array.isArray(lines) && typeof lines[0] === "number") return lines[0];
  return 1;
}

/** A list of `{line, text}`, with or without marks such as `changed: true`. */
export function isLineList(value: unknown): value is (Record_ & { line: number; text: string })[] {
  return Array.isArray(value) && value.length > 0 &&
    value.every((row) =>
      isRecord(row) && typeof row.line === "number" && typeof row.text === "string" &&
      row.path === undefined &&
      Object.keys(row).length <= 3
    );
}

/** A line list as text; a mark is shown between number and line. */
export function numberedLines(rows: readonly (Record_ & { line: number; text: string })[]): string[] {
  const width = String(rows.at(-1)?.line ?? 0).length;
  const marks = rows.map((row) => {
    const mark = Object.entries(row).find(([key]) => key !== "line" && key !== "text");
    if (!mark || mark[1] === false || mark[1] === null) return "";
    return mark[1] === true ? mark[0] : String(mark[1]);
  });
  const markWidth = Math.max(0, ...marks.map((m) => m.length));
  return rows.map((row, i) => {
    const mark = markWidth > 0 ? `${marks[i]!.padEnd(markWidth)}  ` : "";
    return `${String(row.line).padStart(width)}  ${mark}${printable(row.text).replace(/\n$/, "")}`.trimEnd();
  });
}
