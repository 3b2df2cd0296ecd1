// Cuts one file into chunks for the text layer: a partition of its lines at the borders of declarations, no chunk over
// the budget (article, defect 3). It refuses to overlap: the chunks in order are the file, and every line has one owner.

import type { LineIndex } from "../base/text.ts";
import { estimateTokens } from "../base/words.ts";
import type { NodeFact } from "../facts/file_facts.ts";
import type { ChunkKind } from "../store/lexvec_schema.ts";

export interface Chunk {
  kind: ChunkKind;
  start_line: number;
  end_line: number;
  /** 0, or which piece of one line that is longer than the budget. */
  part: number;
  /** Local number of the declaration that owns it. */
  node: number;
  text: string;
  tokens: number;
}

interface Segment {
  first: number;
  last: number;
  owner: number;
}

const CLASS_LIKE = new Set(["class", "interface", "trait", "enum"]);
const UNIT = new Set(["function", "method", "doc_section"]);

export function chunkFile(lines: LineIndex, nodes: readonly NodeFact[], maxTokens: number): Chunk[] {
  if (lines.count === 0) return [];
  const chunks: Chunk[] = [];
  for (const segment of joinBlank(segments(lines.count, nodes), lines)) {
    const kind = kindOf(nodes[segment.owner]!);
    for (const piece of split(segment, lines, maxTokens)) {
      chunks.push({ kind, node: segment.owner, ...piece });
    }
  }
  return chunks;
}

/** Lines from one border to the next, each with the innermost declaration that begins before it and still lasts. */
function segments(lineCount: number, nodes: readonly NodeFact[]): Segment[] {
  const owners: { first: number; last: number; local: number; unit: boolean }[] = [];
  nodes.forEach((node, local) => {
    const unit = UNIT.has(node.kind);
    if (local === 0 || (!unit && !CLASS_LIKE.has(node.kind))) return;
    const first = Math.min(node.doc?.[0] ?? node.start_line, node.start_line);
    owners.push({ first, last: Math.min(node.end_line, lineCount), local, unit });
  });
  owners.sort((a, b) => a.first - b.first || b.last - a.last || a.local - b.local);

  const out: Segment[] = [];
  const stack: typeof owners = [];
  let next = 1;
  const upTo = (line: number) => {
    if (line >= next) {
      out.push({ first: next, last: line, owner: stack.at(-1)?.local ?? 0 });
      next = line + 1;
    }
  };
  for (const owner of owners) {
    // What lies inside a function belongs to that function; sections of a document nest.
    while (stack.length > 0 && stack.at(-1)!.last < owner.first) {
      upTo(stack.at(-1)!.last);
      stack.pop();
    }
    const outer = stack.at(-1);
    if (outer?.unit && nodes[outer.local]!.kind !== "doc_section") continue;
    if (owner.first < next && owner.last < next) continue;
    upTo(owner.first - 1);
    stack.push(owner);
  }
  while (stack.length > 0) {
    upTo(stack.at(-1)!.last);
    stack.pop();
  }
  upTo(lineCount);
  return out;
}

/** A stretch of blank lines and closing braces is no chunk of its own: it joins the one before it. */
function joinBlank(segments: Segment[], lines: LineIndex): Segment[] {
  const out: Segment[] = [];
  for (const segment of segments) {
    const previous = out.at(-1);
    if (previous && !/[\p{L}\p{N}]/u.test(lines.slice(segment.first, segment.last))) {
      previous.last = segment.last;
    } else out.push(segment);
  }
  return out;
}

function* split(
  segment: Segment,
  lines: LineIndex,
  maxTokens: number,
): Iterable<Pick<Chunk, "start_line" | "end_line" | "part" | "text" | "tokens">> {
  const whole = lines.slice(segment.first, segment.last);
  const wholeTokens = estimateTokens(whole);
  if (wholeTokens <= maxTokens) {
    yield { start_line: segment.first, end_line: segment.last, part: 0, text: whole, tokens: wholeTokens };
    return;
  }
  // Windows of about equal size, so that the last one is not a stub; a blank line near the border is preferred.
  const target = wholeTokens / Math.ceil(wholeTokens / (maxTokens * 0.9));
  let first = segment.first;
  let tokens = 0;
  for (let line = segment.first; line <= segment.last; line++) {
    const text = lines.slice(line, line);
    const size = estimateTokens(text);
    if (size > maxTokens) {
      if (line > first) yield window(lines, first, line - 1);
      yield* pieces(text, line, maxTokens);
      first = line + 1;
      tokens = 0;
      continue;
    }
    if (tokens + size > maxTokens || (tokens >= target && text.trim() === "")) {
      yield window(lines, first, line - 1);
      first = line;
      tokens = 0;
    }
    tokens += size;
  }
  if (first <= segment.last) yield window(lines, first, segment.last);
}

function window(lines: LineIndex, first: number, last: number) {
  const text = lines.slice(first, last);
  return { start_line: first, end_line: last, part: 0, text, tokens: estimateTokens(text) };
}

/** One line over the budget, cut by characters; never between the halves of a surrogate pair. */
function* pieces(text: string, line: number, maxTokens: number) {
  const size = maxTokens * 2;
  let part = 0;
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + size, text.length);
    const code = text.charCodeAt(end - 1);
    if (end < text.length && code >= 0xd800 && code < 0xdc00) end--;
    const piece = text.slice(at, end);
    yield { start_line: line, end_line: line, part: part++, text: piece, tokens: estimateTokens(piece) };
    at = end;
  }
}

function kindOf(node: NodeFact): ChunkKind {
  if (CLASS_LIKE.has(node.kind)) return "class";
  if (node.kind === "doc_section") return "section";
  return UNIT.has(node.kind) ? "symbol" : "window";
}
