// Operation `search`: where something is described. Exact names come first, then chunks by words; every hit says what
// matched. Below the bar of lib/rank the answer is «not found», never the least bad chunk.

import * as z from "zod/mini";
import { compareText } from "../base/ids.ts";
import { lexicalWords } from "../base/words.ts";
import {
  anyOf,
  coverage,
  inverseFrequency,
  LEAST_COVERAGE,
  lexicalScore,
  type QueryWord,
  questionWords,
  tellingWords,
} from "../rank/lexical.ts";
import type { NodeRecord } from "../store/graph_reader.ts";
import type { ChunkPlace } from "../store/lexvec_reader.ts";
import type { OperationContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { addressFields, emptyPathReason, limitInput, pathFilter, pathInput, SYMBOL_KINDS } from "./fields.ts";
import { notFound, notFoundFields, unreadLimits } from "./not_found.ts";
import { storedLines } from "./stored_text.ts";
import { findSymbols } from "./symbol_lookup.ts";

const hit = z.object({
  entry_id: z.string(),
  ...addressFields,
  kind: z.string(),
  symbol: z.optional(z.string()),
  score: z.number(),
  why: z.object({
    name: z.optional(z.string()),
    lexical: z.optional(z.number()),
    matched: z.optional(z.array(z.string())),
  }),
  text: z.optional(z.string()),
});
type Hit = z.infer<typeof hit>;

/** Candidates taken from the word index for each hit wanted: filters and merging take some away. */
const CANDIDATES_PER_HIT = 8;
/** A filter may take away all of the best: many more are looked at before «not found» is said. */
const CANDIDATES_WHEN_NARROWED = 4000;
/** Identical chunks (licence headers, generated code) are shown with this many places at most. */
const PLACES_PER_CHUNK = 3;

export const search = defineOperation({
  name: "search",
  title: "Search by words",
  summary:
    "Code and documents about something, by words and names. For a known exact name `symbol` is shorter.",
  positional: "query",
  input: z.object({
    query: z.string().check(z.minLength(1), z.describe("Words or names; ordinary text.")),
    kinds: z.optional(z.array(z.enum(SYMBOL_KINDS)).check(z.describe("Only these kinds of symbol."))),
    path: pathInput,
    limit: limitInput(10, 100),
    with_text: z._default(z.boolean().check(z.describe("Include the text of each hit.")), false),
  }),
  output: z.object({
    hits: z.array(hit),
    total: z.int(),
    truncated: z.boolean(),
    ...notFoundFields,
  }),
  needs: ["graph", "lexvec"],
  example: { query: "add an item to the cart", limit: 3 },
  run(context, input) {
    const inPath = pathFilter(input.path);
    const keep = (node: NodeRecord) =>
      inPath(node.path) && (!input.kinds || (input.kinds as string[]).includes(node.kind));
    const named = nameHits(context, input.query, keep);
    const narrowed = input.path !== undefined || input.kinds !== undefined;
    const candidates = narrowed ? CANDIDATES_WHEN_NARROWED : input.limit * CANDIDATES_PER_HIT + 50;
    const byWords = wordHits(context, input.query, candidates, keep, new Set(named.map(keyOf)));
    const all = [...named, ...byWords];
    const hits = all.slice(0, input.limit);
    if (input.with_text) { for (const h of hits) h.text = textOf(context, h); }
    const limits = ["words only: no vectors in this index"];
    if (hits.length > 0) {
      return {
        found: true,
        result: { hits, total: all.length, truncated: all.length > hits.length },
        limits,
      };
    }
    const nowhere = emptyPathReason(context, input.path);
    return {
      found: false,
      result: {
        hits,
        total: 0,
        truncated: false,
        ...notFound(
          nowhere ??
            "nothing in the corpus matches enough of these words; other forms of a word are other words",
        ),
      },
      limits: [...limits, ...unreadLimits(context)],
    };
  },
});

/** Words that can only be names: `getName`, `get_name`, `Cart::add`, `App\\Cart`. `SQL` and `Export` are words too. */
const IDENTIFIER = /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|::|\\/u;

/** A query that is a name, or names one: `Cart::add`, `where is getUserName()`. */
function nameHits(context: OperationContext, query: string, keep: (n: NodeRecord) => boolean): Hit[] {
  const whole = query.trim().replace(/\(\)$/, "");
  const candidates = /^[^\s]+$/u.test(whole)
    ? [whole]
    : query.split(/[\s,;?"'«»]+/u).map((w) => w.replace(/\(\)$/, ""))
      .filter((w) => IDENTIFIER.test(w) && /^[$\p{L}_\\][\p{L}\p{N}_\\:$]*$/u.test(w));
  const hits = new Map<string, Hit>();
  for (const name of new Set(candidates)) {
    for (const node of findSymbols(context.graph, name.replace(/^\\/, "")).filter(keep)) {
      if (node.kind === "namespace" && candidates.length > 1) continue;
      if (hits.has(node.id) || hits.size >= 50) continue;
      const why = { name: node.fqn === name ? "qualified" : "exact" };
      hits.set(node.id, { ...placeOf(node), score: node.fqn === name ? 2 : 1.5, why });
    }
  }
  return [...hits.values()];
}

function wordHits(
  context: OperationContext,
  query: string,
  candidates: number,
  keep: (n: NodeRecord) => boolean,
  known: Set<string>,
): Hit[] {
  const words = questionWords(query);
  if (words.length === 0) return [];
  const documents = context.lexvec.chunkCount();
  const question: QueryWord[] = words.map((word) => ({
    word,
    weight: inverseFrequency(documents, context.lexvec.documentFrequency(word)),
  }));
  const found = context.lexvec.match(anyOf(tellingWords(question, documents)), candidates);
  const best = found[0]?.bm25 ?? 0;
  const hits: Hit[] = [];
  for (const { chunk, bm25 } of found) {
    const places = context.lexvec.places(chunk, PLACES_PER_CHUNK);
    const nodes = places.map((p) => context.graph.nodeByRow(p.node)!);
    if (!nodes.some(keep)) continue;
    const textWords = new Set(lexicalWords(`${nodes[0]!.fqn} ${context.lexvec.text(chunk)}`).split(" "));
    const { share, matched } = coverage(question, textWords);
    if (share < LEAST_COVERAGE) continue;
    places.forEach((place, i) => {
      const node = nodes[i]!;
      if (!keep(node)) return;
      const hit = chunkHit(place, node);
      if (known.has(keyOf(hit))) return;
      known.add(keyOf(hit));
      const lexical = best > 0 ? bm25 / best : 0;
      hits.push({
        ...hit,
        score: round(lexicalScore(lexical, share)),
        why: { lexical: round(lexical), matched },
      });
    });
  }
  // Equal scores are ordered by address: the order of rows in the store is an accident of the build.
  return hits.sort((a, b) => b.score - a.score || compareText(a.path, b.path) || a.start_line - b.start_line);
}

/** A hit in a declaration is that declaration; in procedural code or a document it is the lines of the chunk. */
function chunkHit(place: ChunkPlace, node: NodeRecord): Omit<Hit, "score" | "why"> {
  if (place.kind === "window") {
    const lines = { start_line: place.start_line, end_line: place.end_line };
    return { entry_id: place.chunk_id, path: node.path, ...lines, kind: node.kind };
  }
  return placeOf(node);
}

function placeOf(node: NodeRecord): Omit<Hit, "score" | "why"> {
  const { id: entry_id, path, start_line, end_line, kind } = node;
  return { entry_id, path, start_line, end_line, kind, symbol: node.fqn };
}

function textOf(context: OperationContext, hit: Hit): string {
  const node = context.graph.file(hit.path);
  return node === undefined
    ? ""
    : storedLines(context.lexvec, node.id, hit.start_line, hit.end_line)?.text ?? "";
}

function keyOf(hit: { path: string; start_line: number; end_line: number }): string {
  return `${hit.path}:${hit.start_line}-${hit.end_line}`;
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
