// Operation `repo_map`: an outline of the corpus that fits a token budget by a real tokenizer (FT-20). Files rank by how
// many declarations they hold and how often those are pointed at; `focus` puts the named ones first.

import * as z from "zod/mini";
import { loadTokenCounter } from "../rank/tokens.ts";
import { fitOutline, type OutlineFile } from "../rank/outline.ts";
import type { NodeRecord } from "../store/graph_reader.ts";
import type { OperationContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { pathFilter } from "./fields.ts";
import { notFound, notFoundFields } from "./not_found.ts";
import { findSymbols } from "./symbol_lookup.ts";

const OUTLINED = new Set([
  "class",
  "interface",
  "trait",
  "enum",
  "function",
  "method",
  "constant",
  "doc_section",
]);
/** Files whose nodes are read for an outline: more would never fit a budget that a model can use. */
const MOST_FILES = 1500;

export const repoMap = defineOperation({
  name: "repo_map",
  title: "Outline of the corpus",
  summary:
    "A ranked outline of files and declarations that fits a token budget. Use it first in an unknown project.",
  positional: "focus",
  input: z.object({
    focus: z.optional(z.string().check(z.minLength(1), z.describe("A path, glob or symbol to put first."))),
    budget_tokens: z._default(
      z.int().check(z.gte(100), z.lte(100_000), z.describe("Upper bound of the outline's size.")),
      2000,
    ),
  }),
  output: z.object({
    outline: z.string(),
    tokens: z.int(),
    budget_tokens: z.int(),
    files_shown: z.int(),
    files_total: z.int(),
    entries_shown: z.int(),
    truncated: z.boolean(),
    ...notFoundFields,
  }),
  needs: ["graph"],
  example: { budget_tokens: 300 },
  async run(context, input) {
    const focus = input.focus === undefined ? null : focusOf(context, input.focus);
    const ranked = rank(context, focus);
    if (input.focus !== undefined && !ranked.some((f) => f.score >= FOCUS)) {
      const empty = { outline: "", tokens: 0, files_shown: 0, entries_shown: 0, truncated: false };
      return {
        found: false,
        result: {
          ...empty,
          budget_tokens: input.budget_tokens,
          files_total: ranked.length,
          ...notFound(`no indexed path or symbol is «${input.focus}»`),
        },
      };
    }
    const outline = fitOutline(ranked, input.budget_tokens, await loadTokenCounter());
    const shown = ranked.slice(0, outline.files_shown).map((f) => f.path);
    const differing = new Set([...context.corpus.changed, ...context.corpus.deleted]);
    return {
      found: outline.files_shown > 0,
      result: {
        outline: outline.text,
        tokens: outline.tokens,
        budget_tokens: input.budget_tokens,
        files_shown: outline.files_shown,
        files_total: ranked.length,
        entries_shown: outline.entries_shown,
        truncated: outline.files_shown < ranked.length,
      },
      // The outline is text: which files it points into only this operation knows.
      stale_warnings: shown.filter((path) => differing.has(path)).map((path) => ({
        path,
        reason: "the file differs from the index",
        since: context.pointer.index_rev,
        suggest: "live_read" as const,
      })),
      limits: ["ranked by size and by how often the declarations are used"],
    };
  },
});

const FOCUS = 1e6;

/** The files that a focus means: by path first, else those that declare the symbol. */
function focusOf(context: OperationContext, focus: string): (path: string) => boolean {
  const byPath = pathFilter(focus);
  const declaring = new Set(findSymbols(context.graph, focus.replace(/\(\)$/, "")).map((n) => n.path));
  return (path) => byPath(path) || declaring.has(path);
}

function rank(context: OperationContext, focus: ((path: string) => boolean) | null): OutlineFile[] {
  const degrees = context.graph.inDegrees();
  const files = [...context.graph.files()].filter((f) => f.state === "parsed" || f.state === "partial");
  const sized = files.map((f) => ({
    file: f,
    size: context.graph.declarationCount(f.id),
    focused: focus?.(f.path),
  }));
  sized.sort((a, b) =>
    Number(b.focused ?? false) - Number(a.focused ?? false) || b.size - a.size ||
    (a.file.path < b.file.path ? -1 : 1)
  );
  const outlines = sized.slice(0, MOST_FILES).filter((s) => s.size > 0).map(({ file, focused }) => {
    const nodes = context.graph.nodesOfFile(file.id);
    const degree = nodes.reduce((sum, n) => sum + (degrees.get(n.row) ?? 0), 0);
    const entries = nodes.filter((n) => OUTLINED.has(n.kind)).map((n) => ({
      line: n.start_line,
      text: entryText(n),
      weight: weight(n, degrees.get(n.row) ?? 0),
    }));
    entries.sort((a, b) => b.weight - a.weight || a.line - b.line);
    const score = Math.log2(1 + entries.length) + 2 * Math.log2(1 + degree) + (focused ? FOCUS : 0);
    return { path: file.path, score, entries };
  });
  return outlines.filter((o) => o.entries.length > 0).sort((a, b) =>
    b.score - a.score || (a.path < b.path ? -1 : 1)
  );
}

/** Types before functions before public members before the rest. */
function weight(node: NodeRecord, degree: number): number {
  const hidden = node.modifiers.includes("private") || node.modifiers.includes("protected");
  const base = node.kind === "method"
    ? (hidden ? 1 : 3)
    : node.kind === "constant"
    ? 0.5
    : node.kind === "function"
    ? 4
    : 6;
  return base + Math.log2(1 + degree);
}

/** A declaration in one line: its signature, cut where a reader of an outline stops reading, with a mark. */
function entryText(node: NodeRecord): string {
  const text = node.signature ??
    (node.kind === "doc_section" ? `# ${node.name}` : `${node.kind} ${node.name}`);
  return text.length <= 120 ? text : text.slice(0, 119) + "…";
}
