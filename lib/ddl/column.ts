// Grammar of what stands between the brackets of CREATE TABLE and behind ADD: columns, keys, foreign keys. One grammar
// for all dialects: where they differ in meaning, lib/ddl/replay.ts decides, not the reader of the text.

import type { ColumnSpec, Dialect, ForeignKeySpec, KeyPart, KeySpec } from "../facts/ddl.ts";
import type { Cursor } from "./cursor.ts";

/** Words that end a type or a default. */
const COLUMN_WORDS = new Set([
  "NOT",
  "NULL",
  "DEFAULT",
  "PRIMARY",
  "UNIQUE",
  "KEY",
  "REFERENCES",
  "CHECK",
  "CONSTRAINT",
  "AUTO_INCREMENT",
  "AUTOINCREMENT",
  "COMMENT",
  "COLLATE",
  "CHARSET",
  "GENERATED",
  "AS",
  "ON",
  "STORAGE",
  "COLUMN_FORMAT",
  "VIRTUAL",
  "STORED",
  "PERSISTENT",
  "INVISIBLE",
  "VISIBLE",
  "FIRST",
  "AFTER",
  "USING",
  "DEFERRABLE",
  "INITIALLY",
  "COMPRESSED",
  "IDENTITY",
  "FOREIGN",
  "ENGINE_ATTRIBUTE",
  "SRID",
  "ENCODE",
]);

/** What a part of the list turned out to be. */
export type TableElement =
  | { is: "column"; column: ColumnSpec }
  | { is: "key"; key: KeySpec }
  | { is: "foreign_key"; key: ForeignKeySpec }
  | { is: "like"; table: { name: string } }
  | { is: "other" };

export function tableElement(c: Cursor, dialect: Dialect | undefined): TableElement {
  const line = c.line;
  if (c.is("LIKE") && c.isName(1)) {
    c.take("LIKE");
    return { is: "like", table: c.tableName()! };
  }
  const mark = c.at;
  let constraint: string | undefined;
  if (c.take("CONSTRAINT")) {
    // `CONSTRAINT PRIMARY KEY` and `CONSTRAINT FOREIGN KEY` have no name.
    if (!isConstraintWord(c)) constraint = c.name() ?? undefined;
  }
  const key = keyElement(c, dialect, constraint, line);
  if (key !== null) return key;
  if (c.take("FOREIGN", "KEY")) {
    const named = !c.isOperator("(") ? c.name() ?? undefined : undefined;
    const columns = c.names();
    const target = c.take("REFERENCES") ? references(c, columns, line) : null;
    if (target === null) return { is: "other" };
    const name = constraint ?? named;
    return { is: "foreign_key", key: { ...target, ...(name !== undefined && { name }) } };
  }
  if (c.is("CHECK") || (c.is("EXCLUDE") && c.peek(1)?.kind !== "word")) return { is: "other" };
  if (c.is("EXCLUDE") && c.is("USING", 1)) return { is: "other" };
  if (c.is("PERIOD") && c.is("FOR", 1)) return { is: "other" };
  if (constraint !== undefined) return { is: "other" };
  c.at = mark;
  return column(c, dialect);
}

function isConstraintWord(c: Cursor): boolean {
  return c.is("PRIMARY") || c.is("FOREIGN") || c.is("UNIQUE") || c.is("CHECK");
}

/** PRIMARY KEY, UNIQUE, KEY and their kin; null when it is none of them. */
function keyElement(
  c: Cursor,
  dialect: Dialect | undefined,
  constraint: string | undefined,
  line: number,
): TableElement | null {
  const mysql = dialect === undefined || dialect === "mysql" || dialect === "mariadb";
  let kind: KeySpec["kind"];
  const mark = c.at;
  if (c.take("PRIMARY", "KEY")) kind = "primary";
  else if (c.is("UNIQUE")) {
    c.take("UNIQUE");
    kind = "unique";
    if (mysql) c.takeAny("KEY", "INDEX");
  } else if (mysql && (c.is("FULLTEXT") || c.is("SPATIAL"))) {
    kind = c.take("FULLTEXT") ? "fulltext" : (c.take("SPATIAL"), "spatial");
    c.takeAny("KEY", "INDEX");
  } else if (mysql && (c.is("KEY") || c.is("INDEX"))) {
    c.at++;
    kind = "index";
  } else return null;

  let name = constraint;
  c.ifNotExists();
  if (!c.isOperator("(") && !c.is("USING")) {
    const own = c.name();
    // MySQL lets the key's own name win for what it stores as a key.
    if (own !== null && kind !== "primary") name = constraint ?? own;
  }
  if (c.take("USING") && c.is("INDEX")) {
    c.take("INDEX");
    const index = c.name();
    return { is: "key", key: { kind, parts: [], line, ...(index !== null && { name: index }) } };
  } else if (c.at > 0 && c.is("BTREE") || c.is("HASH") || c.is("GIN") || c.is("GIST")) c.at++;
  c.take("NULLS", "NOT", "DISTINCT");
  if (!c.isOperator("(")) {
    c.at = mark;
    return null;
  }
  const parts = c.list().map(keyPart);
  return { is: "key", key: { kind, parts, line, ...(name !== undefined && { name }) } };
}

