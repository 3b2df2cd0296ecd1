// Reads graph.sqlite of a finished revision, read-only. Answers plain records with addresses; it decides nothing about
// relevance and never returns a row without a path and a line.

import { toHex } from "../base/hash.ts";
import { edgeUid } from "../base/ids.ts";
import { refusal } from "../base/problem.ts";
import type { ParamFact } from "../facts/file_facts.ts";
import {
  EDGE_KINDS,
  type EdgeKind,
  FILE_STATES,
  type FileState,
  type Language,
  LANGUAGES,
  type Modifier,
  modifierWords,
  NODE_KINDS,
  type NodeKind,
} from "../facts/kinds.ts";
import type { SchemaTable, SchemaVariant } from "../facts/schema.ts";
import { OUTCOMES, SITE_KINDS, type SiteKind, type SiteOutcome } from "../facts/site.ts";
import { GRAPH_VERSION, NODES_PER_FILE } from "./graph_schema.ts";
import { type SignatureRow, unpackParams, unpackSignatures } from "./graph_writer.ts";
import { type Database, openReadOnly } from "./sqlite.ts";

export interface FileRecord {
  id: number;
  path: string;
  language: Language;
  state: FileState;
  reason: string | null;
  sha256: string;
  bytes: number;
  lines: number;
  encoding: string;
}

export interface NodeRecord {
  /** Row number, meaningful inside one revision only. */
  row: number;
  /** 40 hexadecimal digits, stable across revisions. */
  id: string;
  kind: NodeKind;
  name: string;
  fqn: string;
  path: string;
  start_line: number;
  end_line: number;
  parent: number | null;
  modifiers: Modifier[];
  signature: string | null;
  params: ParamFact[] | null;
  type: string | null;
  doc: [number, number] | null;
}

export interface EdgeRecord {
  uid: string;
  kind: EdgeKind;
  src: string;
  dst: string;
  path: string;
  line: number;
  certainty: "stated" | "derived";
  rule: string;
  confidence: number;
  count: number;
}

interface RawNode {
  id: number;
  uid: Uint8Array;
  kind: number;
  name: string;
  fqn: string;
  path: string;
  start_line: number;
  end_line: number;
  parent: number | null;
  modifiers: number;
  signature: string | null;
  params: string | null;
  type: string | null;
  doc_start: number | null;
  doc_end: number | null;
}

const NODE =
  `SELECT n.id, n.uid, n.kind, n.name, n.fqn, f.path, n.start_line, n.end_line, n.parent, n.modifiers,
  n.signature, n.params, n.type, n.doc_start, n.doc_end FROM node n JOIN file f ON f.id = n.id / ${NODES_PER_FILE}`;

const FILE = "SELECT id, path, language, state, reason, sha256, bytes, lines, encoding FROM file";

export class GraphReader {
  readonly #db: Database;

  constructor(path: string) {
    this.#db = openReadOnly(path);
  }

  close(): void {
    this.#db.close();
  }

  /** @throws Problem INDEX_FORMAT when another version of ragraf wrote this store: its tables are not these */
  mustBeReadable(): void {
    const found = this.meta("graph_version");
    if (found === String(GRAPH_VERSION)) return;
    const message = `the index has store format ${
      found ?? "unknown"
    }, this version of ragraf reads ${GRAPH_VERSION}`;
    throw refusal("INDEX_FORMAT", message, "run `ragraf index` to build it again");
  }

  meta(key: string): string | undefined {
    return this.#db.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)?.value;
  }

  // -- files

  file(path: string): FileRecord | undefined {
    const raw = this.#db.get<RawFile>(`${FILE} WHERE path = ?`, path);
    return raw && toFile(raw);
  }

  fileById(id: number): FileRecord | undefined {
    const raw = this.#db.get<RawFile>(`${FILE} WHERE id = ?`, id);
    return raw && toFile(raw);
  }

