// The project configuration as plain data. lib/project reads and validates it; every layer may hold it.

export type FreshnessPolicy = "reindex" | "warn" | "error";
export type ConfiguredLanguage = "php" | "markdown" | "sql";
export type SqlDialect = "auto" | "mysql" | "mariadb" | "postgresql" | "sqlite";

export interface ProjectConfig {
  /** Name of the effort in the catalog. */
  project: string;
  /** Corpus root: absolute with `/`, symbolic links and short names resolved. Written relative in the file. */
  root: string;
  languages: ConfiguredLanguage[];
  /** Globs over relative paths; empty means every file whose extension a language claims. */
  include: string[];
  /** Globs in addition to the mandatory exclusions, which cannot be switched off. */
  exclude: string[];
  /** Globs of files whose content must never reach a store, a log or an answer. */
  secrets_exclude: string[];
  /** Honour `.gitignore` files. */
  gitignore: boolean;
  /** Extensions with the dot, or whole file names without one (`artisan`), per language. */
  extensions: Record<ConfiguredLanguage, string[]>;
  /** A larger file is listed as `skipped` with its reason. Bytes. */
  max_file_bytes: number;
  chunk: { max_tokens: number };
  retain_revs: number;
  freshness: {
    policy: FreshnessPolicy;
    /** From how many changed files on the code property graph is rebuilt as well. */
    full_from_files: number;
    full_after_minutes: number;
  };
  db: {
    /** What the schema's migrations are written for; `auto` asks the files. */
    dialect: SqlDialect;
    /** Where the address of the living database is found: `env:NAME`, `file:PATH`, `file:PATH#KEY`; empty: not asked. */
    dsn_from: string;
    /** An exported information_schema, relative to the project's folder; empty: none. */
    information_schema: string;
    timeout_seconds: number;
  };
  cpg: { enabled: boolean };
  embedding: { provider: "static" | "transformers" | "none"; model: string };
}
