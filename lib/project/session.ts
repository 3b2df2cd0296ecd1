// A project as the engine holds it: the readers of the current revision, the guard before every answer, builds under the
// lock. A long-lived server looks at the pointer at every call, so that it follows revisions made by others.

import { corpusHash } from "../base/ids.ts";
import { Problem, refusal } from "../base/problem.ts";
import { readSource } from "../corpus/read.ts";
import { type CorpusScan, ListingCache, scanCorpus, type ScannedFile } from "../corpus/scan.ts";
import { createSelector, type Selector } from "../corpus/select.ts";
import { compareCorpus, loadSignatures, type SignatureTable } from "../drift/guard.ts";
import type { ProjectConfig } from "../facts/config.ts";
import { type Freshness, NOT_CHECKED } from "../facts/envelope.ts";
import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import { buildRevision, type Built } from "../index/build.ts";
import { ProjectLock } from "../index/lock.ts";
import type { SpawnParser } from "../index/parse_pool.ts";
import { rotate, rotateSecrets, sweepUnfinished } from "../index/rotate.ts";
import { MAKER } from "../index/version.ts";
import { notWritable, writeProblem } from "../index/write_problem.ts";
import type { CorpusState } from "../ops/context.ts";
import { Catalog } from "../store/catalog.ts";
import { ControlStore } from "../store/control.ts";
import { GraphReader } from "../store/graph_reader.ts";
import { LexvecReader } from "../store/lexvec_reader.ts";
import { type RevisionPointer, Revisions } from "../store/revisions.ts";
import { isDamaged } from "../store/sqlite.ts";
import type { EngineOpen } from "./engine_protocol.ts";
import type { BuildReport } from "./types.ts";

/** An open revision. */
export interface OpenRevision {
  pointer: RevisionPointer;
  graph: GraphReader;
  lexvec: LexvecReader;
}

/** How often an open follows a pointer that others move. */
const OPEN_ATTEMPTS = 8;

/** A comparison of the files with a revision. */
export interface Comparison {
  state: CorpusState;
  scan: CorpusScan;
}

/** What the guard found out before an answer. */
export interface Guarded {
  opened: OpenRevision;
  freshness: Freshness;
  corpus: CorpusState;
  /** Of this very call, when nothing was rebuilt. */
  compared?: Comparison;
  refused?: Problem;
}

export type AskDatabase = (db: ProjectConfig["db"]) => Promise<LiveSchemaOutcome | null>;
export type OnProgress = (stage: string, done: number, total: number) => void;

export class Session {
  readonly revisions: Revisions;
  readonly catalog: Catalog;
  config: ProjectConfig;
  configHash: string;
  #selector: Selector;
  #listings = new ListingCache();
  #control: ControlStore | null = null;
  #open: OpenRevision | null = null;
  #signatures: { graph: GraphReader; table: SignatureTable } | null = null;

  constructor(readonly settings: EngineOpen, readonly spawn: SpawnParser, readonly askDatabase: AskDatabase) {
    this.revisions = new Revisions(settings.dir);
    this.catalog = new Catalog(settings.home);
    this.config = settings.config;
    this.configHash = settings.configHash;
    this.#selector = createSelector(settings.config);
  }

  setConfig(config: ProjectConfig, hash: string): void {
    this.config = config;
    this.configHash = hash;
    this.#selector = createSelector(config);
    this.#listings = new ListingCache();
  }

  get selector(): Selector {
    return this.#selector;
  }

  /**
   * The history and the journal; null with a reason when it cannot be opened, for example on a read-only disk. A reason
   * is of this moment: a full disk gets space, a damaged file is mended by a build of another process.
   */
  control(): { store: ControlStore | null; reason: string | null } {
    if (this.#control !== null && this.#control.isOfFile()) return { store: this.#control, reason: null };
    this.#closeControl();
    try {
      this.#control = new ControlStore(this.revisions.controlPath);
      return { store: this.#control, reason: null };
    } catch (error) {
      const { message } = error as Error;
      const reason = isDamaged(error)
        ? `${this.revisions.controlPath} is damaged (${message}): \`ragraf index\` mends it`
        : message;
      return { store: null, reason };
    }
  }

  /** The same for a build, which mends: a damaged store is moved aside. `whole` looks at all of it. */
  #controlForBuild(whole: boolean): { store: ControlStore; warnings: string[] } {
    this.#closeControl();
    const path = this.revisions.controlPath;
    try {
      const { store, aside } = ControlStore.openOrMend(path, whole);
      this.#control = store;
      const warnings = aside === null
        ? []
        : [`${path} was damaged and is now ${aside}; the history and the journal start anew`];
      return { store, warnings };
    } catch (error) {
      const problem = writeProblem(path, error);
      throw problem.code === "INTERNAL" ? notWritable(path, error) : problem;
    }
  }

  #closeControl(): void {
    try {
      this.#control?.close();
    } catch {
      // Its file is gone or the disk refuses: there is nothing left to lose.
    }
    this.#control = null;
  }

