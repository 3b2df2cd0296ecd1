// What documentation blocks say about types, as terms: parameters, results, members and templates. Where a native type is
// there as well, the documented one counts only if it says more; that it could be another class is not believed.

import type { NodeFact } from "../../facts/file_facts.ts";
import type { TermId } from "../../facts/type_term.ts";
import type { BodyWalk } from "./body.ts";
import { NO_SCOPE, type TypeScope } from "./docs_types.ts";
import { type FunctionDocs, functionDocs } from "./function_docs.ts";
import { type Docblock, parseDocblock, typeAliases } from "./phpdoc.ts";
import { plainName, splitTypes, takeType } from "./phpdoc_type.ts";
import { UNKNOWN } from "./terms.ts";

const TELLING =
  /@(?:(?:phpstan|psalm|phan)-)?(?:template|extends|implements|use|method|property|mixin|type|import-type)/;

/** The types that the documentation block of a function or property names. */
export function docOf(walk: BodyWalk, fact: NodeFact, start: number): FunctionDocs | null {
  if (fact.doc === undefined) return null;
  const text = walk.source.docText(fact.doc[0], start);
  return text === null ? null : functionDocs(text);
}

/** The text of the block before an offset, when it has types in it. */
export function docTextBefore(walk: BodyWalk, start: number): string | null {
  const lines = walk.source.docBefore(start);
  const text = lines === undefined ? null : walk.source.docText(lines[0], start);
  return text === null || !TELLING.test(text) ? null : text;
}

/** A scope with the `@template`s of a block added. */
export function withTemplates(walk: BodyWalk, doc: Pick<Docblock, "templates">, scope: TypeScope): TypeScope {
  const names = Object.keys(doc.templates);
  if (names.length === 0) return scope;
  const templates = new Map(scope.templates);
  // A bound may name another template, whatever their order.
  for (const name of names) templates.set(name, UNKNOWN);
  for (const name of names) {
    const bound = doc.templates[name];
    if (bound !== undefined) templates.set(name, walk.types.read(bound, { ...scope, templates }));
  }
  return { ...scope, templates };
}

export interface ClassDocs {
  types: TypeScope;
  templates: string[];
  magic: NodeFact["magic"];
  binds: NonNullable<NodeFact["binds"]>;
}

/** What the block of a class-like declares. */
export function classDocs(walk: BodyWalk, fact: NodeFact, start: number): ClassDocs | null {
  const text = fact.doc === undefined ? null : walk.source.docText(fact.doc[0], start);
  if (text === null || !TELLING.test(text)) return null;
  const doc = parseDocblock(text);
  const { own, imported } = typeAliases(doc);
  const aliases = new Map<string, string | null>(Object.entries(own));
  for (const name of Object.keys(imported)) aliases.set(name, null);
  const types = withTemplates(walk, doc, { ...NO_SCOPE, aliases });
  return {
    types,
    templates: Object.keys(doc.templates),
    magic: magicOf(walk, doc, types),
    binds: bindsOf(walk, doc, types),
  };
}

function magicOf(walk: BodyWalk, doc: Docblock, types: TypeScope): NodeFact["magic"] {
  const methods: Record<string, TermId> = {};
  const properties: Record<string, TermId> = {};
  for (const method of doc.methods) methods[method.name] = walk.types.read(method.type, types);
  for (const [name, { type }] of Object.entries(doc.properties)) {
    properties[name] = walk.types.read(type, types);
  }
  const mixins = doc.mixins.map((type) => walk.types.read(type, types)).filter((t) => t !== UNKNOWN);
  const some = doc.methods.length > 0 || Object.keys(properties).length > 0 || mixins.length > 0;
  return some ? { methods, properties, mixins } : undefined;
}

/** `@extends`, `@implements` and `@use` with their arguments. */
export function bindsOf(walk: BodyWalk, doc: Docblock, types: TypeScope): NonNullable<NodeFact["binds"]> {
  const binds: NonNullable<NodeFact["binds"]> = [];
  for (const tag of doc.tags) {
    if (!/^(?:template-)?(?:extends|implements|use)$/.test(plainName(tag.name))) continue;
    const type = tag.type ?? takeType(tag.text).type;
    const match = /^([\w\\]+)\s*<([^]*)>$/.exec(type);
    const parent = match === null ? null : walk.names.classTarget(match[1]!);
    if (match === null || parent === null) continue;
    binds.push({ parent, terms: splitTypes(match[2]!, ",").map((t) => walk.types.read(t, types)) });
  }
  return binds;
}

/** The type of something that has a native and a documented one. */
export function pickType(
  walk: BodyWalk,
  native: string | null,
  documented: string | undefined,
  scope: TypeScope,
): TermId {
  const { terms } = walk;
  const said = documented === undefined ? UNKNOWN : walk.types.read(documented, scope);
  if (native === null) return said;
  const declared = walk.types.read(native);
  if (said === UNKNOWN || terms.isScalar(said)) return declared;
  if (declared === UNKNOWN || terms.isScalar(declared)) return said;
  const kind = terms.get(said)[0];
  return kind === "static" || kind === "generic" || kind === "template" || kind === "array" ||
      kind === "class_string" || kind === "union" && isIterable(native)
    ? said
    : declared;
}

function isIterable(native: string): boolean {
  return /^\??\\?(?:Iterator|IteratorAggregate|Traversable|Generator|ArrayAccess|Countable)$/i.test(native);
}
