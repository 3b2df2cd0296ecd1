// What a living database says about itself, as plain rows of one shape for every server: lib/introspect asks for them,
// lib/ddl turns them into a variant of the catalog. No value of any user table is in it, and no credential.

import type { Dialect } from "./ddl.ts";

export interface LiveTableRow {
  table: string;
  view: boolean;
  comment: string | null;
}

export interface LiveColumnRow {
  table: string;
  column: string;
  /** From 1. */
  position: number;
  /** Full type, as the server prints it: `int(10) unsigned`, `character varying(40)`. */
  column_type: string;
  data_type: string;
  nullable: boolean;
  /** As the server prints it; null when there is none. */
  default: string | null;
  auto_increment: boolean;
  generated: boolean;
  comment: string | null;
}

/** One part of a key; the parts of a key stand together in their order. */
export interface LiveKeyRow {
  table: string;
  name: string;
  kind: "primary" | "unique" | "index" | "fulltext" | "spatial";
  /** Null for an expression. */
  column: string | null;
  expression: string | null;
  length: number | null;
  /** PostgreSQL: the condition of a partial index. */
  where?: string | null;
}

/** One pair of columns of a foreign key, in its order. */
export interface LiveForeignKeyRow {
  table: string;
  name: string;
  column: string;
  ref_table: string;
  ref_column: string;
  on_delete: string;
  on_update: string;
}

export interface LiveSchema {
  dialect: Exclude<Dialect, "sqlite">;
  /** Product and version, as the server says. */
  server: string;
  /** Database (MySQL) or schema (PostgreSQL) that was read. */
  database: string;
  tables: LiveTableRow[];
  columns: LiveColumnRow[];
  keys: LiveKeyRow[];
  foreign_keys: LiveForeignKeyRow[];
}

/** The outcome of asking: the schema, or why there is none. Messages hold no credential. */
export type LiveSchemaOutcome =
  | { state: "read"; schema: LiveSchema }
  | { state: "failed"; code: string; message: string; hint: string };
