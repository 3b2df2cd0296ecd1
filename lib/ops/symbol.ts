// Operation `symbol`: where something is declared and how it is used correctly. It returns every match and the whole
// signature; what is unknown about a parameter is said in `params_hint`, never left out (article §9.2, U3).

import * as z from "zod/mini";
import type { NodeRecord } from "../store/graph_reader.ts";
import { fileOfRow } from "../store/graph_schema.ts";
import type { OperationContext } from "./context.ts";
import { contractOf, documented } from "./contract.ts";
import { defineOperation } from "./define.ts";
import {
  checkName,
  emptyPathReason,
  limitInput,
  pathFilter,
  pathInput,
  SYMBOL_KINDS,
  symbolFields,
  symbolOf,
} from "./fields.ts";
import { findInherited } from "./inherited.ts";
import { notFound, notFoundFields, partialLimits, unreadLimits } from "./not_found.ts";
import { findSymbols, similarNames } from "./symbol_lookup.ts";

const link = z.object({
  name: z.string(),
  path: z.optional(z.string()),
  line: z.int(),
  certainty: z.string(),
});

const match = z.object({
  ...symbolFields,
  name: z.string(),
  signature: z.optional(z.string()),
  signature_params: z.optional(z.array(z.object({
    name: z.string(),
    type: z.nullable(z.string()),
    optional: z.boolean(),
    default: z.nullable(z.string()),
    by_ref: z.boolean(),
    variadic: z.boolean(),
    promoted: z.optional(z.string()),
    doc_type: z.optional(z.string()),
    doc: z.optional(z.string()),
  }))),
  type: z.optional(z.string()),
  doc_type: z.optional(z.string()),
  returns: z.optional(documented),
  return_shape: z.optional(z.record(z.string(), z.unknown())),
  throws: z.optional(z.array(z.string())),
  deprecated: z.optional(z.boolean()),
  modifiers: z.array(z.string()),
  doc: z.optional(z.string()),
  array_shape: z.optional(z.record(z.string(), z.unknown())),
  params_hint: z.optional(z.string()),
  extends: z.optional(z.array(link)),
  implements: z.optional(z.array(link)),
  uses_trait: z.optional(z.array(link)),
  members: z.optional(z.array(z.object({ kind: z.string(), name: z.string(), line: z.int() }))),
  member_count: z.optional(z.int()),
});

const MOST_MEMBERS = 60;
/** Members are listed only where the answer is about few classes. */
const MOST_MATCHES_WITH_MEMBERS = 3;
const CLASS_LIKE = new Set(["class", "interface", "trait", "enum"]);

export const symbol = defineOperation({
  name: "symbol",
  title: "Find a declaration",
  summary:
    "Where a class, function, method, property or constant is declared, with its full signature, parameters and PHPDoc contract.",
  positional: "name",
  input: z.object({
    name: z.string().check(
      z.minLength(1),
      z.describe("Short (`add`), qualified (`App\\Cart`) or member (`Cart::add`)."),
    ),
    kind: z.optional(z.enum(SYMBOL_KINDS).check(z.describe("Only this kind."))),
    path: pathInput,
    limit: limitInput(20, 200),
  }),
  output: z.object({
    matches: z.array(match),
    total: z.int(),
    truncated: z.boolean(),
    ...notFoundFields,
  }),
  needs: ["graph", "lexvec"],
  example: { name: "Cart::add" },
  run(context, input) {
    const name = checkName(input.name);
    const inPath = pathFilter(input.path);
    const found = findSymbols(context.graph, name, input.kind).filter((node) => inPath(node.path));
    const shown = found.slice(0, input.limit);
    const withMembers = shown.length <= MOST_MATCHES_WITH_MEMBERS;
    const matches = shown.map((node) => describe(context, node, withMembers));
    if (matches.length > 0) {
      return {
        found: true,
        result: { matches, total: found.length, truncated: found.length > shown.length },
        limits: partialLimits(context, matches.map((m) => m.path)),
      };
    }
    return notDeclared(context, name, input.path, input.kind);
  },
});

