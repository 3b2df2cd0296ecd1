// Opening SQLite. This folder is the only one that knows node:sqlite; each module beside this one owns all SQL of its
// file. A store of a revision is written once, in one transaction, and afterwards only ever opened read-only
// (invariant 4).

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Problem } from "../base/problem.ts";

export type Value = null | number | bigint | string | Uint8Array;
export type Row = Record<string, Value>;

/** A database with its statements prepared once. */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(readonly path: string, db: DatabaseSync) {
    this.#db = db;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
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
    this.statement(sql).run(...values);
  }

  all<T = Row>(sql: string, ...values: Value[]): T[] {
    return this.statement(sql).all(...values) as T[];
  }

  get<T = Row>(sql: string, ...values: Value[]): T | undefined {
    return this.statement(sql).get(...values) as T | undefined;
  }

  /** Rows one at a time, for results that must not be held whole. */
  iterate<T = Row>(sql: string, ...values: Value[]): IterableIterator<T> {
    return this.statement(sql).iterate(...values) as IterableIterator<T>;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
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
  try {
    const db = new Database(path, new DatabaseSync(path, { readOnly: true }));
    db.exec("PRAGMA mmap_size = 268435456; PRAGMA query_only = ON;");
    return db;
  } catch (error) {
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
  db.exec("PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  db.exec(schema);
  return db;
}
