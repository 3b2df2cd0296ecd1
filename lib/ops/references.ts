// Operation `references`: every use of a declaration, whatever its kind: calls, `new`, type hints, `instanceof`, `catch`,
// constants, properties, inheritance, documents. It is what has to be looked at before a name changes.

import * as z from "zod/mini";
import { shortName } from "../base/names.ts";
import { EDGE_KINDS, type EdgeKind } from "../facts/kinds.ts";
import { blockFields, evidenceFields, inBlocks, linksOf, openEvidence } from "./call_links.ts";
import { defineOperation } from "./define.ts";
import { checkName, limitInput, pathFilter, pathInput, symbolFields, symbolOf } from "./fields.ts";
import { notFound, notFoundFields, unreadLimits } from "./not_found.ts";
import { findSymbols, similarNames } from "./symbol_lookup.ts";

const USES: readonly EdgeKind[] = EDGE_KINDS.filter((kind) => kind !== "contains");

export const references = defineOperation({
  name: "references",
  title: "Every use of it",
  summary: "Every use of a symbol with its line and kind of use, proven and inferred apart.",
  positional: "name",
  input: z.object({
    name: z.string().check(z.minLength(1), z.describe("As in `symbol`.")),
    path: pathInput,
    limit: limitInput(100, 1000),
  }),
  output: z.object({
    targets: z.array(z.object(symbolFields)),
    ...blockFields,
    ...evidenceFields,
    ...notFoundFields,
  }),
  needs: ["graph", "lexvec"],
  example: { name: "Cart" },
  run(context, input) {
    const name = checkName(input.name);
    const targets = findSymbols(context.graph, name);
    const keep = pathFilter(input.path);
    const links = targets.flatMap((target) =>
      linksOf(context, target, USES, "in").filter((l) => keep(l.path)).map(({ row: _, ...shown }) => ({
        ...shown,
        ...(targets.length > 1 && { target: target.fqn }),
      }))
    );
    const result = {
      targets: targets.map(symbolOf),
      ...inBlocks(links, input.limit),
      ...openEvidence(context, shortName(name)),
    };
    if (links.length > 0) return { found: true, result };
    const reason = targets.length === 0 ? `nothing is named «${name}»` : `no use of «${name}» is known`;
    const nearest = targets.length === 0 ? similarNames(context.graph, name) : [];
    return {
      found: false,
      result: { ...result, ...notFound(reason, nearest) },
      limits: unreadLimits(context),
    };
  },
});
