// Any answer for people: lists of objects as aligned tables, nested objects as `key: value`, source text with line
// numbers, and what the answer does not cover at the end. It knows no operation by name and computes nothing.

import type { Envelope } from "../facts/envelope.ts";
import {
  addressFields,
  addressOf,
  fieldOrder,
  inline,
  isBounded,
  isHit,
  isRecord,
  isRecordList,
  isShape,
  type Record_,
  toldReason,
} from "./cells.ts";
import { notes } from "./notes.ts";
import { firstLine, isLineList, numberedLines, numberedText } from "./numbered.ts";
import { alignedWidth, alignRows } from "./table.ts";
import { displayWidth, printable } from "./width.ts";

/** Where the text goes: terminal columns (null: a file or a pipe) and whether colours may be used. */
export interface View {
  columns: number | null;
  colour: boolean;
}

/** The whole answer, ending in a line feed. */
export function renderEnvelope(envelope: Envelope, view: View): string {
  const body = envelope.found ? [] : ["not found"];
  const result = envelope.found ? withoutOwnFolder(envelope.result) : withoutEmptyLists(envelope.result);
  if (result !== null && result !== undefined) body.push(...renderValue(result, view));
  const end = notes(envelope).map((line) => dim(line, view));
  return [...body, ...(body.length > 0 && end.length > 0 ? [""] : []), ...end, ""].join("\n");
}

/** Lists of what was left out, without ragraf's own folder; the JSON form has it. */
function withoutOwnFolder(result: unknown): unknown {
  if (!isRecord(result)) return result;
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => [
      key,
      isRecordList(value) ? value.filter((row) => toldReason(row.reason)) : value,
    ]),
  );
}

/** What is left to say when nothing was found: reasons and suggestions, not empty lists. */
function withoutEmptyLists(result: unknown): unknown {
  if (!isRecord(result)) return result;
  const said = Object.entries(result).filter(([key, value]) =>
    !(Array.isArray(value) && value.length === 0) && !(key === "total" && value === 0) &&
    !(key === "truncated" && value === false)
  );
  return said.length === 0 ? null : Object.fromEntries(said);
}

/** Any value as lines. */
export function renderValue(value: unknown, view: View): string[] {
  if (isLineList(value)) return numberedLines(value);
  if (isRecordList(value)) return renderList(value, view);
  if (isRecord(value)) return renderRecord(value, view, new Set());
  const text = inline(value);
  return text === undefined ? printable(String(value)).split("\n") : [text];
}

/** A longer value gets a line of its own. Columns. */
const LONG = 100;
/** Fields that hold lines of a file; other long texts are prose or outlines. */
const SOURCE_FIELDS = new Set(["text", "code"]);

function renderRecord(record: Record_, view: View, used: Set<string>): string[] {
  const short: string[][] = [];
  const blocks: string[][] = [];
  const counted = new Set(
    ["total", "truncated"].filter((key) => key in record && mainList(record) !== undefined),
  );
  for (const [key, value] of Object.entries(record)) {
    if (used.has(key) || counted.has(key)) continue;
    const text = isRecordList(value) ? undefined : inline(value);
    if (text !== undefined && (text.length <= LONG || !isRecord(value) || isShape(value))) {
      short.push([`${key}:`, text]);
    } else blocks.push(titled(key, value, record, view));
  }
  const lines = alignRows(short, " ");
  for (const block of blocks) {
    if (lines.length > 0) lines.push("");
    lines.push(...block);
  }
  return lines;
}

function titled(key: string, value: unknown, owner: Record_, view: View): string[] {
  if (typeof value === "string") {
    if (SOURCE_FIELDS.has(key)) return numberedText(value, firstLine(owner));
    return [heading(key, "", view), ...indent(printable(value).trimEnd().split("\n"))];
  }
  if (isBounded(value)) {
    return [
      heading(key, countText(value.items.length, value), view),
      ...indent(renderValue(value.items, view)),
    ];
  }
  if (Array.isArray(value)) {
    const bounds = mainList(owner) === key ? owner : {};
    return [
      heading(key, countText(value.length, bounds), view),
      ...indent(renderList(value.filter(isRecord), view)),
    ];
  }
  return [heading(key, "", view), ...indent(renderValue(value, view))];
}

