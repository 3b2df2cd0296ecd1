// control.sqlite: the history of revisions and the journal of calls. It outlives every revision and nothing in it is
// ever deleted (FT-34). It is the only store that queries write, and only the journal of it.

import type { UsageCall } from "../facts/usage_call.ts";
import { freeName } from "./atomic_file.ts";
import { type Database, isDamaged, openShared } from "./sqlite.ts";

const TABLES = `
CREATE TABLE IF NOT EXISTS rev_history (
  rev INTEGER PRIMARY KEY, state TEXT NOT NULL, started_at TEXT NOT NULL, finished_at TEXT, reason TEXT,
  corpus_hash TEXT, config_hash TEXT, tool_version TEXT NOT NULL, files INTEGER, nodes INTEGER, edges INTEGER,
  chunks INTEGER, capability TEXT, stages TEXT, rotated_at TEXT
);
CREATE TABLE IF NOT EXISTS usage_call (
  id INTEGER PRIMARY KEY, at TEXT NOT NULL, op TEXT NOT NULL, agent TEXT NOT NULL, index_rev TEXT,
  args_sha1 TEXT NOT NULL, args_digest TEXT NOT NULL, found INTEGER NOT NULL, problem TEXT, ms REAL NOT NULL,
  answer_chars INTEGER NOT NULL, file_chars INTEGER NOT NULL
);
CREATE TRIGGER IF NOT EXISTS rev_history_kept BEFORE DELETE ON rev_history
  BEGIN SELECT RAISE(ABORT, 'the history of revisions is never deleted'); END;
CREATE TRIGGER IF NOT EXISTS usage_call_kept BEFORE DELETE ON usage_call
  BEGIN SELECT RAISE(ABORT, 'the journal of calls is never deleted'); END;
`;

export interface RevisionRecord {
  rev: number;
  state: "building" | "ready" | "failed";
  started_at: string;
  finished_at: string | null;
  reason: string | null;
  corpus_hash: string | null;
  config_hash: string | null;
  tool_version: string;
  files: number | null;
  nodes: number | null;
  edges: number | null;
  chunks: number | null;
  capability: string | null;
  /** JSON of StageTiming[]. */
  stages: string | null;
  rotated_at: string | null;
}

export interface UsageRow {
  op: string;
  agent: string;
  calls: number;
  not_found: number;
  problems: number;
  ms_total: number;
  answer_chars: number;
  file_chars: number;
}

export class ControlStore {
  readonly #db: Database;
  readonly #file: string;

  constructor(readonly path: string) {
    this.#db = openShared(path, TABLES);
    this.#file = fileIdentity(path);
  }

  /**
   * Opens the store for a build. A damaged one is moved aside, never deleted, and `aside` says where to. `whole` looks
   * at every page instead of the history only.
   */
  static openOrMend(path: string, whole: boolean): { store: ControlStore; aside: string | null } {
    let store: ControlStore | null = null;
    try {
      store = new ControlStore(path);
      store.#check(whole);
      return { store, aside: null };
    } catch (error) {
      store?.close();
      if (!isDamaged(error)) throw error;
    }
    const aside = freeName((n) => path.replace(/\.sqlite$/, `.damaged-${n}.sqlite`));
    for (const part of ["-wal", "-shm", ""]) {
      try {
        Deno.renameSync(path + part, aside + part);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    return { store: new ControlStore(path), aside };
  }

  /** False when the file of that name is another one now: it was moved aside or removed while this was open. */
  isOfFile(): boolean {
    return fileIdentity(this.path) === this.#file;
  }

  #check(whole: boolean): void {
    this.#db.all("SELECT * FROM rev_history");
    if (!whole) return;
    const faults = this.#db.all<{ quick_check: string }>("PRAGMA quick_check(1)");
    if (faults[0]?.quick_check !== "ok") throw new Error(`malformed: ${faults[0]?.quick_check}`);
  }

  close(): void {
    this.#db.close();
  }

  /** Highest revision number ever begun, 0 when none. */
  lastNumber(): number {
    return this.#db.get<{ n: number }>("SELECT coalesce(max(rev), 0) n FROM rev_history")!.n;
  }

  begin(rev: number, toolVersion: string, startedAt: string): void {
    // A number is taken once; one that died half-way is overwritten in place, its row is kept.
    this.#db.run(
      `INSERT INTO rev_history (rev, state, started_at, tool_version) VALUES (?, 'building', ?, ?)
       ON CONFLICT (rev) DO UPDATE SET state = 'building', started_at = excluded.started_at`,
      rev,
      startedAt,
      toolVersion,
    );
  }

