// What `callers`, `callees` and `references` share: links in two blocks with the line of code, and what could not be
// followed. «No callers» is never said alone: it comes with the sites and files that might hold one.

import * as z from "zod/mini";
import type { EdgeKind } from "../facts/kinds.ts";
import type { LinkRecord, NodeRecord } from "../store/graph_reader.ts";
import type { OperationContext } from "./context.ts";
import { storedLines } from "./stored_text.ts";

export const link = z.object({
  /** The other end: who calls, who is called, who refers. A closure is shown as the named symbol around it. */
  symbol: z.string(),
  kind: z.string(),
  path: z.string(),
  line: z.int(),
  code: z.string(),
  rule: z.string(),
  confidence: z.number(),
  count: z.optional(z.int()),
  use: z.optional(z.string()),
  /** Which of several targets of the asked name; how many calls away. */
  target: z.optional(z.string()),
  depth: z.optional(z.int()),
  declared_at: z.optional(z.string()),
});
export type Link = z.infer<typeof link>;

export const evidenceFields = {
  /** Calls of that name whose target could not be told: some of them may be meant. */
  dynamic_sites: z.object({
    total: z.int(),
    items: z.array(z.object({ path: z.string(), line: z.int(), kind: z.string(), outcome: z.string() })),
  }),
  unparsed_files: z.array(z.string()),
};

const SHOWN_SITES = 10;
const SHOWN_FILES = 20;

/** What the index could not follow for a short name. */
export function openEvidence(context: OperationContext, name: string) {
  const { total, items } = context.graph.openSites(name, SHOWN_SITES);
  const unparsed = [
    ...context.graph.filesByState("failed", SHOWN_FILES),
    ...context.graph.filesByState("partial", SHOWN_FILES),
  ];
  return {
    dynamic_sites: {
      total,
      items: items.map(({ path, line, kind, outcome }) => ({ path, line, kind, outcome })),
    },
    unparsed_files: unparsed.map((f) => f.path),
  };
}

/** The links of one node as they are shown. */
export function linksOf(
  context: OperationContext,
  node: NodeRecord,
  kinds: readonly EdgeKind[],
  direction: "in" | "out",
): (Link & { certainty: "stated" | "derived"; row: number })[] {
  return context.graph.links(node.row, kinds, direction).map((record) => {
    const other = context.graph.nodeByRow(record.other)!;
    const named = direction === "in" ? namedAround(context, other) : other;
    return {
      symbol: named.fqn,
      kind: named.kind,
      path: record.path,
      line: record.line,
      code: lineOfCode(context, record),
      use: record.kind,
      rule: record.rule,
      confidence: record.confidence,
      ...(record.count > 1 && { count: record.count }),
      ...(direction === "out" && { declared_at: `${other.path}:${other.start_line}` }),
      certainty: record.certainty,
      row: named.row,
    };
  });
}

/** A closure's calls are told of the function that holds it. */
function namedAround(context: OperationContext, node: NodeRecord): NodeRecord {
  let at = node;
  while (at.kind === "closure" && at.parent !== null) at = context.graph.nodeByRow(at.parent)!;
  return at;
}

const LONGEST_LINE = 200;

function lineOfCode(context: OperationContext, record: LinkRecord): string {
  const text = storedLines(context.lexvec, record.file, record.line, record.line)?.text.trim() ?? "";
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE - 1)}…`;
}

/** Two blocks, each bounded on its own, proven before inferred. */
export function inBlocks(links: (Link & { certainty: "stated" | "derived" })[], limit: number) {
  const block = (certainty: "stated" | "derived") =>
    links.filter((l) => l.certainty === certainty).map(({ certainty: _, ...shown }) => shown);
  const stated = block("stated");
  const derived = block("derived");
  return {
    stated: stated.slice(0, limit),
    derived: derived.slice(0, limit),
    total: { stated: stated.length, derived: derived.length },
    truncated: stated.length > limit || derived.length > limit,
  };
}

export const blockFields = {
  stated: z.array(link),
  derived: z.array(link),
  total: z.object({ stated: z.int(), derived: z.int() }),
  truncated: z.boolean(),
};