  *files(): IterableIterator<FileRecord> {
    for (const raw of this.#db.iterate<RawFile>(`${FILE} ORDER BY path`)) yield toFile(raw);
  }

  /** Files of one state, in path order. */
  filesByState(state: FileState, limit: number): FileRecord[] {
    const sql = `${FILE} WHERE state = ? ORDER BY path LIMIT ?`;
    return this.#db.all<RawFile>(sql, FILE_STATES.indexOf(state), limit).map(toFile);
  }

  coverage(): Record<FileState, number> {
    const counts = { parsed: 0, partial: 0, failed: 0, skipped: 0 };
    for (
      const r of this.#db.all<{ state: number; n: number }>(
        "SELECT state, count(*) n FROM file GROUP BY state",
      )
    ) {
      counts[FILE_STATES[r.state]!] = r.n;
    }
    return counts;
  }

  /** Files whose language or a state like the given, per language. */
  languages(): Record<string, { files: number; lines: number; bytes: number }> {
    const out: Record<string, { files: number; lines: number; bytes: number }> = {};
    const sql = "SELECT language, count(*) n, sum(lines) l, sum(bytes) b FROM file GROUP BY language";
    for (const r of this.#db.all<{ language: number; n: number; l: number; b: number }>(sql)) {
      out[LANGUAGES[r.language]!] = { files: r.n, lines: r.l, bytes: r.b };
    }
    return out;
  }

  signatures(): SignatureRow[] {
    return unpackSignatures(this.#db.get<{ body: string }>("SELECT body FROM signatures")!.body);
  }

  skipped(): { reason: string; count: number; examples: string[] }[] {
    return this.#db.all<{ reason: string; count: number; examples: string }>(
      "SELECT * FROM skipped ORDER BY reason",
    )
      .map((r) => ({ reason: r.reason, count: r.count, examples: JSON.parse(r.examples) }));
  }

  // -- nodes

  /** Nodes with a short name, ASCII case ignored, in path and line order. */
  nodesByName(name: string): NodeRecord[] {
    return this.#nodes(`${NODE} WHERE n.name = ? COLLATE NOCASE`, name);
  }

  nodeByUid(uid: Uint8Array): NodeRecord | undefined {
    return this.#nodes(`${NODE} WHERE n.uid = ?`, uid)[0];
  }

  nodeByRow(row: number): NodeRecord | undefined {
    return this.#nodes(`${NODE} WHERE n.id = ?`, row)[0];
  }

