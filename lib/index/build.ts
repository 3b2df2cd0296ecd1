// Builds one revision: scan, read and parse, resolve, write, publish. Nothing is visible before the last step, and a
// build that fails or dies leaves the revision before it as it was (invariant 5, NFR-11). The caller holds the lock.

import { compareText, corpusHash } from "../base/ids.ts";
import { Problem } from "../base/problem.ts";
import { type FileSignature, readSource } from "../corpus/read.ts";
import { type CorpusScan, scanCorpus, type ScannedFile } from "../corpus/scan.ts";
import { createSelector } from "../corpus/select.ts";
import type { ProjectConfig, SqlDialect } from "../facts/config.ts";
import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import { evidence } from "../facts/evidence.ts";
import { DeclarationIndex, type Reference } from "../resolve/declarations.ts";
import { World } from "../resolve/world.ts";
import type { ControlStore } from "../store/control.ts";
import { GraphWriter, nodeRow, type SignatureRow, UNREAD_SHA256 } from "../store/graph_writer.ts";
import { LexvecWriter } from "../store/lexvec_writer.ts";
import { Revisions } from "../store/revisions.ts";
import { linkCorpus } from "./link.ts";
import { writeSchema } from "./schema_stage.ts";
import { type ParseResult, withoutText } from "./parse_job.ts";
import { ParsePool, type SpawnParser } from "./parse_pool.ts";
import { MAKER, TOOL_VERSION } from "./version.ts";
import { writeProblem } from "./write_problem.ts";

export interface BuildInput {
  config: ProjectConfig;
  configHash: string;
  revisions: Revisions;
  control: ControlStore;
  spawn: SpawnParser;
  threads: number;
  onProgress?: (stage: string, done: number, total: number) => void;
  /** Asks the configured database; absent when this build does not. */
  liveSchema?: () => Promise<LiveSchemaOutcome | null>;
}

export interface Built {
  index_rev: string;
  corpus_hash: string;
  files: number;
  coverage: Record<string, number>;
  nodes: number;
  edges: number;
  chunks: number;
  skipped: Record<string, { count: number; examples: string[] }>;
  problems: number;
  stages: { stage: string; ms: number }[];
  warnings: string[];
}

/** A file as far as the build knows it before it is parsed. */
interface PendingFile {
  scanned: ScannedFile;
  /** Hexadecimal. */
  sha256: string;
  signature: Omit<FileSignature, "dev">;
  /** Clock before it was read. */
  readMs: number;
  /** It changed while it was read, twice: its bytes may be of no single moment. */
  unsteady: boolean;
}

export async function buildRevision(input: BuildInput): Promise<Built> {
  const clock = new StageClock();
  const { revisions, control } = input;

  input.onProgress?.("scan", 0, 0);
  const scan = scanCorpus(input.config.root, createSelector(input.config));
  clock.done("scan");
  if (scan.files.length === 0) throw emptyCorpus(input.config, scan);

  // The history may be a new one: the folders and the pointer know numbers that it does not.
  const number = Math.max(control.lastNumber(), revisions.currentNumber() ?? 0, ...revisions.existing()) + 1;
  const id = Revisions.id(number);
  let built: Built;
  try {
    control.begin(number, TOOL_VERSION, new Date().toISOString());
    built = await write(input, id, scan, clock);
    revisions.publish({ index_rev: id, corpus_hash: built.corpus_hash, config_hash: input.configHash });
  } catch (error) {
    revisions.remove(id);
    const problem = writeProblem(revisions.dir, error);
    try {
      control.failed(number, new Date().toISOString(), `${problem.code}: ${problem.message}`);
    } catch {
      // The disk that failed the build may refuse this row too; the next build closes it as abandoned.
    }
    throw problem;
  }
  // The revision is current from here on: nothing that fails now may take it away.
  clock.done("publish");
  built.stages = clock.stages;
  try {
    control.ready(number, new Date().toISOString(), {
      ...built,
      config_hash: input.configHash,
      capability: "degraded",
    });
  } catch (error) {
    built.warnings.push(`the history does not know ${id} as ready yet: ${(error as Error).message}`);
  }
  return built;
}

