// What the documentation block of a declaration promises, beside its signature: types and meaning of parameters, what it
// returns and throws, the keys of arrays. For untyped PHP this is most of the contract (article §9.2, U3).

import * as z from "zod/mini";
import {
  type ArrayShape,
  arrayShapes,
  type Docblock,
  parseDocblock,
  returnShape,
  typeAliases,
} from "../lang/php/phpdoc.ts";
import type { NodeRecord } from "../store/graph_reader.ts";
import { fileOfRow } from "../store/graph_schema.ts";
import type { OperationContext } from "./context.ts";
import { storedLines } from "./stored_text.ts";
import { findSymbols } from "./symbol_lookup.ts";

export const documented = z.object({ type: z.optional(z.string()), doc: z.optional(z.string()) });

export interface Contract {
  doc: string;
  /** By name without the dollar sign. */
  params: Record<string, z.infer<typeof documented>>;
  returns: z.infer<typeof documented> | null;
  /** Type of a property or constant by `@var`. */
  type: string | null;
  throws: string[];
  deprecated: boolean;
  shapes: Record<string, ArrayShape>;
  returnShape: ArrayShape | null;
}

const NONE: Contract = {
  doc: "",
  params: {},
  returns: null,
  type: null,
  throws: [],
  deprecated: false,
  shapes: {},
  returnShape: null,
};

export function contractOf(context: OperationContext, node: NodeRecord): Contract {
  const block = docblockOf(context, node);
  if (block === null) return NONE;
  const aliases = aliasesFor(context, node);
  const params: Contract["params"] = {};
  for (const [name, { type, text }] of Object.entries(block.params)) {
    params[name] = { ...(type !== undefined && { type }), ...(text !== "" && { doc: text }) };
  }
  const returns = block.returns;
  return {
    doc: [block.summary, block.description].filter((s) => s !== "").join("\n\n"),
    params,
    returns: returns ? { type: returns.type, ...(returns.text !== "" && { doc: returns.text }) } : null,
    type: block.vars[0]?.type ?? null,
    throws: block.throws,
    deprecated: block.deprecated,
    shapes: arrayShapes(block, aliases),
    returnShape: returnShape(block, aliases),
  };
}

/** The block as indexed, parsed; null when there is none. */
export function docblockOf(context: OperationContext, node: NodeRecord): Docblock | null {
  if (node.doc === null) return null;
  const stored = storedLines(context.lexvec, fileOfRow(node.row), node.doc[0], node.doc[1]);
  // Its lines may hold code beside it.
  const block = stored?.text.match(/\/\*\*[\s\S]*?\*\//g)?.at(-1);
  return block === undefined ? null : parseDocblock(block);
}

/** Types that the class around has names for, its own and those it imports from another class of the corpus. */
function aliasesFor(context: OperationContext, node: NodeRecord): Record<string, string> {
  const around = node.parent === null ? null : context.graph.nodeByRow(node.parent) ?? null;
  const block = around === null ? null : docblockOf(context, around);
  if (block === null) return {};
  const { own, imported } = typeAliases(block);
  const aliases = { ...own };
  for (const [name, { name: there, from }] of Object.entries(imported)) {
    for (const source of findSymbols(context.graph, from)) {
      const other = docblockOf(context, source);
      const type = other === null ? undefined : typeAliases(other).own[there];
      if (type !== undefined) aliases[name] = type;
    }
  }
  return aliases;
}