/** A member that a class only inherits is declared all the same; the rest is «not found» with its reason. */
function notDeclared(
  context: OperationContext,
  name: string,
  path: string | undefined,
  kind: string | undefined,
) {
  const inherited = findInherited(context, name);
  if (inherited.members.length > 0 && path === undefined && kind === undefined) {
    const matches = inherited.members.map((node) => describe(context, node, false));
    return {
      found: true,
      result: { matches, total: matches.length, truncated: false },
      limits: [inherited.note!],
    };
  }
  const nowhere = emptyPathReason(context, path);
  const reason = nowhere ?? `no declaration named «${name}» in the corpus`;
  const nearest = nowhere === null ? similarNames(context.graph, name) : [];
  const result = { matches: [], total: 0, truncated: false, ...notFound(reason, nearest) };
  const limits = unreadLimits(context);
  return { found: false, result, limits: inherited.note === null ? limits : [inherited.note, ...limits] };
}

function describe(context: OperationContext, node: NodeRecord, withMembers: boolean): z.infer<typeof match> {
  const out: z.infer<typeof match> = { ...symbolOf(node), name: node.name, modifiers: node.modifiers };
  const contract = contractOf(context, node);
  if (node.signature !== null) out.signature = node.signature;
  if (node.params !== null) {
    out.signature_params = node.params.map((p) => {
      const said = contract.params[p.name.slice(1)];
      return { ...p, ...(said?.type && { doc_type: said.type }), ...(said?.doc && { doc: said.doc }) };
    });
  }
  if (node.type !== null) out.type = node.type;
  if (contract.doc !== "") out.doc = contract.doc;
  if (contract.type !== null) out.doc_type = contract.type;
  if (contract.returns !== null) out.returns = contract.returns;
  if (contract.returnShape !== null) out.return_shape = contract.returnShape as Record<string, unknown>;
  if (contract.throws.length > 0) out.throws = contract.throws;
  if (contract.deprecated) out.deprecated = true;
  if (Object.keys(contract.shapes).length > 0) out.array_shape = contract.shapes;
  const unknown = (node.params ?? []).filter((p) => {
    const documentedType = contract.params[p.name.slice(1)]?.type ?? null;
    return isBareArray(p.type) && (documentedType === null || isBareArray(documentedType));
  });
  if (unknown.length > 0) {
    out.params_hint = `the keys of ${unknown.map((p) => p.name).join(", ")} are not described in the PHPDoc`;
  }
  if (CLASS_LIKE.has(node.kind)) {
    for (const kind of ["extends", "implements", "uses_trait"] as const) {
      const links = hierarchy(context, node, kind);
      if (links.length > 0) out[kind] = links;
    }
    const inside = context.graph.nodesOfFile(fileOfRow(node.row)).filter((n) => n.parent === node.row);
    out.member_count = inside.length;
    if (withMembers) {
      out.members = inside.sort((a, b) => memberOrder(a) - memberOrder(b) || a.row - b.row)
        .slice(0, MOST_MEMBERS).map((n) => ({
          kind: n.kind,
          name: n.name,
          line: n.start_line,
        }));
    }
  }
  return out;
}

/** Resolved parents with their address; what lies outside the corpus with its name only. */
function hierarchy(
  context: OperationContext,
  node: NodeRecord,
  kind: "extends" | "implements" | "uses_trait",
) {
  const inside = context.graph.neighbours(node.row, kind, "out")
    .map((n) => ({ name: n.fqn, path: n.path, line: n.start_line, certainty: n.certainty as string }));
  const outside = context.graph.externalRefs(node.row).filter((r) => r.kind === kind)
    .map((r) => ({ name: r.target, line: r.line, certainty: "external" }));
  return [...inside, ...outside];
}

/** Of a large class the public methods are what a caller looks for. */
function memberOrder(node: NodeRecord): number {
  const hidden = node.modifiers.includes("private") || node.modifiers.includes("protected");
  return (hidden ? 10 : 0) + ["method", "enum_case", "constant", "property"].indexOf(node.kind);
}

function isBareArray(type: string | null): boolean {
  return type !== null && /^\??(array|iterable)$/i.test(type);
}