  /** Every node of a file, in local order: containers before what they contain. */
  nodesOfFile(file: number): NodeRecord[] {
    const first = file * NODES_PER_FILE;
    return this.#db.all<RawNode>(
      `${NODE} WHERE n.id >= ? AND n.id < ? ORDER BY n.id`,
      first,
      first + NODES_PER_FILE,
    )
      .map(toNode);
  }

  /** Declarations in a file, the file itself not counted. */
  declarationCount(file: number): number {
    const first = file * NODES_PER_FILE;
    const sql = "SELECT count(*) n FROM node WHERE id > ? AND id < ?";
    return this.#db.get<{ n: number }>(sql, first, first + NODES_PER_FILE)!.n;
  }

  nodeCounts(): Record<string, number> {
    const out: Record<string, number> = {};
    const sql = "SELECT kind, count(*) n FROM node GROUP BY kind ORDER BY kind";
    for (const r of this.#db.all<{ kind: number; n: number }>(sql)) out[NODE_KINDS[r.kind]!] = r.n;
    return out;
  }

  /** Distinct short names that begin like the wanted one or are of similar length: raw material for «nearest». */
  namesLike(name: string, limit: number): string[] {
    const prefix = name.slice(0, 2);
    const sql = `SELECT DISTINCT name FROM node WHERE name >= ? COLLATE NOCASE AND name < ? COLLATE NOCASE
      AND length(name) BETWEEN ? AND ? LIMIT ?`;
    return this.#db.all<{ name: string }>(
      sql,
      prefix,
      prefix + "\u{10FFFF}",
      Math.max(1, name.length - 4),
      name.length + 8,
      limit,
    ).map((r) => r.name);
  }

  signatureLengths(): { count: number; longest: number } {
    const sql = "SELECT count(signature) count, coalesce(max(length(signature)), 0) longest FROM node";
    return this.#db.get<{ count: number; longest: number }>(sql)!;
  }

  // -- edges

  edgeCounts(): Record<string, number> {
    const out: Record<string, number> = {};
    const contains = this.#db.get<{ n: number }>("SELECT count(*) n FROM node WHERE parent IS NOT NULL")!;
    out.contains = contains.n;
    for (
      const r of this.#db.all<{ kind: number; n: number }>("SELECT kind, count(*) n FROM edge GROUP BY kind")
    ) {
      out[EDGE_KINDS[r.kind]!] = r.n;
    }
    return out;
  }

  /** Other ends of the edges of one node: `out` for what it points to, `in` for what points to it. */
  neighbours(row: number, kind: EdgeKind, direction: "in" | "out"): (NodeRecord & EdgeEnd)[] {
    const [here, there] = direction === "out" ? ["src", "dst"] : ["dst", "src"];
    const sql =
      `SELECT e.${there} other, ef.path evidence_path, e.line, r.certainty, r.name rule, r.confidence
      FROM edge e JOIN edge_rule r ON r.id = e.rule JOIN file ef ON ef.id = e.file
      WHERE e.${here} = ? AND e.kind = ? ORDER BY ef.path, e.line, e.${there}`;
    return this.#db.all<EdgeEnd & { other: number }>(sql, row, EDGE_KINDS.indexOf(kind)).map((e) => ({
      ...this.nodeByRow(e.other)!,
      evidence_path: e.evidence_path,
      line: e.line,
      certainty: e.certainty,
      rule: e.rule,
      confidence: e.confidence,
    }));
  }

  /** Edges of these kinds at one end, with the address of each and the row of the other end. */
  links(row: number, kinds: readonly EdgeKind[], direction: "in" | "out"): LinkRecord[] {
    const [here, there] = direction === "out" ? ["src", "dst"] : ["dst", "src"];
    const sql =
      `SELECT e.${there} other, e.kind, e.file, ef.path, e.line, e.count, r.certainty, r.name rule, r.confidence
      FROM edge e JOIN edge_rule r ON r.id = e.rule JOIN file ef ON ef.id = e.file
      WHERE e.${here} = ? AND e.kind IN (${kinds.map((k) => EDGE_KINDS.indexOf(k)).join(", ")})
      ORDER BY ef.path, e.line, e.${there}`;
    return this.#db.all<Omit<LinkRecord, "kind"> & { kind: number }>(sql, row)
      .map((r) => ({ ...r, kind: EDGE_KINDS[r.kind]! }));
  }

  /** Sites of a name that could not be followed, and how many there are. */
  openSites(name: string, limit: number): { total: number; items: OpenSite[] } {
    const total = this.#db.get<{ n: number }>(
      "SELECT count(*) n FROM site WHERE name = ? COLLATE NOCASE AND outcome >= 4",
      name,
    )!.n;
    const sql = `SELECT f.path, s.line, s.kind, s.outcome, s.name FROM site s JOIN file f ON f.id = s.file
      WHERE s.name = ? COLLATE NOCASE AND s.outcome >= 4 ORDER BY f.path, s.line LIMIT ?`;
    const items = this.#db.all<{ path: string; line: number; kind: number; outcome: number; name: string }>(
      sql,
      name,
      limit,
    )
      .map((r) => ({ ...r, kind: SITE_KINDS[r.kind]!, outcome: OUTCOMES[r.outcome]! }));
    return { total, items };
  }

  /** Sites by outcome: the honest size of what is known. */
  siteCounts(): Record<SiteOutcome, number> {
    const out = Object.fromEntries(OUTCOMES.map((o) => [o, 0])) as Record<SiteOutcome, number>;
    for (
      const r of this.#db.all<{ outcome: number; n: number }>(
        "SELECT outcome, count(*) n FROM site GROUP BY outcome",
      )
    ) {
      out[OUTCOMES[r.outcome]!] = r.n;
    }
    return out;
  }

  /** Every site as it leaves the store, in a stable order; two alike on one line are two. */
  *sites(): IterableIterator<Record<string, unknown>> {
    const sql = `SELECT f.path, s.line, s.kind, s.name, n.fqn caller, s.outcome, s.candidates FROM site s
      JOIN file f ON f.id = s.file JOIN node n ON n.id = s.src ORDER BY f.path, s.line, s.kind, s.name, s.outcome, n.fqn`;
    for (const r of this.#db.iterate<Record<string, string | number | null>>(sql)) {
      const { candidates, ...rest } = r;
      const kind = SITE_KINDS[r.kind as number];
      const outcome = OUTCOMES[r.outcome as number];
      yield { ...rest, kind, outcome, ...(candidates !== null && { count: candidates }) };
    }
  }

  /** How many edges point at each node of a file, by row: the degree that ranks the outline. */
  inDegrees(): Map<number, number> {
    const out = new Map<number, number>();
    for (
      const r of this.#db.all<{ dst: number; n: number }>("SELECT dst, count(*) n FROM edge GROUP BY dst")
    ) {
      out.set(r.dst, r.n);
    }
    return out;
  }

  externalRefs(row: number): { kind: string; target: string; line: number }[] {
    return this.#db.all(
      "SELECT kind, target, line FROM external_ref WHERE node = ? ORDER BY line, target",
      row,
    );
  }

  /** Every edge as it leaves the store, `contains` included, in a stable order. */
  *edges(): IterableIterator<EdgeRecord> {
    yield* this.#containsEdges();
    const sql =
      `SELECT e.kind, s.uid src, d.uid dst, f.path, e.line, r.certainty, r.name rule, r.confidence, e.count
      FROM edge e JOIN node s ON s.id = e.src JOIN node d ON d.id = e.dst JOIN file f ON f.id = e.file
      JOIN edge_rule r ON r.id = e.rule ORDER BY f.path, e.line, e.kind, s.uid, d.uid`;
    for (const raw of this.#db.iterate<RawEdge>(sql)) yield toEdge(raw);
  }

  *#containsEdges(): IterableIterator<EdgeRecord> {
    const sql = `SELECT ${
      EDGE_KINDS.indexOf("contains")
    } kind, p.uid src, n.uid dst, f.path, n.start_line line,
      'stated' certainty, 'contains' rule, 1 confidence, 1 count
      FROM node n JOIN node p ON p.id = n.parent JOIN file f ON f.id = n.id / ${NODES_PER_FILE}
      ORDER BY f.path, n.id`;
    for (const raw of this.#db.iterate<RawEdge>(sql)) yield toEdge(raw);
  }

  // -- the database schema

  /** Variants of the schema, the one that answers first. */
  schemaVariants(): (Omit<SchemaVariant, "tables"> & { tables: number; columns: number })[] {
    const sql = `SELECT v.name, v.answers, v.body, count(t.id) tables, coalesce(sum(t.columns), 0) columns
      FROM schema_variant v LEFT JOIN schema_table t ON t.variant = v.name GROUP BY v.name
      ORDER BY v.answers DESC, v.name`;
    return this.#db.all<{ name: string; answers: number; body: string; tables: number; columns: number }>(sql)
      .map(({ body, answers, ...rest }) => ({ ...JSON.parse(body), ...rest, answers: answers === 1 }));
  }

  /** Name of the variant that answers; undefined when the project has no schema. */
  answeringVariant(): string | undefined {
    return this.#db.get<{ name: string }>("SELECT name FROM schema_variant WHERE answers = 1")?.name;
  }

  /** A table of each variant that has one of that name, ASCII case ignored. */
  schemaTables(name: string): SchemaTable[] {
    const sql = "SELECT body FROM schema_table WHERE name = ? COLLATE NOCASE ORDER BY variant";
    return this.#db.all<{ body: string }>(sql, name).map((r) => JSON.parse(r.body) as SchemaTable);
  }

  /** Row of the node of a table in a variant; null when it has none. */
  schemaTableNode(name: string, variant: string): number | null {
    const sql = "SELECT node FROM schema_table WHERE name = ? COLLATE NOCASE AND variant = ?";
    return this.#db.get<{ node: number | null }>(sql, name, variant)?.node ?? null;
  }

  /** Names, kinds and places of a variant's tables, without their columns. */
  schemaTableList(
    variant: string,
  ): { name: string; kind: string; columns: number; path: string; line: number }[] {
    const sql = `SELECT name, kind, columns, path, line FROM schema_table WHERE variant = ?
      ORDER BY name COLLATE NOCASE, id`;
    return this.#db.all(sql, variant);
  }

  /** Every table as it leaves the store. */
  *allSchemaTables(): IterableIterator<SchemaTable> {
    const sql = "SELECT body FROM schema_table ORDER BY variant, name, id";
    for (const { body } of this.#db.iterate<{ body: string }>(sql)) yield JSON.parse(body) as SchemaTable;
  }

  // -- problems

  problems(limit: number): { path: string; line: number; code: string; message: string }[] {
    const sql = `SELECT f.path, p.line, p.code, p.message FROM problem p JOIN file f ON f.id = p.file
      UNION ALL SELECT path, line, code, message FROM schema_problem ORDER BY 1, 2, 3, 4 LIMIT ?`;
    return this.#db.all(sql, limit);
  }

  /** Problems of the schema by code: what a server would refuse, where a database and the migrations differ. */
  schemaProblemCounts(): Record<string, number> {
    const rows = this.#db.all<{ code: string; n: number }>(
      "SELECT code, count(*) n FROM schema_problem GROUP BY code ORDER BY code",
    );
    return Object.fromEntries(rows.map((r) => [r.code, r.n]));
  }

  problemsOfFile(file: number): { line: number; code: string; message: string }[] {
    return this.#db.all("SELECT line, code, message FROM problem WHERE file = ? ORDER BY line, code", file);
  }

  problemCount(): number {
    const sql = "SELECT (SELECT count(*) FROM problem) + (SELECT count(*) FROM schema_problem) n";
    return this.#db.get<{ n: number }>(sql)!.n;
  }

  #nodes(sql: string, ...values: (string | number | Uint8Array)[]): NodeRecord[] {
    return this.#db.all<RawNode>(`${sql} ORDER BY f.path, n.start_line, n.id`, ...values).map(toNode);
  }
}