async function write(input: BuildInput, id: string, scan: CorpusScan, clock: StageClock): Promise<Built> {
  const { revisions, config } = input;
  Deno.mkdirSync(revisions.folder(id), { recursive: true });
  const graph = new GraphWriter(revisions.graphPath(id));
  const lexvec = new LexvecWriter(revisions.lexvecPath(id));
  let pool: ParsePool | null = null;
  try {
    // The server is asked while files are parsed.
    const asked = input.liveSchema?.() ?? Promise.resolve(null);
    const load = new Load(graph, lexvec, scan.files.length, input.onProgress);
    pool = new ParsePool(
      input.spawn,
      input.threads,
      { maxTokens: config.chunk.max_tokens, dialect: config.db.dialect },
      (result) => load.accept(result),
    );
    for (let i = 0; i < scan.files.length; i++) await readOne(scan, i, config, load, pool);
    await pool.finish();
    clock.done("parse");

    const live = await asked;
    if (live?.state === "failed") load.warnings.push(`${live.message}; ${live.hint}`);
    load.writeSignatures();
    load.schema(config.db.dialect, live);
    clock.done("schema");
    load.resolve();
    clock.done("resolve");

    for (const [reason, { count, examples }] of Object.entries(load.skippedOf(scan))) {
      graph.skipped(reason, count, examples);
    }
    const corpus_hash = corpusHash(load.hashes);
    const meta = { index_rev: id, corpus_hash, config_hash: input.configHash, maker: MAKER };
    for (const [key, value] of Object.entries(meta)) graph.meta(key, value);
    lexvec.meta("index_rev", id);
    graph.finish();
    lexvec.finish();
    syncToDisk(revisions.graphPath(id));
    syncToDisk(revisions.lexvecPath(id));
    clock.done("write");
    return {
      index_rev: id,
      corpus_hash,
      files: load.hashes.length,
      coverage: load.coverage,
      nodes: graph.counts.nodes,
      edges: graph.counts.edges + graph.counts.contained,
      chunks: lexvec.counts.chunks,
      skipped: load.skippedOf(scan),
      problems: graph.counts.problems,
      stages: [],
      warnings: load.warnings,
    };
  } catch (error) {
    pool?.stop();
    graph.abandon();
    lexvec.abandon();
    throw error;
  }
}

async function readOne(scan: CorpusScan, number: number, config: ProjectConfig, load: Load, pool: ParsePool) {
  const scanned = scan.files[number]!;
  const named = { file: number, path: scanned.path };
  const read = readSource(config.root, scanned);
  if (!read.ok && read.reason === "vanished") {
    load.leftOut(read.reason, scanned.path);
  } else if (!read.ok) {
    load.expect(number, {
      scanned,
      sha256: UNREAD_SHA256,
      signature: scanned,
      readMs: Date.now(),
      unsteady: false,
    });
    const problem = { line: 1, code: "UNREAD", message: `the file could not be read: ${read.reason}` };
    load.accept(withoutText(named, "failed", read.reason, "unknown", problem));
  } else {
    const { sha256, signature, readMs, changedDuringRead: unsteady } = read;
    load.expect(number, { scanned, sha256, signature, readMs, unsteady });
    if (read.tooLarge) load.accept(withoutText(named, "skipped", "too_large", "unknown"));
    else await pool.add({ ...named, language: scanned.language, bytes: read.bytes });
  }
}

/** Takes parsed files in any order and writes rows whose numbers do not depend on it. */
class Load {
  readonly hashes: { path: string; sha256: string }[] = [];
  readonly coverage: Record<string, number> = { parsed: 0, partial: 0, failed: 0, skipped: 0 };
  readonly warnings: string[] = [];
  readonly #pending = new Map<number, PendingFile>();
  readonly #declarations = new DeclarationIndex();
  readonly #world = new World();
  readonly #references: { file: number; reference: Reference }[] = [];
  readonly #leftOut: Record<string, { count: number; examples: string[] }> = {};
  readonly #signatures: SignatureRow[] = [];
  #done = 0;

  constructor(
    readonly graph: GraphWriter,
    readonly lexvec: LexvecWriter,
    readonly total: number,
    readonly onProgress?: (stage: string, done: number, total: number) => void,
  ) {}