  /** Readers of the current revision, or of a kept one. Null when there is no revision at all. */
  open(rev?: string): OpenRevision | null {
    if (rev !== undefined) return this.#openKept(rev);
    for (let attempt = 0;; attempt++) {
      const pointer = this.revisions.current();
      if (pointer === null) return null;
      if (this.#open !== null && samePointer(this.#open.pointer, pointer)) return this.#open;
      try {
        const opened = this.#openFolder(pointer);
        this.#closeReaders();
        this.#open = opened;
        return opened;
      } catch (error) {
        // Between the pointer and the folder another process may have published and rotated: look again.
        const now = this.revisions.current();
        if (attempt >= OPEN_ATTEMPTS || (now !== null && samePointer(now, pointer))) throw error;
      }
    }
  }

  #openKept(rev: string): OpenRevision {
    const number = Revisions.number(rev);
    if (number === null || !this.revisions.existing().includes(number)) {
      const kept = this.revisions.existing().map((n) => Revisions.id(n)).join(", ") || "none";
      throw new Problem("UNKNOWN_REVISION", `revision «${rev}» is not kept`, `kept revisions: ${kept}`, 2);
    }
    const graph = new GraphReader(this.revisions.graphPath(rev));
    const pointer = {
      index_rev: rev,
      corpus_hash: graph.meta("corpus_hash") ?? "",
      config_hash: graph.meta("config_hash") ?? "",
    };
    return { pointer, graph, lexvec: new LexvecReader(this.revisions.lexvecPath(rev)) };
  }

