// Writes graph.sqlite of a revision that is being built. One function forms a node row, one an edge row
// (invariant 3); whoever adds a field has one place to remember.

import { fromHex } from "../base/hash.ts";
import type { Certainty } from "../facts/evidence.ts";
import type { NodeFact, ParamFact, ProblemFact } from "../facts/file_facts.ts";
import {
  EDGE_KINDS,
  type EdgeKind,
  FILE_STATES,
  type FileState,
  type Language,
  LANGUAGES,
  NODE_KINDS,
} from "../facts/kinds.ts";
import type { SchemaProblem, SchemaTable, SchemaVariant } from "../facts/schema.ts";
import { OUTCOMES, SITE_KINDS, type SiteKind, type SiteOutcome } from "../facts/site.ts";
import { GRAPH_INDEXES, GRAPH_TABLES, GRAPH_VERSION, NODES_PER_FILE } from "./graph_schema.ts";
import { createForBuild, type Database, type Value } from "./sqlite.ts";

export interface FileRow {
  id: number;
  path: string;
  language: Language;
  state: FileState;
  reason: string | null;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
  lines: number;
  encoding: string;
}

/** What the guard compares before it decides to hash. Times in milliseconds since 1970. */
export interface SignatureRow {
  path: string;
  /** Hexadecimal. */
  sha256: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number | null;
  ino: number | null;
  /** Clock before the file was read; 0 when its stamps can vouch for nothing. */
  readMs: number;
}

/** Stands for the content of a file that could not be read. */
export const UNREAD_SHA256 = "0".repeat(64);

export interface EdgeRow {
  kind: EdgeKind;
  src: number;
  dst: number;
  file: number;
  line: number;
  proof: Certainty;
  count: number;
}

export interface SiteRow {
  file: number;
  line: number;
  kind: SiteKind;
  outcome: SiteOutcome;
  /** unresolved: how many declarations of that name there are. */
  candidates: number | null;
  /** Row number of the function, method, closure or file around it. */
  src: number;
  name: string;
}

/** Row number of a node: file number and local number. */
export function nodeRow(file: number, local: number): number {
  return file * NODES_PER_FILE + local;
}

export class GraphWriter {
  readonly #db: Database;
  readonly #rules = new Map<string, number>();
  readonly counts = { nodes: 0, contained: 0, edges: 0, problems: 0, sites: 0 };

  constructor(path: string) {
    this.#db = createForBuild(path, GRAPH_TABLES);
    this.#db.exec("BEGIN");
    this.meta("graph_version", String(GRAPH_VERSION));
  }

  meta(key: string, value: string): void {
    this.#db.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
  }

