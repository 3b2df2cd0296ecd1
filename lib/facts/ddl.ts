// What one file does to a database schema, statement by statement, before anything is known about other files: the same
// vocabulary for SQL files and for migrations written in PHP. lib/ddl replays it into a catalog (lib/facts/schema.ts).
// Plain data, stored as JSON. Names are as written, without their quotes.

export const SQL_DIALECTS = ["mysql", "mariadb", "postgresql", "sqlite"] as const;
export type Dialect = typeof SQL_DIALECTS[number];

export interface TableName {
  /** Without quotes, schema and prefix. */
  name: string;
  /** `public` in `public.users`. */
  schema?: string;
  /** The placeholder as written: `{prefix}`, `/*_*` + `/`, `#__`, `wp_` from `$wpdb->prefix`. */
  prefix?: string;
}

export interface ColumnSpec {
  name: string;
  line: number;
  /** As written, with length, `unsigned` and array brackets; white space folded. */
  type: string;
  /** `false` after NOT NULL; absent when nothing is said. */
  nullable?: boolean;
  /** The default expression as written (`'it''s'`, `CURRENT_TIMESTAMP`, `NULL`, `nextval('s')`); absent when there is none. */
  default?: string;
  auto_increment?: boolean;
  generated?: { expression: string; stored: boolean } | "identity";
  on_update?: string;
  comment?: string;
  charset?: string;
  collation?: string;
  primary?: boolean;
  unique?: boolean;
  references?: ForeignKeySpec;
  /** MySQL: where an added or changed column is put. */
  place?: "first" | { after: string };
}

export interface KeyPart {
  /** Absent for an expression. */
  column?: string;
  expression?: string;
  /** MySQL: how many characters of it. */
  length?: number;
  descending?: boolean;
}

export interface KeySpec {
  kind: "primary" | "unique" | "index" | "fulltext" | "spatial";
  name?: string;
  parts: KeyPart[];
  line: number;
  /** PostgreSQL and SQLite: the condition of a partial index. */
  where?: string;
}

export interface ForeignKeySpec {
  name?: string;
  columns: string[];
  table: TableName;
  /** Empty: the primary key of the other table. */
  ref_columns: string[];
  on_delete?: string;
  on_update?: string;
  line: number;
}

export type AlterAction =
  | { do: "add_column"; column: ColumnSpec; if_not_exists?: boolean }
  | { do: "drop_column"; name: string; if_exists?: boolean }
  /** MODIFY (name stays) and CHANGE: the column is what the new text says. */
  | { do: "change_column"; name: string; column: ColumnSpec; if_exists?: boolean }
  /** ALTER COLUMN: only what is named changes; `default: null` drops it. */
  | { do: "alter_column"; name: string; type?: string; nullable?: boolean; default?: string | null }
  | { do: "rename_column"; from: string; to: string }
  | { do: "add_key"; key: KeySpec; if_not_exists?: boolean }
  | { do: "drop_key"; name: string | null; primary?: boolean; if_exists?: boolean; columns?: string[] }
  | { do: "rename_key"; from: string; to: string }
  | { do: "add_foreign_key"; key: ForeignKeySpec; if_not_exists?: boolean }
  | { do: "drop_foreign_key"; name: string | null; columns?: string[]; if_exists?: boolean }
  /** PostgreSQL: the name of a constraint of any kind. */
  | { do: "drop_constraint"; name: string; if_exists?: boolean }
  | { do: "rename_table"; to: TableName }
  | { do: "set_schema"; schema: string }
  | {
    do: "set_options";
    comment?: string;
    charset?: string;
    collation?: string;
    convert?: boolean;
    engine?: string;
  };

/** A condition that a server would ask before it runs the statement: a count in `information_schema`, `Schema::hasTable`. */
export interface DdlGuard {
  asks: "table" | "column" | "key";
  table: TableName;
  name?: string;
  /** Runs when it exists, or when it does not. */
  exists: boolean;
}

export type DdlAct =
  | {
    act: "create_table";
    table: TableName;
    if_not_exists?: boolean;
    temporary?: boolean;
    columns: ColumnSpec[];
    keys: KeySpec[];
    foreign_keys: ForeignKeySpec[];
    like?: TableName;
    /** CREATE TABLE … AS: the text of the query. */
    as_select?: string;
    /** PostgreSQL: INHERITS, PARTITION OF. */
    inherits?: TableName[];
    comment?: string;
    charset?: string;
    collation?: string;
    engine?: string;
  }
  | { act: "drop_table"; tables: TableName[]; if_exists?: boolean; view?: boolean }
  | { act: "alter_table"; table: TableName; if_exists?: boolean; actions: AlterAction[] }
  | { act: "rename_table"; renames: { from: TableName; to: TableName }[] }
  | { act: "create_view"; view: TableName; or_replace?: boolean; columns?: string[]; select: string }
  | { act: "create_index"; table: TableName; key: KeySpec; if_not_exists?: boolean }
  | { act: "drop_index"; name: string; table?: TableName; if_exists?: boolean }
  | { act: "comment_on"; table: TableName; column?: string; comment: string | null }
  | { act: "create_type"; name: string; values?: string[]; base?: string }
  | { act: "drop_type"; name: string }
  /** BEGIN, COMMIT, ROLLBACK: where the schema takes part in transactions, a refusal undoes all since the beginning. */
  | { act: "transaction"; what: "begin" | "commit" | "rollback" }
  /** `USE db`, `SET search_path`. */
  | { act: "use_schema"; schema: string };

export type DdlStatement = DdlAct & {
  line: number;
  end_line: number;
  guard?: DdlGuard[];
  /** Only a server of this dialect runs it: versioned comments, a branch on the driver. */
  only?: Dialect[];
};

/** All that a file does to the schema. */
export interface DdlFacts {
  /** How it was written: `sql`, or the framework of a PHP migration (`laravel`, `phinx`, `doctrine`, `wordpress`, `horde`, `php`). */
  source: string;
  /** What the text itself tells about its dialect; absent when it tells nothing. */
  dialect?: Dialect;
  statements: DdlStatement[];
}