  #openFolder(pointer: RevisionPointer): OpenRevision {
    const graph = new GraphReader(this.revisions.graphPath(pointer.index_rev));
    try {
      return { pointer, graph, lexvec: new LexvecReader(this.revisions.lexvecPath(pointer.index_rev)) };
    } catch (error) {
      graph.close();
      throw error;
    }
  }

  /** Compares the files with a revision. `force` hashes every file. */
  compare(opened: OpenRevision, force: boolean): Comparison {
    const scan = scanCorpus(this.config.root, this.#selector, this.#listings);
    if (opened.graph.meta("maker") !== MAKER) return { scan, state: otherMaker(opened) };
    const table = this.#table(opened);
    const change = compareCorpus(scan, table, (file) => this.#hash(file), force);
    const config_changed = opened.pointer.config_hash !== this.configHash;
    const { changed, added, deleted } = change;
    const corpus_hash_indexed = opened.pointer.corpus_hash;
    return { scan, state: { checked: true, changed, added, deleted, config_changed, corpus_hash_indexed } };
  }

  /** Hash of the corpus as it is now: from the index where nothing differs, from the files where something does. */
  hashNow(opened: OpenRevision, compared: Comparison, force: boolean): string {
    const { state, scan } = compared;
    const differs = state.changed.length + state.added.length + state.deleted.length > 0;
    if (!force && !differs) return opened.pointer.corpus_hash;
    const table = this.#table(opened);
    const moved = new Set([...state.changed, ...state.added]);
    const files: { path: string; sha256: string }[] = [];
    for (const file of scan.files) {
      const known = !force && !moved.has(file.path) ? table.get(file.path)?.sha256 : undefined;
      const hash = known ?? this.#hash(file);
      if (hash !== null) files.push({ path: file.path, sha256: hash });
    }
    return corpusHash(files);
  }

  #table(opened: OpenRevision): SignatureTable {
    if (this.#signatures?.graph !== opened.graph) {
      this.#signatures = { graph: opened.graph, table: loadSignatures(opened.graph) };
    }
    return this.#signatures.table;
  }

  #hash(file: ScannedFile): string | null {
    const read = readSource(this.config.root, file);
    return read.ok ? read.sha256 : null;
  }

  /** Builds under the lock. With `onlyIfNeeded` it first looks whether another process has done it meanwhile. */
  async build(
    onlyIfNeeded: boolean,
    onProgress?: OnProgress,
    database: "ask" | "keep" = "ask",
  ): Promise<BuildReport> {
    const { dir, holder, lockTimeoutMs } = this.settings;
    try {
      Deno.mkdirSync(dir, { recursive: true });
    } catch (error) {
      const problem = writeProblem(dir, error);
      throw problem.code === "INTERNAL" ? notWritable(dir, error) : problem;
    }
    const lock = await ProjectLock.acquire(this.revisions.lockPath, holder, lockTimeoutMs);
    try {
      const { store, warnings: mended } = this.#controlForBuild(!onlyIfNeeded);
      const unfinished = this.#sweep(store);
      if (onlyIfNeeded) {
        const report = this.#reportIfCurrent();
        if (report !== null) return { ...report, warnings: [...mended, ...this.#registerMoved(report)] };
      }
      const configBefore = this.#configOfCurrent();
      const built = await buildRevision({
        config: this.config,
        configHash: this.configHash,
        revisions: this.revisions,
        control: store,
        spawn: this.spawn,
        threads: this.settings.threads,
        onProgress,
        liveSchema: () => database === "ask" ? this.askDatabase(this.config.db) : this.#keptSchema(),
      });
      const reconfigured = configBefore !== undefined && configBefore !== this.configHash;
      const { removed, warnings: left } = this.#rotate(store, reconfigured);
      const warnings = [...mended, ...built.warnings, ...left, ...this.#register(built)];
      return {
        ...built,
        built: true,
        initialised: false,
        removed_revs: [...unfinished, ...removed],
        warnings,
      };
    } finally {
      lock.release();
    }
  }

  /** What the database said for the current revision, unless the configuration names another. */
  #keptSchema(): Promise<LiveSchemaOutcome | null> {
    const { dsn_from, information_schema } = this.config.db;
    if (dsn_from === "" && information_schema === "") return Promise.resolve(null);
    const opened = this.#configOfCurrent() === this.configHash ? this.open() : null;
    const kept = opened?.graph.meta("live_schema_rows");
    return kept === undefined ? this.askDatabase(this.config.db) : Promise.resolve(JSON.parse(kept));
  }

  #sweep(store: ControlStore): string[] {
    try {
      return sweepUnfinished(this.revisions, store);
    } catch (error) {
      throw writeProblem(this.settings.dir, error);
    }
  }

  /** The new revision is current already: what cannot be cleaned up now is for the next build. */
  #rotate(store: ControlStore, reconfigured: boolean): { removed: string[]; warnings: string[] } {
    try {
      const removed = rotate(this.revisions, store, this.config.retain_revs);
      const isSecret = (path: string) => this.#selector.secretPattern(path) !== null;
      if (reconfigured) removed.push(...rotateSecrets(this.revisions, store, isSecret));
      return { removed, warnings: [] };
    } catch (error) {
      return { removed: [], warnings: [`old revisions were not removed: ${(error as Error).message}`] };
    }
  }

  /** Hash of the configuration that the current revision was made with; undefined when there is none to read. */
  #configOfCurrent(): string | undefined {
    return this.revisions.currentNumber() === null ? undefined : this.revisions.current()?.config_hash;
  }

  /** A report of the current revision when it is of the files as they are now. A damaged one is not current. */
  #reportIfCurrent(): BuildReport | null {
    if (this.revisions.currentNumber() === null) return null;
    try {
      return this.#report();
    } catch (error) {
      if (error instanceof Problem && error.code.startsWith("STORE_")) return null;
      throw error;
    }
  }

  #report(): BuildReport | null {
    const opened = this.open();
    if (opened === null) return null;
    const { state } = this.compare(opened, false);
    if (state.config_changed || state.changed.length + state.added.length + state.deleted.length > 0) {
      return null;
    }
    const { graph, lexvec, pointer } = opened;
    const coverage = graph.coverage();
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
    return {
      index_rev: pointer.index_rev,
      corpus_hash: pointer.corpus_hash,
      built: false,
      initialised: false,
      files: sum(coverage),
      coverage,
      nodes: sum(graph.nodeCounts()),
      edges: sum(graph.edgeCounts()),
      chunks: lexvec.chunkCount(),
      skipped: Object.fromEntries(graph.skipped().map(({ reason, ...rest }) => [reason, rest])),
      problems: graph.problemCount(),
      stages: [],
      warnings: [],
      removed_revs: [],
    };
  }

  /** An index that came here with its folder, or from another user, is not in this catalog yet. */
  #registerMoved(report: BuildReport): string[] {
    try {
      const known = this.catalog.entries().find((e) => e.root === this.config.root);
      if (known?.config_file === this.settings.configFile && known.index_rev === report.index_rev) return [];
    } catch {
      // A damaged catalog is mended, and said, by registering.
    }
    return this.#register(report);
  }

  /** The catalog is a convenience: when it cannot be written, the build stands and says so. */
  #register(built: Omit<Built, "skipped">): string[] {
    try {
      const aside = this.catalog.register({
        name: this.config.project,
        root: this.config.root,
        config_file: this.settings.configFile,
        index_rev: built.index_rev,
        corpus_hash: built.corpus_hash,
        config_hash: this.configHash,
        files: built.files,
        nodes: built.nodes,
        edges: built.edges,
        indexed_at: new Date().toISOString(),
      });
      return aside === null
        ? []
        : [`the catalog was damaged and is now ${aside}; other projects enter it when they are indexed`];
    } catch (error) {
      return [`the catalog was not updated: ${(error as Error).message}`];
    }
  }

  /**
   * The guard before an answer, by policy. Returns what the envelope says, the revision to answer from, and the refusal
   * that the policy `error` demands.
   * @throws Problem NOT_INDEXED
   */
  async guard(mode: "update" | "compare"): Promise<Guarded> {
    const seen = this.against(this.#mustOpen());
    const { opened, corpus, freshness } = seen;
    if (!corpus.checked || !freshness.stale || mode === "compare") return seen;
    const { policy } = this.config.freshness;
    if (policy === "error") {
      const refused = refusal(
        "STALE",
        `the index is not of the files as they are: ${freshness.reason}`,
        "run `ragraf index` and ask again",
      );
      return { ...seen, refused };
    }
    if (policy === "warn") return seen;
    try {
      // An answer does not wait for a database: what it said at the last index stands.
      const { index_rev: reindex_rev } = await this.build(true, undefined, "keep");
      const { reason: _, ...before } = freshness;
      const now = this.#mustOpen();
      return {
        opened: now,
        corpus: unchanged(now),
        freshness: { ...before, stale: false, reindexed: true, reindex_rev },
      };
    } catch (error) {
      const reason = `${freshness.reason}; the rebuild failed: ${Problem.from(error).message}`;
      return { opened, corpus, freshness: { ...freshness, reason } };
    }
  }

  /** How a revision stands to the files; a comparison that fails is said, it does not stop the answer. */
  against(opened: OpenRevision): Guarded {
    try {
      const compared = this.compare(opened, false);
      return { opened, corpus: compared.state, freshness: freshnessOf(compared.state), compared };
    } catch (error) {
      const reason = `the files could not be compared with the index: ${Problem.from(error).message}`;
      return { opened, corpus: unchecked(opened), freshness: { ...NOT_CHECKED, stale: true, reason } };
    }
  }

  #mustOpen(): OpenRevision {
    const opened = this.open();
    if (opened !== null) return opened;
    throw notIndexed(this.config.root);
  }

  #closeReaders(): void {
    this.#open?.graph.close();
    this.#open?.lexvec.close();
    this.#open = null;
  }

  close(): void {
    this.#closeReaders();
    this.#closeControl();
  }
}

