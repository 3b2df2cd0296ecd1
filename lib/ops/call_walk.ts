// The walk behind `callers` and `callees`: breadth first over call edges, each symbol once, so that the depth of a link is
// the shortest way to it.

import * as z from "zod/mini";
import type { EdgeKind } from "../facts/kinds.ts";
import { shortName } from "../base/names.ts";
import type { NodeRecord } from "../store/graph_reader.ts";
import { blockFields, evidenceFields, inBlocks, type Link, linksOf, openEvidence } from "./call_links.ts";
import type { OperationContext } from "./context.ts";
import { checkName, limitInput, pathFilter, pathInput, symbolFields, symbolOf } from "./fields.ts";
import { notFound, notFoundFields, unreadLimits } from "./not_found.ts";
import { findSymbols, similarNames } from "./symbol_lookup.ts";

export const CALLS: readonly EdgeKind[] = ["calls", "calls_heuristic", "instantiates"];
const CALLABLE = new Set(["function", "method", "closure"]);
const CLASS_LIKE = new Set(["class", "interface", "trait", "enum"]);

export const walkInput = {
  name: z.string().check(z.minLength(1), z.describe("Function, method or class; as in `symbol`.")),
  depth: z._default(z.int().check(z.gte(1), z.lte(5), z.describe("How many calls away.")), 1),
  path: pathInput,
  limit: limitInput(50, 500),
};

export const walkOutput = {
  targets: z.array(z.object(symbolFields)),
  ...blockFields,
  ...evidenceFields,
  ...notFoundFields,
};

interface WalkInput {
  name: string;
  depth: number;
  path?: string;
  limit: number;
}

export function walkCalls(context: OperationContext, input: WalkInput, direction: "in" | "out") {
  const name = checkName(input.name);
  const targets = findSymbols(context.graph, name)
    .filter((n) =>
      CALLABLE.has(n.kind) || CLASS_LIKE.has(n.kind) || (direction === "out" && n.kind === "file")
    );
  const evidence = openEvidence(context, shortName(name));
  if (targets.length === 0) {
    const nothing = inBlocks([], input.limit);
    const said = notFound(`nothing that can be called is named «${name}»`, similarNames(context.graph, name));
    return {
      found: false,
      result: { targets: [], ...nothing, ...evidence, ...said },
      limits: unreadLimits(context),
    };
  }
  const keep = pathFilter(input.path);
  const links = walk(context, targets, input.depth, direction).filter((l) => keep(l.path));
  const limits = links.length > 0 ? [] : unreadLimits(context);
  if (links.length === 0 && evidence.dynamic_sites.total > 0) {
    limits.push(`${evidence.dynamic_sites.total} call(s) of that name could not be followed`);
  }
  const result = { targets: targets.map(symbolOf), ...inBlocks(links, input.limit), ...evidence };
  return { found: links.length > 0, result, limits };
}

function walk(context: OperationContext, targets: NodeRecord[], depth: number, direction: "in" | "out") {
  const out: (Link & { certainty: "stated" | "derived" })[] = [];
  const seen = new Set(targets.map((t) => t.row));
  let ring = targets;
  for (let distance = 1; distance <= depth && ring.length > 0; distance++) {
    const next = new Map<number, NodeRecord>();
    for (const node of ring) {
      for (const { row, ...shown } of linksOf(context, node, CALLS, direction)) {
        out.push({
          ...shown,
          ...(targets.length > 1 || distance > 1 ? { target: node.fqn } : {}),
          ...(distance > 1 && { depth: distance }),
        });
        if (seen.has(row)) continue;
        seen.add(row);
        if (distance < depth) next.set(row, context.graph.nodeByRow(row)!);
      }
    }
    ring = [...next.values()];
  }
  return out;
}