export function keyPart(c: Cursor): KeyPart {
  const [first, second] = [c.peek(), c.peek(1)];
  const plain = first !== undefined &&
    (first.kind === "word" || first.kind === "quoted" || first.kind === "string");
  const isPrefix = second?.value === "(" && second.kind === "operator" && c.peek(2)?.kind === "number" &&
    c.isOperator(")", 3);
  const called = second?.kind === "operator" && second.value === "(" && !isPrefix;
  const computed = second?.kind === "operator" && !isPrefix && second.value !== "(";
  if (!plain || called || computed) {
    while (!c.done && !c.is("DESC") && !c.is("ASC")) c.at++;
    return { expression: c.since(0), ...(c.is("DESC") && { descending: true }) };
  }
  const column = c.name()!;
  let length: number | undefined;
  if (isPrefix) {
    length = Number(c.peek(1)!.value);
    c.at += 3;
  }
  let descending = false;
  for (; !c.done; c.at++) if (c.is("DESC")) descending = true;
  return { column, ...(length !== undefined && { length }), ...(descending && { descending }) };
}

/** Behind the word REFERENCES. */
function references(c: Cursor, columns: string[], line: number): ForeignKeySpec | null {
  const table = c.tableName();
  if (table === null) return null;
  const ref_columns = c.names();
  const key: ForeignKeySpec = { columns, table, ref_columns, line };
  for (;;) {
    if (c.take("ON", "DELETE")) key.on_delete = rule(c);
    else if (c.take("ON", "UPDATE")) key.on_update = rule(c);
    else if (c.take("MATCH")) c.at++;
    else if (c.take("INITIALLY")) c.at++;
    else if (!c.take("NOT", "DEFERRABLE") && !c.take("DEFERRABLE")) return key;
  }
}

function rule(c: Cursor): string {
  if (c.take("SET", "NULL")) return "SET NULL";
  if (c.take("SET", "DEFAULT")) return "SET DEFAULT";
  if (c.take("NO", "ACTION")) return "NO ACTION";
  return c.takeAny("CASCADE", "RESTRICT") ?? "NO ACTION";
}

export function column(c: Cursor, dialect: Dialect | undefined): TableElement {
  const line = c.line;
  const name = c.name();
  if (name === null) return { is: "other" };
  const spec: ColumnSpec = { name, line, type: columnType(c) };
  while (!c.done) columnWord(c, spec, dialect);
  return { is: "column", column: spec };
}

/** From the cursor to the first word that is no part of a type. */
export function columnType(c: Cursor): string {
  const from = c.at;
  while (!c.done) {
    if (c.isOperator("(")) {
      c.at = c.closing();
      continue;
    }
    if (c.isAny(COLUMN_WORDS) && c.at > from) break;
    if (c.isAny(COLUMN_WORDS) && !c.is("SET")) break;
    if (c.is("CHARACTER") && c.is("SET", 1)) break;
    if (c.is("WITHOUT") && c.is("SYSTEM", 1)) break;
    if (c.is("WITH") && !c.is("TIME", 1) && !c.is("LOCAL", 1)) break;
    if (c.peek()!.kind === "operator" && ![".", "[", "]", "%"].includes(c.peek()!.value)) break;
    c.at++;
  }
  return c.since(from);
}

/** One word of a column's definition; a word that is not known is passed over. */
function columnWord(c: Cursor, spec: ColumnSpec, dialect: Dialect | undefined): void {
  const line = c.line;
  if (c.take("CONSTRAINT")) {
    if (!isConstraintWord(c) && !c.is("NOT") && !c.is("REFERENCES")) c.name();
    return;
  }
  if (c.take("NOT", "NULL")) spec.nullable = false;
  else if (c.take("NULL")) spec.nullable = true;
  else if (c.take("DEFAULT")) spec.default = expression(c);
  else if (c.take("AUTO_INCREMENT") || c.take("AUTOINCREMENT")) spec.auto_increment = true;
  else if (c.take("PRIMARY", "KEY") || (dialect !== "postgresql" && c.take("KEY"))) {
    spec.primary = true;
    c.takeAny("ASC", "DESC");
  } else if (c.take("UNIQUE")) {
    c.take("KEY");
    spec.unique = true;
  } else if (c.take("COMMENT")) spec.comment = c.name() ?? "";
  else if (c.take("COLLATE")) spec.collation = c.tableName()?.name;
  else if (c.take("CHARACTER", "SET") || c.take("CHARSET")) spec.charset = c.name() ?? undefined;
  else if (c.take("ON", "UPDATE")) spec.on_update = expression(c);
  else if (c.take("REFERENCES")) {
    const key = references(c, [spec.name], line);
    if (key !== null) spec.references = key;
  } else if (c.take("FIRST")) spec.place = "first";
  else if (c.take("AFTER")) spec.place = { after: c.name() ?? "" };
  else if (
    c.take("GENERATED", "ALWAYS", "AS", "IDENTITY") || c.take("GENERATED", "BY", "DEFAULT", "AS", "IDENTITY")
  ) {
    spec.generated = "identity";
    c.skipBrackets();
  } else if (c.take("IDENTITY")) {
    spec.auto_increment = true;
    c.skipBrackets();
  } else if (c.take("GENERATED", "ALWAYS", "AS") || (c.is("AS") && c.isOperator("(", 1) && c.take("AS"))) {
    const from = c.at;
    c.skipBrackets();
    const text = c.since(from);
    spec.generated = { expression: text, stored: c.takeAny("STORED", "PERSISTENT") !== null };
    c.take("VIRTUAL");
  } else if (c.is("CHECK")) {
    c.take("CHECK");
    c.skipBrackets();
  } else if (!c.skipBrackets()) c.at++;
}

/** A default: its first token whatever it is, then on to a word that begins something else. */
export function expression(c: Cursor): string {
  const from = c.at;
  let first = true;
  while (!c.done) {
    if (!first && c.isAny(COLUMN_WORDS)) break;
    if (!first && c.is("CHARACTER") && c.is("SET", 1)) break;
    if (!c.skipBrackets()) c.at++;
    first = false;
  }
  return c.since(from);
}
