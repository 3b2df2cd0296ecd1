// Which part of a record is its address, its kind and its name, and how a small value reads on one line. Conventions of
// field names (path, line, start_line, fqn …) live here and nowhere else in the command line.

import { printable } from "./width.ts";

export type Record_ = Record<string, unknown>;

/** A plain object, not an array and not null. */
export function isRecord(value: unknown): value is Record_ {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list whose entries are all objects, with at least one. */
export function isRecordList(value: unknown): value is Record_[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** A list that says how long it really is. */
export function isBounded(value: unknown): value is Record_ & { items: unknown[] } {
  return isRecord(value) && Array.isArray(value.items) && "total" in value;
}

const LINE_FIELDS = ["line", "start_line"] as const;
const NAME_FIELDS = ["fqn", "symbol", "name", "caller", "callee"] as const;

/** `lib/Cart.php:12-40`, or undefined. Never cut: people copy it. */
export function addressOf(record: Record_): string | undefined {
  if (typeof record.path !== "string") return undefined;
  const line = LINE_FIELDS.map((field) => record[field]).find((v) => typeof v === "number");
  if (line === undefined) return record.path;
  const end = record.end_line;
  return `${record.path}:${line}${typeof end === "number" && end !== line ? `-${end}` : ""}`;
}

/** Fields that the address has used up. */
export function addressFields(record: Record_): Set<string> {
  if (typeof record.path !== "string") return new Set();
  return new Set(
    ["path", "start_line", "end_line", "line"].filter((f) => f === "path" || typeof record[f] === "number"),
  );
}

/** A hit of a ranked list: an address and how well it fits. */
export function isHit(record: Record_): boolean {
  return typeof record.path === "string" && typeof record.score === "number";
}

/** The shape of an array: each value says its type and whether the key must be there. */
export function isShape(value: unknown): value is Record<string, { type: string; required: boolean }> {
  if (!isRecord(value)) return false;
  const keys = Object.values(value);
  return keys.length > 0 &&
    keys.every((key) => isRecord(key) && typeof key.type === "string" && typeof key.required === "boolean");
}

/** The order of the remaining fields of a list: kind, name, then as they come. */
export function fieldOrder(rows: readonly Record_[]): string[] {
  const seen = new Set<string>();
  for (const row of rows) {
    const used = addressFields(row);
    for (const field of Object.keys(row)) if (!used.has(field)) seen.add(field);
  }
  const names = NAME_FIELDS.filter((f) => seen.has(f));
  // A qualified name says the short one too.
  if (seen.has("fqn") || seen.has("symbol")) {
    seen.delete("name");
    names.splice(0, names.length, ...names.filter((f) => f !== "name"));
  }
  const first = ["kind", ...names].filter((f) => seen.has(f));
  return [...first, ...[...seen].filter((f) => !first.includes(f))];
}

/** A value on one line, or undefined when it needs more room. */
export function inline(value: unknown): string | undefined {
  if (value === null || value === undefined) return "-";
  if (typeof value === "string") {
    const text = printable(value);
    return text.includes("\n") ? undefined : text;
  }
  if (typeof value === "number") {
    return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return inlineList(value);
  if (isRecord(value)) return inlineRecord(value);
  return String(value);
}

function inlineList(values: readonly unknown[]): string | undefined {
  if (values.length === 0) return "none";
  const parts = values.map(inline);
  if (parts.some((p) => p === undefined)) return undefined;
  return parts.join(values.some(isRecord) ? "; " : ", ");
}

function inlineRecord(record: Record_): string | undefined {
  const entries = Object.entries(record);
  if (entries.length === 0) return "none";
  if (isShape(record)) return shapeText(record);
  if (isBounded(record) && record.items.length === 0) {
    return record.total === 0 ? "none" : `${record.total}, none shown`;
  }
  const address = addressOf(record);
  const used = address === undefined ? new Set<string>() : addressFields(record);
  const parts = address === undefined ? [] : [address];
  for (const [key, value] of entries) {
    if (used.has(key)) continue;
    const text = inline(value);
    if (text === undefined) return undefined;
    parts.push(`${key} ${text}`);
  }
  return parts.join(", ");
}

/** `array{sku: string, quantity?: int}`, as PHPDoc writes it. */
function shapeText(shape: Record<string, { type: string; required: boolean }>): string {
  const keys = Object.entries(shape).map(([key, { type, required }]) =>
    `${printable(key)}${required ? "" : "?"}: ${printable(type).replace(/\s+/g, " ")}`
  );
  return `array{${keys.join(", ")}}`;
}

/** The reason of ragraf's own folder, which a person did not put there and cannot include. */
const OWN_FOLDER = "mandatory:ragraf";

/** Reasons why files were left out, as far as they say something to a person. */
export function toldReason(reason: unknown): boolean {
  return reason !== OWN_FOLDER;
}
