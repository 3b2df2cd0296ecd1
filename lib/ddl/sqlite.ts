// SQLite (reference: sqlite.org «CREATE TABLE», «Datatypes»): a declared type is any text, INTEGER PRIMARY KEY is the
// row's number, and a primary key may otherwise be NULL.

import type { ColumnSpec } from "../facts/ddl.ts";
import { type DialectRules, freeName, type ResolvedColumn, typeParts, writtenDefault } from "./rules.ts";

export const sqliteRules: DialectRules = {
  dialect: "sqlite",
  column,
  primaryIsNotNull: false,
  keyName: (table, key) => {
    if (key.name !== undefined) return key.name;
    if (key.kind === "primary") return "PRIMARY";
    const base = `sqlite_autoindex_${table.name}`;
    const taken = (name: string) => table.keys.some((k) => k.name === name);
    return freeName(`${base}_1`, taken, (n) => `${base}_${n}`);
  },
  foreignKeyName: (table, key) => key.name ?? `${table.name}_fk_${table.foreign_keys.length}`,
  defaultRule: "NO ACTION",
  foreignKeyIndexes: false,
  dropColumnDropsKeys: true,
  globalIndexNames: true,
  retyped: (_, type) => ({ type, data_type: typeParts(type).base }),
};

function column(spec: ColumnSpec): ResolvedColumn {
  const { base } = typeParts(spec.type);
  const rowNumber = base === "integer" && spec.primary === true;
  return {
    type: spec.type,
    data_type: base,
    nullable: !(rowNumber || spec.nullable === false),
    default: writtenDefault(spec),
    auto_increment: rowNumber,
    generated: spec.generated !== undefined,
  };
}
