// Opening SQLite. This folder is the only one that knows node:sqlite; each module beside this one owns all SQL of its
// file. A store of a revision is written once, in one transaction, and afterwards only ever opened read-only
// (invariant 4).

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Problem } from "../base/problem.ts";

export type Value = null | number | bigint | string | Uint8Array;
export type Row = Record<string, Value>;

/** Makes of an error what its reader can act on. */
type Failure = (error: unknown) => unknown;

/** A database with its statements prepared once. */
export class Database {
  readonly #db: DatabaseSync;
  readonly #failure: Failure;
  readonly #statements = new Map<string, StatementSync>();

  constructor(readonly path: string, db: DatabaseSync, failure: Failure = (error) => error) {
    this.#db = db;
    this.#failure = failure;
  }

  exec(sql: string): void {
    this.#attempt(() => this.#db.exec(sql));
  }

  /** The prepared statement of a text, made on first use. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  run(sql: string, ...values: Value[]): void {
    this.#attempt(() => this.statement(sql).run(...values));
  }

  all<T = Row>(sql: string, ...values: Value[]): T[] {
    return this.#attempt(() => this.statement(sql).all(...values)) as T[];
  }

  get<T = Row>(sql: string, ...values: Value[]): T | undefined {
    return this.#attempt(() => this.statement(sql).get(...values)) as T | undefined;
  }

  /** Rows one at a time, for results that must not be held whole. */
  *iterate<T = Row>(sql: string, ...values: Value[]): IterableIterator<T> {
    const rows = this.#attempt(() => this.statement(sql).iterate(...values)) as IterableIterator<T>;
    for (;;) {
      const next = this.#attempt(() => rows.next());
      if (next.done) return;
      yield next.value;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#failure(error);
    }
  }
}

/** SQLite says that a file is not, or not any more, what was once written. */
export function isDamaged(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error);
  return /malformed|not a database|no such table|no such column/i.test(text);
}

/**
 * A new store file for a build. No journal: until the pointer names the revision, nobody reads the file, and a build
 * that dies leaves a folder that the next one removes.
 */
export function createForBuild(path: string, schema: string): Database {
  const db = new Database(path, new DatabaseSync(path));
  db.exec("PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;");
  db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;");
  db.exec(schema);
  return db;
}

/** A finished store; any write through it fails in SQLite itself. */
export function openReadOnly(path: string): Database {
  const failure = (error: unknown) =>
    !isDamaged(error) && !/disk I\/O error/i.test(String(error)) ? error : new Problem(
      "STORE_DAMAGED",
      `the store ${path} is damaged: ${(error as Error).message}`,
      "run `ragraf index` to build a new revision",
    );
  try {
    const db = new Database(path, new DatabaseSync(path, { readOnly: true }), failure);
    db.exec("PRAGMA mmap_size = 268435456; PRAGMA query_only = ON;");
    return db;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      "STORE_UNREADABLE",
      `the store ${path} cannot be opened: ${(error as Error).message}`,
      "run `ragraf index` to build a new revision",
    );
  }
}

/** A shared, long-lived store (control): several processes write it. */
export function openShared(path: string, schema: string): Database {
  const db = new Database(path, new DatabaseSync(path));
  try {
    db.exec("PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    db.exec(schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
