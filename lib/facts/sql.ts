// SQL that a PHP file holds or builds: what a statement reads and writes, as far as its text tells. Placeholders and
// unknown parts never become names. Plain data, stored as JSON; lib/resolve links it to the schema.

import type { TableName } from "./ddl.ts";

export const SQL_ACCESS = ["select", "insert", "update", "delete", "ddl"] as const;
export type SqlAccess = typeof SQL_ACCESS[number];

/** A table that a statement touches. */
export interface SqlTableUse {
  table: TableName;
  access: SqlAccess;
  /** Line where its name stands. */
  line: number;
  /** Names of its columns that are certain to be its own; `*` is no column. */
  read: string[];
  written: string[];
}

export interface SqlFact {
  /** Local number of the function, method, closure, class-like or file around it. */
  from: number;
  /** First and last line of the text in the file. */
  line: number;
  end_line: number;
  /** How it was written: `literal`, `concatenation`, `heredoc`, `nowdoc`, `sprintf`, `variable`, `builder`, `model`, `name`. */
  via: string;
  tables: SqlTableUse[];
  /** Columns that could be of any of the statement's tables. */
  columns?: { name: string; line: number; write: boolean }[];
  /** A part of the text is only known when the program runs. */
  open?: true;
  /** Named without a statement (a model's `$table`, a name handed to a builder): `references_table`, not `queries`. */
  reference?: true;
  /** Of a DDL statement: its text, for the schema; unknown parts stand as `?`. */
  ddl?: string;
}
