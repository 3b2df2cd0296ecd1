// The head of a declaration: its modifiers, parameters, types and signature text. Everything is sliced from the original
// text by offsets of the tree; nothing is cut, and nothing of a body or a comment gets in.

import { type Modifier, modifierBits, MODIFIERS } from "../../facts/kinds.ts";
import type { ParamFact } from "../../facts/file_facts.ts";
import type { Node, PhpParser } from "./parser.ts";
import type { PhpText } from "./source.ts";

/** Offset at which a declaration's own words begin, after its attributes. */
export function afterAttributes(parser: PhpParser, source: PhpText, node: Node): number {
  const attributes = parser.field(node, "attributes");
  return attributes === null ? node.startIndex : source.skipBlank(attributes.endIndex);
}

const WORD = /[A-Za-z]+(?:\s*\(\s*set\s*\))?|&/gi;

/** Modifier words in the text between two offsets, for example before `function` or a name. */
export function modifiersIn(source: PhpText, start: number, end: number): Modifier[] {
  const words: Modifier[] = [];
  for (const match of source.fold(start, end).matchAll(WORD)) {
    const word = match[0].toLowerCase().replace(/\s*\(\s*set\s*\)$/, "_set");
    if (word === "&") words.push("by_ref");
    else if ((MODIFIERS as readonly string[]).includes(word)) words.push(word as Modifier);
  }
  return words;
}

/** A property of no modifier bits is left out of the facts, which are stored by the million. */
export function bitsOrNone(words: readonly Modifier[]): number | undefined {
  return words.length === 0 ? undefined : modifierBits(words);
}

export interface ParameterList {
  params: ParamFact[];
  /** Ranges of attributes inside the list, flat pairs: the signature goes without them. */
  cuts: number[];
}

const NO_PARAMETERS: ParameterList = { params: [], cuts: [] };

/** Parameters of a `formal_parameters` node. */
export function parameterList(parser: PhpParser, source: PhpText, list: Node | null): ParameterList {
  if (list === null || list.endIndex - list.startIndex <= 2) return NO_PARAMETERS;
  const params: ParamFact[] = [];
  const cuts: number[] = [];
  for (const node of list.namedChildren) {
    const kind = node.type;
    if (!kind.endsWith("_parameter")) continue;
    const name = parser.field(node, "name");
    if (name === null) continue;
    let start = node.startIndex;
    const attributes = parser.field(node, "attributes");
    if (attributes !== null) {
      cuts.push(attributes.startIndex, attributes.endIndex);
      start = source.skipBlank(attributes.endIndex);
    }
    const type = parser.field(node, "type");
    const value = parser.field(node, "default_value");
    const variadic = kind === "variadic_parameter";
    const written = source.slice(name.startIndex, name.endIndex);
    const byRef = written.startsWith("&") || parser.field(node, "reference_modifier") !== null;
    const param: ParamFact = {
      name: written.replace(/^&\s*/, ""),
      type: type === null ? null : source.fold(type.startIndex, type.endIndex),
      default: value === null ? null : source.fold(value.startIndex, value.endIndex),
      optional: variadic || value !== null,
      by_ref: byRef,
      variadic,
    };
    if (kind === "property_promotion_parameter") {
      param.promoted = source.fold(start, (type ?? name).startIndex);
    }
    params.push(param);
  }
  return { params, cuts };
}