function heading(key: string, count: string, view: View): string {
  return bold(key.replaceAll("_", " "), view) + count;
}

/** ` (20 of 143, truncated)` */
function countText(shown: number, bounds: Record_): string {
  const { total, truncated } = bounds;
  const of = typeof total === "number" && total !== shown ? ` of ${total}` : "";
  return ` (${shown}${of}${truncated === true ? ", truncated" : ""})`;
}

/** The list that `total` and `truncated` of a record speak of: its only one. */
function mainList(record: Record_): string | undefined {
  const lists = Object.entries(record).filter(([, value]) => isRecordList(value)).map(([key]) => key);
  return lists.length === 1 ? lists[0] : undefined;
}

function renderList(rows: readonly Record_[], view: View): string[] {
  if (isLineList(rows)) return numberedLines(rows);
  const ranked = rows.every(isHit);
  const ordered = fieldOrder(rows);
  const compact = ordered.filter((field) => field !== "entry_id");
  const fields = ranked ? compact : ordered;
  if (!ranked || !fields.some((field) => SOURCE_FIELDS.has(field))) {
    const table = asTable(rows, compact);
    if (table && alignedWidth(table) <= (view.columns ?? 160)) {
      const [header, ...body] = alignRows(table);
      return [dim(header!, view), ...body];
    }
    const lines = ranked ? asLines(rows, fields) : undefined;
    if (lines) return lines;
  }
  return rows.flatMap((row, i) => [...(i > 0 ? [""] : []), ...renderEntry(row, fields, view)]);
}

/** Header and rows, or undefined when a cell does not fit on one line. */
function asTable(rows: readonly Record_[], fields: readonly string[]): string[][] | undefined {
  const addresses = rows.map(addressOf);
  const withAddress = addresses.some((a) => a !== undefined);
  const table = [[...(withAddress ? ["address"] : []), ...fields]];
  for (const [i, row] of rows.entries()) {
    const cells = withAddress ? [addresses[i] ?? "-"] : [];
    for (const field of fields) {
      const text = isRecordList(row[field]) ? undefined : inline(row[field]);
      if (text === undefined || displayWidth(text) > LONG) return undefined;
      cells.push(text);
    }
    table.push(cells);
  }
  return table;
}

/** One line each, what is absent left out; undefined when a value needs several. */
function asLines(rows: readonly Record_[], fields: readonly string[]): string[] | undefined {
  const lines: string[] = [];
  for (const row of rows) {
    const present = fields.filter((field) => row[field] !== null && row[field] !== undefined);
    const cells = present.map((field) => inline(row[field]));
    if (cells.some((cell) => cell === undefined)) return undefined;
    lines.push([addressOf(row), ...cells].join("  "));
  }
  return lines;
}

/** One object over several lines: address, kind and name first. */
function renderEntry(row: Record_, fields: readonly string[], view: View): string[] {
  const head = fields.filter((f) =>
    ["kind", "fqn", "symbol", "name"].includes(f) && typeof row[f] === "string"
  );
  const address = addressOf(row);
  const title = [...(address === undefined ? [] : [address]), ...head.map((f) => String(row[f]))];
  const used = new Set([...(address === undefined ? [] : addressFields(row)), ...head]);
  const hidden = Object.keys(row).filter((field) => row[field] === null || !fields.includes(field));
  const rest = renderRecord(row, view, new Set([...used, ...hidden]));
  return title.length === 0 ? rest : [bold(printable(title.join("  ")), view), ...indent(rest)];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => line === "" ? "" : `  ${line}`);
}

function bold(text: string, view: View): string {
  return view.colour ? `\x1b[1m${text}\x1b[22m` : text;
}

function dim(text: string, view: View): string {
  return view.colour ? `\x1b[2m${text}\x1b[22m` : text;
}