  file(row: FileRow): void {
    this.#db.run(
      "INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      row.id,
      row.path,
      LANGUAGES.indexOf(row.language),
      FILE_STATES.indexOf(row.state),
      row.reason,
      fromHex(row.sha256),
      row.bytes,
      row.lines,
      row.encoding,
    );
  }

  /**
   * The signatures of all files, as one value: the guard needs all of them before every answer, and one JSON text is read
   * several times faster than as many rows.
   */
  signatures(rows: readonly SignatureRow[]): void {
    this.#db.run("INSERT INTO signatures VALUES (?)", JSON.stringify(rows.map(packSignature)));
  }

  /** The one place that forms a node row. `uid` is the 20-byte node id. */
  node(file: number, local: number, fact: NodeFact, uid: Uint8Array): void {
    const values: Value[] = [
      nodeRow(file, local),
      uid,
      NODE_KINDS.indexOf(fact.kind),
      fact.name,
      fact.fqn,
      fact.start_line,
      fact.end_line,
      fact.parent < 0 ? null : nodeRow(file, fact.parent),
      fact.modifiers ?? 0,
      fact.signature ?? null,
      fact.params === undefined ? null : packParams(fact.params),
      fact.type ?? null,
      fact.doc?.[0] ?? null,
      fact.doc?.[1] ?? null,
    ];
    this.#db.run("INSERT INTO node VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ...values);
    this.counts.nodes++;
    if (fact.parent >= 0) this.counts.contained++;
  }

  /** The one place that forms an edge row. */
  edge(row: EdgeRow): void {
    this.#db.run(
      "INSERT INTO edge (kind, src, dst, file, line, rule, count) VALUES (?, ?, ?, ?, ?, ?, ?)",
      EDGE_KINDS.indexOf(row.kind),
      row.src,
      row.dst,
      row.file,
      row.line,
      this.#rule(row.proof),
      row.count,
    );
    this.counts.edges++;
  }

  /** One call site, whatever became of it. */
  site(row: SiteRow): void {
    this.#db.run(
      "INSERT INTO site (file, line, kind, outcome, candidates, src, name) VALUES (?, ?, ?, ?, ?, ?, ?)",
      row.file,
      row.line,
      SITE_KINDS.indexOf(row.kind),
      OUTCOMES.indexOf(row.outcome),
      row.candidates,
      row.src,
      row.name,
    );
    this.counts.sites++;
  }

  externalRef(node: number, kind: string, target: string, line: number): void {
    this.#db.run("INSERT OR IGNORE INTO external_ref VALUES (?, ?, ?, ?)", node, kind, target, line);
  }

  schemaVariant({ name, answers, ...body }: Omit<SchemaVariant, "tables">): void {
    this.#db.run("INSERT INTO schema_variant VALUES (?, ?, ?)", name, answers ? 1 : 0, JSON.stringify(body));
  }

  /** One table or view with everything that belongs to it; `node` is its row, where a file of the corpus makes it. */
  schemaTable(table: SchemaTable, node: number | null): void {
    this.#db.run(
      "INSERT INTO schema_table (variant, name, kind, columns, path, line, node, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      table.variant,
      table.name,
      table.kind,
      table.columns.length,
      table.path,
      table.line,
      node,
      JSON.stringify(table),
    );
  }

  /** What the replay or the comparison with a database found out; its path may be none of the corpus. */
  schemaProblem({ path, line, code, message }: SchemaProblem): void {
    this.#db.run("INSERT INTO schema_problem VALUES (?, ?, ?, ?)", path, line, code, message);
    this.counts.problems++;
  }

  problem(file: number, fact: ProblemFact): void {
    this.#db.run("INSERT INTO problem VALUES (?, ?, ?, ?)", file, fact.line, fact.code, fact.message);
    this.counts.problems++;
  }

  skipped(reason: string, count: number, examples: readonly string[]): void {
    this.#db.run("INSERT INTO skipped VALUES (?, ?, ?)", reason, count, JSON.stringify(examples));
  }

  /** Makes the indexes, ends the transaction, closes. The file is complete afterwards. */
  finish(): void {
    this.#db.exec(GRAPH_INDEXES);
    this.#db.exec("COMMIT; PRAGMA optimize;");
    this.#db.close();
  }

  /** Closes without finishing: the folder will be removed. */
  abandon(): void {
    try {
      this.#db.close();
    } catch {
      // Already closed, or the disk refuses: the folder is removed either way.
    }
  }

  #rule(proof: Certainty): number {
    const key = `${proof.certainty}|${proof.rule}`;
    let id = this.#rules.get(key);
    if (id === undefined) {
      id = this.#rules.size + 1;
      this.#rules.set(key, id);
      this.#db.run(
        "INSERT INTO edge_rule VALUES (?, ?, ?, ?)",
        id,
        proof.rule,
        proof.certainty,
        proof.confidence,
      );
    }
    return id;
  }
}

/** name, type, default, bits of FLAGS, words of promotion when there are any. */
type PackedParam = [string, string | null, string | null, number, string?];
const FLAGS = ["optional", "by_ref", "variadic"] as const;

/** Without the field names a parameter takes a third of the space. */
function packParams(params: readonly ParamFact[]): string {
  return JSON.stringify(params.map((p): PackedParam => {
    const bits = FLAGS.reduce((sum, flag, i) => sum + (p[flag] ? 1 << i : 0), 0);
    return p.promoted === undefined
      ? [p.name, p.type, p.default, bits]
      : [p.name, p.type, p.default, bits, p.promoted];
  }));
}

/** The other direction of `packParams`. */
export function unpackParams(packed: string): ParamFact[] {
  return (JSON.parse(packed) as PackedParam[]).map(([name, type, fallback, bits, promoted]) => ({
    name,
    type,
    default: fallback,
    optional: (bits & 1) !== 0,
    by_ref: (bits & 2) !== 0,
    variadic: (bits & 4) !== 0,
    ...(promoted !== undefined && { promoted }),
  }));
}

type PackedSignature = [string, string, number, number, number | null, number | null, number];

function packSignature(row: SignatureRow): PackedSignature {
  return [row.path, row.sha256, row.size, row.mtimeMs, row.ctimeMs, row.ino, row.readMs];
}

/** The other direction of `GraphWriter.signatures`. */
export function unpackSignatures(body: string): SignatureRow[] {
  return (JSON.parse(body) as PackedSignature[])
    .map(([path, sha256, size, mtimeMs, ctimeMs, ino, readMs]) => ({
      path,
      sha256,
      size,
      mtimeMs,
      ctimeMs,
      ino,
      readMs,
    }));
}
