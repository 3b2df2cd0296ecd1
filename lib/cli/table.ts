// Aligned columns. The last column is never padded and no cell is ever cut.

import { displayWidth, padTo } from "./width.ts";

/** Rows of cells as lines, two spaces between columns unless another gap is given. */
export function alignRows(rows: readonly (readonly string[])[], gap = "  "): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) =>
    row.map((cell, i) => i === row.length - 1 ? cell : padTo(cell, widths[i]!)).join(gap).trimEnd()
  );
}

/** Display width of the widest line that alignRows would make. */
export function alignedWidth(rows: readonly (readonly string[])[]): number {
  const widths = columnWidths(rows);
  return widths.reduce((sum, width) => sum + width, 0) + 2 * Math.max(0, widths.length - 1);
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => widths[i] = Math.max(widths[i] ?? 0, displayWidth(cell)));
  }
  return widths;
}
