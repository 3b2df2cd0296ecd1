// What happens to one file between its bytes and the rows of both stores: decode, extract, number, chunk, words. Pure
// and alone with its input, so that any thread can do it and no file can harm another.

import { decodeSource } from "../base/decode.ts";
import { sha256, toHex } from "../base/hash.ts";
import { chunkId, nodeId } from "../base/ids.ts";
import { LineIndex } from "../base/text.ts";
import { lexicalWords } from "../base/words.ts";
import type { FileFacts, NodeFact, ProblemFact, RefFact } from "../facts/file_facts.ts";
import type { SqlDialect } from "../facts/config.ts";
import type { FileState, Language } from "../facts/kinds.ts";
import type { Extractor } from "../lang/mod.ts";
import type { ChunkRow } from "../store/lexvec_writer.ts";
import { chunkFile } from "./chunk.ts";
import { sqlFile } from "./sql_file.ts";

/** What the configuration says about reading files. */
export interface ParseSettings {
  maxTokens: number;
  dialect: SqlDialect;
}

export interface ParseJob {
  file: number;
  path: string;
  language: Language;
  bytes: Uint8Array;
}

export interface ParseResult {
  file: number;
  state: FileState;
  reason: string | null;
  encoding: string;
  lines: number;
  nodes: NodeFact[];
  /** Node ids, 20 bytes each, in the order of `nodes`. */
  uids: Uint8Array;
  refs: RefFact[];
  problems: ProblemFact[];
  /** What resolution over all files needs besides. */
  more: Omit<FileFacts, "state" | "nodes" | "refs" | "problems">;
  /** Chunks with the local number of their node. */
  chunks: ChunkRow[];
}

export function parseFile(
  job: ParseJob,
  extractors: ReadonlyMap<Language, Extractor>,
  settings: ParseSettings,
): ParseResult {
  const decoded = decodeSource(job.bytes);
  if (decoded.encoding === "binary") return withoutText(job, "skipped", "binary", "binary");
  const lines = new LineIndex(decoded.text);
  const source = { path: job.path, text: decoded.text, lines };
  const facts = job.language === "sql"
    ? sqlFile(job.path, source.text, lines.count, settings.dialect)
    : extractors.get(job.language)?.extract(source) ?? plainFile(job.path, lines.count);
  const { state, nodes, refs, problems, ...more } = facts;
  return {
    file: job.file,
    state,
    reason: state === "parsed" ? null : problems[0]?.code ?? null,
    encoding: decoded.encoding,
    lines: lines.count,
    nodes,
    uids: nodeIds(nodes, job.path),
    refs,
    problems,
    more,
    chunks: chunkRows(lines, nodes, settings.maxTokens),
  };
}

/** A file that is only named: binary, too large, or one that ended its thread. */
export function withoutText(
  job: Pick<ParseJob, "file" | "path">,
  state: FileState,
  reason: string,
  encoding: string,
  problem?: ProblemFact,
): ParseResult {
  const nodes = plainFile(job.path, 0).nodes;
  return {
    file: job.file,
    state,
    reason,
    encoding,
    lines: 0,
    nodes,
    uids: nodeIds(nodes, job.path),
    refs: [],
    problems: problem ? [problem] : [],
    more: {},
    chunks: [],
  };
}

export function plainFile(path: string, lineCount: number): FileFacts {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const node: NodeFact = {
    kind: "file",
    name,
    fqn: path,
    parent: -1,
    start_line: 1,
    end_line: Math.max(1, lineCount),
  };
  return { state: "parsed", nodes: [node], refs: [], problems: [] };
}

/** The ordinal tells declarations of one kind and name in one file apart; PHP folds the case of most names. */
function nodeIds(nodes: readonly NodeFact[], path: string): Uint8Array {
  const seen = new Map<string, number>();
  const out = new Uint8Array(nodes.length * 20);
  nodes.forEach((node, i) => {
    const key = `${node.kind}|${node.fqn}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    out.set(nodeId(node.kind, node.fqn, path, ordinal), i * 20);
  });
  return out;
}

function chunkRows(lines: LineIndex, nodes: readonly NodeFact[], maxTokens: number): ChunkRow[] {
  return chunkFile(lines, nodes, maxTokens).map((chunk) => {
    const owner = nodes[chunk.node]!;
    // A file's own name is not part of its content: the same window in two files is one chunk.
    const name = chunk.kind === "window" ? "" : owner.kind === "doc_section" ? owner.name : owner.fqn;
    const { node, kind, start_line, end_line, part, text, tokens } = chunk;
    return {
      id: chunkId(toHex(sha256(`${name}\n${text}`)), kind, "text"),
      kind,
      start_line,
      end_line,
      part,
      node,
      tokens,
      text,
      nameWords: lexicalWords(name),
      bodyWords: lexicalWords(text),
    };
  });
}
