// What the built-in SQLite can do, asked of SQLite itself in memory. A probe that fails is reported as failed with its
// message, never as an absent feature (invariant 7).

import { openShared } from "../store/sqlite.ts";

export interface SqliteState {
  /** Empty when SQLite could not be asked. */
  version: string;
  fts5: boolean;
  /** Whether this build can load extensions; without it vectors are compared in-process. */
  extensions: boolean;
  problems: string[];
}

/** Opens a database in memory and tries each feature. */
export function probeSqlite(): SqliteState {
  const state: SqliteState = { version: "", fts5: false, extensions: false, problems: [] };
  const attempt = (what: string, probe: () => void) => {
    try {
      probe();
    } catch (error) {
      state.problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  attempt("SQLite", () => {
    const db = openShared(":memory:", "");
    try {
      state.version = db.get<{ v: string }>("SELECT sqlite_version() AS v")?.v ?? "";
      attempt("FTS5", () => {
        db.exec("CREATE VIRTUAL TABLE probe USING fts5(text)");
        state.fts5 = true;
      });
      attempt("extension loading", () => {
        const omitted = db.get<{ v: number }>("SELECT sqlite_compileoption_used('OMIT_LOAD_EXTENSION') AS v");
        state.extensions = omitted?.v === 0;
      });
    } finally {
      db.close();
    }
  });
  return state;
}