  expect(file: number, pending: PendingFile): void {
    this.#pending.set(file, pending);
  }

  leftOut(reason: string, path: string): void {
    const entry = this.#leftOut[reason] ??= { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < 3) entry.examples.push(path);
  }

  accept(result: ParseResult): void {
    const pending = this.#pending.get(result.file)!;
    this.#pending.delete(result.file);
    const { scanned } = pending;
    const { path } = scanned;
    if (pending.unsteady) {
      const message = "the file changed while it was read: what is indexed may be of no single moment";
      result.problems.push({ line: 1, code: "CHANGED_DURING_READ", message });
      this.warnings.push(`${path}: ${message}; the next call compares it again`);
    }
    this.graph.file({
      id: result.file,
      path,
      language: scanned.language,
      state: result.state,
      reason: result.reason,
      sha256: pending.sha256,
      bytes: pending.signature.size,
      lines: result.lines,
      encoding: result.encoding,
    });
    const { size, mtimeMs, ctimeMs, ino } = pending.signature;
    const readMs = pending.unsteady ? 0 : pending.readMs;
    this.#signatures.push({ path, sha256: pending.sha256, size, mtimeMs, ctimeMs, ino, readMs });
    result.nodes.forEach((node, local) => {
      this.graph.node(result.file, local, node, result.uids.subarray(local * 20, local * 20 + 20));
      this.#declarations.add({ row: nodeRow(result.file, local), kind: node.kind, fqn: node.fqn });
    });
    this.#world.add({
      file: result.file,
      path,
      facts: { state: "parsed", nodes: result.nodes, refs: result.refs, problems: [], ...result.more },
    });
    this.#declarations.addFile(path, nodeRow(result.file, 0));
    for (const ref of result.refs) {
      const reference: Reference = {
        kind: ref.kind,
        from: nodeRow(result.file, ref.from),
        target: ref.target,
        evidence: evidence(path, ref.line),
      };
      this.#references.push({ file: result.file, reference });
    }
    for (const problem of result.problems) this.graph.problem(result.file, problem);
    for (const chunk of result.chunks) {
      this.lexvec.chunk(result.file, { ...chunk, node: nodeRow(result.file, chunk.node) });
    }
    this.hashes.push({ path, sha256: pending.sha256 });
    this.coverage[result.state]!++;
    this.onProgress?.("parse", ++this.#done, this.total);
  }

  schema(dialect: SqlDialect, live: LiveSchemaOutcome | null): void {
    writeSchema([...this.#world.files.values()], { dialect, live }, this.graph);
  }

  resolve(): void {
    linkCorpus(
      { world: this.#world, declarations: this.#declarations, references: this.#references },
      this.graph,
    );
  }

  writeSignatures(): void {
    this.graph.signatures(this.#signatures.sort((a, b) => compareText(a.path, b.path)));
  }

  skippedOf(scan: CorpusScan): Record<string, { count: number; examples: string[] }> {
    return { ...scan.skipped, ...this.#leftOut };
  }
}

class StageClock {
  readonly stages: { stage: string; ms: number }[] = [];
  #last = performance.now();

  done(stage: string): void {
    const now = performance.now();
    this.stages.push({ stage, ms: Math.round((now - this.#last) * 10) / 10 });
    this.#last = now;
  }
}

/** Flushes a store to the disk, so that the pointer never names a file that a power cut took away. */
function syncToDisk(path: string): void {
  const file = Deno.openSync(path, { read: true, write: true });
  try {
    file.syncDataSync();
  } finally {
    file.close();
  }
}

function emptyCorpus(config: ProjectConfig, scan: CorpusScan): Problem {
  const seen = Object.entries(scan.skipped).sort((a, b) => b[1].count - a[1].count)
    .map(([reason, { count, examples }]) => `${count} ${reason} (${examples[0]})`);
  return new Problem(
    "EMPTY_CORPUS",
    `${config.root}: no file is selected; ` +
      (seen.length > 0 ? `left out: ${seen.join(", ")}` : "it holds no file"),
    "check `root`, `include`, `exclude` and `extensions` in .ragraf/project.yaml; the next call reads it again",
  );
}
