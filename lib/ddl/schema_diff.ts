// The difference of two schemas: what a database has that the migrations do not make, what a revision has that the one
// before had not. Pure; both sides are lists of tables of one dialect. It compares what a server would tell apart, not
// how it is written: `int(11)` is `int`, `'0'` is `0`, `now()` is `CURRENT_TIMESTAMP`.

import type { SchemaColumn, SchemaForeignKey, SchemaKey, SchemaTable } from "../facts/schema.ts";

type Element = "column" | "key" | "foreign_key";
export type SchemaChangeKind =
  | "table_added"
  | "table_removed"
  | `${Element}_added`
  | `${Element}_removed`
  | `${Element}_changed`;

export interface SchemaChange {
  kind: SchemaChangeKind;
  table: string;
  /** Column, key or foreign key. */
  name?: string;
  /** column_changed: which of `type`, `nullable`, `default`, `auto_increment`, `generated`. */
  what?: string[];
  before?: string;
  after?: string;
  /** Where the newer side says so; of what is gone, where the older one did. */
  path: string;
  line: number;
}

export interface DiffOptions {
  /** Leave out keys and foreign keys: an export of columns alone has none. */
  columnsOnly?: boolean;
}

/** Changes in the order of the tables' names; those of a table: columns, keys, foreign keys. */
export function diffSchemas(
  before: readonly SchemaTable[],
  after: readonly SchemaTable[],
  options: DiffOptions = {},
): SchemaChange[] {
  const out: SchemaChange[] = [];
  const tables = pairs(before, after, (t) => t.name.toLowerCase());
  tables.sort((a, b) => (a[0] ?? a[1])!.name < (b[0] ?? b[1])!.name ? -1 : 1);
  for (const [was, is] of tables) {
    if (was === undefined) out.push({ kind: "table_added", table: is!.name, ...place(is!) });
    else if (is === undefined) out.push({ kind: "table_removed", table: was.name, ...place(was) });
    else out.push(...tableChanges(was, is, options.columnsOnly === true));
  }
  return out;
}

function tableChanges(was: SchemaTable, is: SchemaTable, columnsOnly: boolean): SchemaChange[] {
  const compare = <T extends Named>(
    element: Element,
    [a, b]: readonly [T[], T[]],
    identity: (item: T) => string,
    differences: (x: T, y: T) => string[],
    text: (item: T) => string,
  ) => pairs(a, b, identity).flatMap(([x, y]) => elementChange(is.name, element, x, y, differences, text));

  const byName = (item: Named) => item.name.toLowerCase();
  const columns = compare("column", [was.columns, is.columns], byName, columnDifferences, columnText);
  // A view has no keys, and its columns come from a query.
  if (columnsOnly || was.kind === "view" || is.kind === "view") return columns;
  return [
    ...columns,
    ...compare("key", [was.keys, is.keys], byName, textDiffers(keyText), keyText),
    ...compare(
      "foreign_key",
      [was.foreign_keys, is.foreign_keys],
      foreignKeyIdentity,
      textDiffers(foreignKeyText),
      foreignKeyText,
    ),
  ];
}

interface Named {
  name: string;
  path: string;
  line: number;
}

function elementChange<T extends Named>(
  table: string,
  element: Element,
  was: T | undefined,
  is: T | undefined,
  differences: (a: T, b: T) => string[],
  text: (item: T) => string,
): SchemaChange[] {
  if (was === undefined) {
    return [{ kind: `${element}_added`, table, name: is!.name, after: text(is!), ...place(is!) }];
  }
  if (is === undefined) {
    return [{ kind: `${element}_removed`, table, name: was.name, before: text(was), ...place(was) }];
  }
  const what = differences(was, is);
  if (what.length === 0) return [];
  const [before, after] = [text(was), text(is)];
  const kind = `${element}_changed` as const;
  return [{ kind, table, name: is.name, ...(element === "column" && { what }), before, after, ...place(is) }];
}

function pairs<T>(
  a: readonly T[],
  b: readonly T[],
  keyOf: (item: T) => string,
): [T | undefined, T | undefined][] {
  const left = new Map(a.map((item) => [keyOf(item), item]));
  const right = new Map(b.map((item) => [keyOf(item), item]));
  return [...new Set([...left.keys(), ...right.keys()])].map((key) => [left.get(key), right.get(key)]);
}

function place({ path, line }: { path: string; line: number }) {
  return { path, line };
}