  ready(rev: number, at: string, facts: Omit<ReadyFacts, "rev">): void {
    this.#db.run(
      `UPDATE rev_history SET state = 'ready', finished_at = ?, corpus_hash = ?, config_hash = ?, files = ?, nodes = ?,
       edges = ?, chunks = ?, capability = ?, stages = ? WHERE rev = ?`,
      at,
      facts.corpus_hash,
      facts.config_hash,
      facts.files,
      facts.nodes,
      facts.edges,
      facts.chunks,
      facts.capability,
      JSON.stringify(facts.stages),
      rev,
    );
  }

  failed(rev: number, at: string, reason: string): void {
    this.#db.run(
      "UPDATE rev_history SET state = 'failed', finished_at = ?, reason = ? WHERE rev = ?",
      at,
      reason,
      rev,
    );
  }

  /**
   * Builds that never ended: their process died. Called under the lock. The published one is ready all the same: its
   * process died between the switch and this row.
   */
  closeAbandoned(at: string, published: number | null): void {
    for (
      const { rev } of this.#db.all<{ rev: number }>("SELECT rev FROM rev_history WHERE state = 'building'")
    ) {
      if (rev !== published) this.failed(rev, at, "the process that built it ended before it was ready");
      else this.#db.run("UPDATE rev_history SET state = 'ready', finished_at = ? WHERE rev = ?", at, rev);
    }
  }

  rotated(rev: number, at: string): void {
    this.#db.run("UPDATE rev_history SET rotated_at = ? WHERE rev = ?", at, rev);
  }

  /** Ready revisions that are not marked as rotated. */
  unrotated(): number[] {
    const sql = "SELECT rev FROM rev_history WHERE state = 'ready' AND rotated_at IS NULL";
    return this.#db.all<{ rev: number }>(sql).map(({ rev }) => rev);
  }

  /** Newest first by number, never by time (article, defect 7). */
  history(limit: number): RevisionRecord[] {
    return this.#db.all<RevisionRecord>("SELECT * FROM rev_history ORDER BY rev DESC LIMIT ?", limit);
  }

  revision(rev: number): RevisionRecord | undefined {
    return this.#db.get<RevisionRecord>("SELECT * FROM rev_history WHERE rev = ?", rev);
  }

  call(call: UsageCall, at: string): void {
    this.#db.run(
      `INSERT INTO usage_call (at, op, agent, index_rev, args_sha1, args_digest, found, problem, ms, answer_chars,
       file_chars) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      at,
      call.op,
      call.agent,
      call.index_rev,
      call.args_sha1,
      call.args_digest,
      call.found ? 1 : 0,
      call.problem,
      call.ms,
      call.answer_chars,
      call.file_chars,
    );
  }

  /** Calls by operation and agent since a moment (ISO 8601). */
  usage(since: string): UsageRow[] {
    return this.#db.all<UsageRow>(
      `SELECT op, agent, count(*) calls, sum(found = 0) not_found, sum(problem IS NOT NULL) problems, sum(ms) ms_total,
       sum(answer_chars) answer_chars, sum(file_chars) file_chars FROM usage_call WHERE at >= ?
       GROUP BY op, agent ORDER BY calls DESC, op, agent`,
      since,
    );
  }
}

/** Empty when there is no such file. */
function fileIdentity(path: string): string {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return "";
  }
}

export interface ReadyFacts {
  rev: number;
  corpus_hash: string;
  config_hash: string;
  files: number;
  nodes: number;
  edges: number;
  chunks: number;
  capability: string;
  stages: { stage: string; ms: number }[];
}