export function notIndexed(root: string): Problem {
  const hint = "run `ragraf ensure` (or call the tool ragraf_ensure) and ask again";
  return refusal("NOT_INDEXED", `${root} has no index yet`, hint);
}

/** A dropped index starts again at number one: the number alone does not tell two revisions apart. */
function samePointer(a: RevisionPointer, b: RevisionPointer): boolean {
  return a.index_rev === b.index_rev && a.corpus_hash === b.corpus_hash && a.config_hash === b.config_hash;
}

/** What the envelope says of a comparison after which nothing was rebuilt. */
export function freshnessOf(state: CorpusState): Freshness {
  const { checked, config_changed } = state;
  const [changed, added, deleted] = [state.changed.length, state.added.length, state.deleted.length];
  const stale = changed + added + deleted > 0 || config_changed;
  const parts = [`${changed} changed, ${added} added, ${deleted} deleted file(s)`];
  if (config_changed) parts.push("another configuration or version");
  const reason = parts.join("; ");
  return {
    checked,
    stale,
    ...(stale && { reason }),
    changed,
    added,
    deleted,
    config_changed,
    reindexed: false,
  };
}

/** An index of another version: nothing of it can be compared, and a rebuild is due whatever the files are. */
function otherMaker(opened: OpenRevision): CorpusState {
  return { ...unchanged(opened), config_changed: true };
}

function unchecked(opened: OpenRevision): CorpusState {
  return { ...unchanged(opened), checked: false };
}

function unchanged(opened: OpenRevision): CorpusState {
  const corpus_hash_indexed = opened.pointer.corpus_hash;
  return { checked: true, changed: [], added: [], deleted: [], config_changed: false, corpus_hash_indexed };
}
