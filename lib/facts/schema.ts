// A database schema as migrations leave it, or as a server reports it: the catalog. Each table, column and key knows
// where it was read and which statements made it what it is. Two dialects of one schema are two variants, never merged.

import type { Dialect } from "./ddl.ts";

/** One change in the life of a table or column, in the order of the replay. */
export interface SchemaEvent {
  what: "created" | "altered" | "renamed" | "dropped";
  path: string;
  line: number;
  /** A few words: `type int(11) -> bigint`, `from old_name`. */
  detail?: string;
}

export interface SchemaColumn {
  name: string;
  /** From 1, as a server counts them. */
  position: number;
  /** As written. */
  type: string;
  /** As `information_schema.columns.data_type` of the dialect names it. */
  data_type: string;
  nullable: boolean;
  /** As written, without what the dialect adds; null when there is none (or it is NULL). */
  default: string | null;
  auto_increment: boolean;
  generated: boolean;
  comment?: string;
  path: string;
  line: number;
  history: SchemaEvent[];
}

export interface SchemaKey {
  kind: "primary" | "unique" | "index" | "fulltext" | "spatial";
  /** As the server would name it when nothing is written. */
  name: string;
  /** Column names, or the text of an expression; MySQL prefix lengths beside. */
  columns: string[];
  lengths?: (number | null)[];
  where?: string;
  path: string;
  line: number;
}

export interface SchemaForeignKey {
  name: string;
  columns: string[];
  table: string;
  ref_columns: string[];
  /** Upper case; `NO ACTION` or `RESTRICT` when nothing is written, as the dialect reports it. */
  on_delete: string;
  on_update: string;
  path: string;
  line: number;
}

export interface SchemaTable {
  variant: string;
  kind: "table" | "view";
  /** Without prefix and schema. */
  name: string;
  prefix?: string;
  schema?: string;
  comment?: string;
  columns: SchemaColumn[];
  keys: SchemaKey[];
  foreign_keys: SchemaForeignKey[];
  path: string;
  line: number;
  history: SchemaEvent[];
}

/** One dialect's schema of one set of migrations. */
export interface SchemaVariant {
  /** Name of the variant: the dialect, with the folder when two sets of one dialect stand side by side. */
  name: string;
  dialect: Dialect;
  /** The one that answers when nothing is asked for. */
  answers: boolean;
  /** Files in the order of the replay. */
  files: string[];
  tables: SchemaTable[];
  /** Dropped tables, for their history: a question about one is answered with «dropped by». */
  dropped: { name: string; events: SchemaEvent[] }[];
}

export interface SchemaProblem {
  path: string;
  line: number;
  code: string;
  message: string;
}

export interface SchemaCatalog {
  variants: SchemaVariant[];
  problems: SchemaProblem[];
}