export interface LinkRecord {
  /** Row of the other end. */
  other: number;
  kind: EdgeKind;
  file: number;
  path: string;
  line: number;
  count: number;
  certainty: "stated" | "derived";
  rule: string;
  confidence: number;
}

export interface OpenSite {
  path: string;
  line: number;
  kind: SiteKind;
  outcome: SiteOutcome;
  name: string;
}

export interface EdgeEnd {
  evidence_path: string;
  line: number;
  certainty: "stated" | "derived";
  rule: string;
  confidence: number;
}

interface RawFile {
  id: number;
  path: string;
  language: number;
  state: number;
  reason: string | null;
  sha256: Uint8Array;
  bytes: number;
  lines: number;
  encoding: string;
}

interface RawEdge {
  kind: number;
  src: Uint8Array;
  dst: Uint8Array;
  path: string;
  line: number;
  certainty: "stated" | "derived";
  rule: string;
  confidence: number;
  count: number;
}

function toFile(raw: RawFile): FileRecord {
  return {
    ...raw,
    language: LANGUAGES[raw.language]!,
    state: FILE_STATES[raw.state]!,
    sha256: toHex(raw.sha256),
  };
}

function toNode(raw: RawNode): NodeRecord {
  return {
    row: raw.id,
    id: toHex(raw.uid),
    kind: NODE_KINDS[raw.kind]!,
    name: raw.name,
    fqn: raw.fqn,
    path: raw.path,
    start_line: raw.start_line,
    end_line: raw.end_line,
    parent: raw.parent,
    modifiers: modifierWords(raw.modifiers),
    signature: raw.signature,
    params: raw.params === null ? null : unpackParams(raw.params),
    type: raw.type,
    doc: raw.doc_start === null ? null : [raw.doc_start, raw.doc_end!],
  };
}

function toEdge(raw: RawEdge): EdgeRecord {
  const src = toHex(raw.src);
  const dst = toHex(raw.dst);
  const kind = EDGE_KINDS[raw.kind]!;
  return {
    uid: toHex(edgeUid(src, dst, kind, raw.path, raw.line)),
    kind,
    src,
    dst,
    path: raw.path,
    line: raw.line,
    certainty: raw.certainty,
    rule: raw.rule,
    confidence: raw.confidence,
    count: raw.count,
  };
}