function columnDifferences(a: SchemaColumn, b: SchemaColumn): string[] {
  const out: string[] = [];
  if (comparableType(a) !== comparableType(b)) out.push("type");
  if (a.nullable !== b.nullable) out.push("nullable");
  const computed = a.auto_increment || b.auto_increment || a.generated || b.generated;
  if (!computed && comparableDefault(a.default) !== comparableDefault(b.default)) out.push("default");
  if (a.auto_increment !== b.auto_increment) out.push("auto_increment");
  if (a.generated !== b.generated) out.push("generated");
  return out;
}

/** Types whose number in brackets is part of the type; that of an integer is only a width for printing. */
const SIZED = /^(?:var)?(?:char|binary|bit)$|^character|^(?:decimal|numeric|enum|set|time|datetime)/;

/** The type without what says nothing: letter case, spaces, the display width of integers. */
export function comparableType(column: Pick<SchemaColumn, "type" | "data_type">): string {
  // MySQL: SERIAL is short for BIGINT UNSIGNED NOT NULL AUTO_INCREMENT UNIQUE.
  if (/^serial\b/i.test(column.type) && column.data_type === "bigint") return "bigint unsigned";
  const data = column.data_type.toLowerCase();
  const size = /\(([^)]*)\)/.exec(column.type)?.[1]?.replace(/\s+/g, "") ?? "";
  const unsigned = /\bunsigned\b/i.test(column.type) ? " unsigned" : "";
  return `${data}${SIZED.test(data) && size !== "" ? `(${size})` : ""}${unsigned}`;
}

/** A default without the forms that mean the same on every server. */
export function comparableDefault(written: string | null): string | null {
  if (written === null) return null;
  let text = written.trim();
  while (/^\(.*\)$/s.test(text) && balanced(text.slice(1, -1))) text = text.slice(1, -1).trim();
  text = text.replace(/::[a-z_ ]+(?:\(\d+(?:,\d+)?\))?(?:\[\])?$/i, "");
  if (/^null$/i.test(text)) return null;
  if (/^(?:current_timestamp|now|localtimestamp)(?:\(\d*\))?$/i.test(text)) return "current_timestamp";
  if (/^(?:true|b'1')$/i.test(text)) return "1";
  if (/^(?:false|b'0')$/i.test(text)) return "0";
  const quoted = /^'(.*)'$/s.exec(text);
  // A server pads the default of BINARY(n) with zeros.
  const value = quoted ? quoted[1]!.replaceAll("''", "'").replace(/(?:\\0)+$/, "") : text;
  return /^[+-]?\d+(?:\.\d+)?$/.test(value) ? String(Number(value)) : value;
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const c of text) {
    if (c === "(") depth++;
    else if (c === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

function textDiffers<T>(text: (item: T) => string): (a: T, b: T) => string[] {
  return (a, b) => text(a).toLowerCase() === text(b).toLowerCase() ? [] : ["definition"];
}

function columnText(c: SchemaColumn): string {
  const parts = [c.type, c.nullable ? "null" : "not null"];
  if (c.default !== null) parts.push(`default ${c.default}`);
  if (c.auto_increment) parts.push("auto_increment");
  if (c.generated) parts.push("generated");
  return parts.join(" ");
}

function keyText(k: SchemaKey): string {
  const parts = k.columns.map((name, i) => k.lengths?.[i] ? `${name}(${k.lengths[i]})` : name);
  return `${k.kind} (${parts.join(", ")})${k.where ? ` where ${condition(k.where)}` : ""}`;
}

/** A condition without the brackets around it and the casts that PostgreSQL writes. */
function condition(text: string): string {
  const plain = text.replace(/::[a-z ]+/gi, "").replace(/\s+/g, " ").trim();
  return /^\(.*\)$/s.test(plain) && balanced(plain.slice(1, -1)) ? plain.slice(1, -1) : plain;
}

/** By what it says: servers and migrations give foreign keys different names. */
function foreignKeyIdentity(k: SchemaForeignKey): string {
  return `${k.columns.join(",")}->${k.table}`.toLowerCase();
}

function foreignKeyText(k: SchemaForeignKey): string {
  const rule = (name: string) => name.toUpperCase() === "RESTRICT" ? "NO ACTION" : name.toUpperCase();
  const target = `${k.table} (${k.ref_columns.join(", ")})`;
  return `(${k.columns.join(", ")}) references ${target} on delete ${rule(k.on_delete)} on update ${
    rule(k.on_update)
  }`;
}
