// What a dialect says about names, types and keys that are not written out: the port that mysql.ts, postgresql.ts and
// sqlite.ts fill. The replay itself is the same for all.

import type { ColumnSpec, Dialect, ForeignKeySpec, KeySpec } from "../facts/ddl.ts";
import type { SchemaColumn, SchemaTable } from "../facts/schema.ts";

/** A column as the server would keep it, and the keys that its words imply. */
export interface ResolvedColumn {
  /** As written: the catalog shows it. */
  type: string;
  data_type: string;
  nullable: boolean;
  default: string | null;
  auto_increment: boolean;
  generated: boolean;
  /** The type itself makes a key, as MySQL's SERIAL does. */
  unique?: boolean;
}

export interface DialectRules {
  readonly dialect: Dialect;
  /** How a column of this type is kept. `types` are the types that the project made itself, folded. */
  column(spec: ColumnSpec, table: string, types: ReadonlyMap<string, UserType>): ResolvedColumn;
  /** PRIMARY KEY makes its columns NOT NULL. */
  readonly primaryIsNotNull: boolean;
  keyName(table: SchemaTable, key: KeySpec, columns: readonly string[]): string;
  foreignKeyName(table: SchemaTable, key: ForeignKeySpec): string;
  /** What ON DELETE and ON UPDATE are when nothing is written, as information_schema says it. */
  readonly defaultRule: string;
  /** A foreign key makes an index over its columns when there is none. */
  readonly foreignKeyIndexes: boolean;
  /** Dropping a column takes the keys with it that have other columns too. */
  readonly dropColumnDropsKeys: boolean;
  /** Names of indexes are one space for the whole schema, not one for each table. */
  readonly globalIndexNames: boolean;
  /** What a changed type does to the other words of a column. */
  retyped(
    column: SchemaColumn,
    type: string,
    types: ReadonlyMap<string, UserType>,
  ): Pick<SchemaColumn, "type" | "data_type">;
}

/** CREATE TYPE … AS ENUM, CREATE DOMAIN. */
export interface UserType {
  name: string;
  values?: string[];
  base?: string;
}

/** The first word or words of a type in lower case, without brackets, and what stands in its brackets. */
export function typeParts(type: string): { base: string; args: string; rest: string } {
  const match = /^([^()[\]]*)\s*(?:\(([^)]*)\))?\s*([^()]*)$/s.exec(type.replace(/\s+/g, " ").trim());
  if (match === null) return { base: type.toLowerCase(), args: "", rest: "" };
  return { base: match[1]!.trim().toLowerCase(), args: match[2] ?? "", rest: match[3]!.trim().toLowerCase() };
}

/** NULL as a default is none. */
export function writtenDefault(spec: Pick<ColumnSpec, "default">): string | null {
  const { default: text } = spec;
  return text === undefined || /^null$/i.test(text) || /^null::/i.test(text) ? null : text;
}

/** `base`, `base_2`, … until nobody has it. */
export function freeName(
  base: string,
  taken: (name: string) => boolean,
  join: (n: number) => string,
  from = 2,
): string {
  if (!taken(base)) return base;
  for (let n = from;; n++) if (!taken(join(n))) return join(n);
}
