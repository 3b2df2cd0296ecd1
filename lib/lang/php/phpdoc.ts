// Documentation blocks as data: the words of a summary, the tags, and the types in them. It is pure and accepts any
// text; what it cannot read stays in `text`. It resolves no name: that needs the file's imports.

import { plainName, record, splitTypes, takeType } from "./phpdoc_type.ts";

export { type ArrayShape, arrayShapes, returnShape, type TypeAliases, typeAliases } from "./array_shapes.ts";

export interface DocTag {
  /** Without the at sign, as written: `param`, `phpstan-return`. */
  name: string;
  type?: string;
  /** Without the dollar sign. */
  variable?: string;
  /** What is left, lines folded. For tags that are not known the whole text. */
  text: string;
}

export interface DocMethod {
  name: string;
  type: string;
  static: boolean;
  /** What stands between the parentheses. */
  params: string;
}

export interface Docblock {
  summary: string;
  description: string;
  tags: DocTag[];
  /** By name; of several tags for one parameter the analyser's (`@phpstan-param`, `@psalm-param`) wins. */
  params: Record<string, { type?: string; text: string }>;
  returns?: { type: string; text: string };
  /** `@var`, with its variable when one is named. */
  vars: { type: string; variable?: string }[];
  /** `@property`, `-read` and `-write`, by name. */
  properties: Record<string, { type: string; access: "read" | "write" | "both" }>;
  methods: DocMethod[];
  throws: string[];
  mixins: string[];
  /** Type parameters with their bound. */
  templates: Record<string, string | undefined>;
  deprecated: boolean;
}

/** Tags that carry a type, and whether a variable goes with it. */
const TYPED: Readonly<Record<string, "type" | "variable">> = {
  param: "variable",
  "param-out": "variable",
  var: "variable",
  property: "variable",
  "property-read": "variable",
  "property-write": "variable",
  return: "type",
  returns: "type",
  throws: "type",
  throw: "type",
  mixin: "type",
  extends: "type",
  implements: "type",
  use: "type",
  "self-out": "type",
  "this-out": "type",
};

/** Reads a block, with or without its comment marks. */
export function parseDocblock(text: string): Docblock {
  const [head, ...parts] = sections(strip(text));
  const [summary = "", description = ""] = splitHead(head ?? "");
  const doc: Docblock = {
    summary,
    description,
    tags: parts.map(parseTag),
    params: record(),
    vars: [],
    properties: record(),
    methods: [],
    throws: [],
    mixins: [],
    templates: record(),
    deprecated: false,
  };
  // The plain tags first: those of an analyser are more exact and replace them.
  for (const analyser of [false, true]) {
    for (const tag of doc.tags) {
      if (/^(?:phpstan|psalm|phan)-/.test(tag.name) === analyser) collect(doc, tag);
    }
  }
  return doc;
}

function collect(doc: Docblock, tag: DocTag): void {
  const { type, variable, text } = tag;
  switch (plainName(tag.name)) {
    case "param":
      if (variable === undefined) return;
      doc.params[variable] = { ...(type === undefined ? doc.params[variable] : { type }), text };
      return;
    case "return":
    case "returns":
      if (type !== undefined) doc.returns = { type, text };
      return;
    case "var":
      if (type !== undefined) doc.vars.push(variable === undefined ? { type } : { type, variable });
      return;
    case "property":
    case "property-read":
    case "property-write": {
      if (variable === undefined) return;
      const access = /(read|write)$/.exec(tag.name)?.[1] as "read" | "write" | undefined;
      doc.properties[variable] = { type: type ?? "mixed", access: access ?? "both" };
      return;
    }
    case "method": {
      const method = parseMethod(text);
      if (method !== null) doc.methods.push(method);
      return;
    }
    case "throws":
    case "throw":
      if (type !== undefined) doc.throws.push(...splitTypes(type, "|"));
      return;
    case "mixin":
      if (type !== undefined) doc.mixins.push(type);
      return;
    case "template":
    case "template-covariant":
    case "template-contravariant": {
      const match = /^([A-Za-z_]\w*)(?:\s+(?:of|as)\s+([^]+))?/.exec(text);
      if (match !== null) {
        doc.templates[match[1]!] = match[2] === undefined ? undefined : takeType(match[2]).type;
      }
      return;
    }
    case "deprecated":
      doc.deprecated = true;
  }
}

/** The lines of a block without comment marks and stars. */
function strip(text: string): string {
  return text
    .replace(/^\s*\/\*+/, "")
    .replace(/\*+\/\s*$/, "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^\s*\*? ?/, "").trimEnd())
    .join("\n");
}

/** What is before the first tag, then each tag with the lines that belong to it. */
function sections(text: string): string[] {
  const found: string[] = [""];
  let fenced = false;
  for (const line of text.split("\n")) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (!fenced && /^\s*@[A-Za-z\\]/.test(line)) found.push(line.trimStart());
    else found[found.length - 1] += (found[found.length - 1] === "" ? "" : "\n") + line;
  }
  return found;
}

function splitHead(head: string): [string, string] {
  const text = head.trim();
  const gap = /\n\s*\n/.exec(text);
  if (gap === null) return [fold(text), ""];
  return [fold(text.slice(0, gap.index)), text.slice(gap.index).trim()];
}

function parseTag(section: string): DocTag {
  const match = /^@([A-Za-z\\][\w\\:-]*)\s*([^]*)$/.exec(section);
  if (match === null) return { name: "", text: fold(section) };
  const name = match[1]!;
  const body = match[2]!.trim();
  const shape = TYPED[plainName(name)];
  if (shape === undefined) return { name, text: keepsLines(name) ? body : fold(body) };
  if (shape === "type") {
    const { type, rest } = takeType(body);
    return type === "" ? { name, text: fold(body) } : { name, type, text: fold(rest) };
  }
  return { name, ...typeAndVariable(body) };
}

/** Bodies that are read as types later. */
function keepsLines(name: string): boolean {
  return /type$/.test(name);
}

const VARIABLE = /^&?(?:\.\.\.)?&?\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)(?:,\.\.\.)?\s*/;

/** `Foo $x words`, but also `$x Foo words`, `$x words` and `Foo words`. */
export function typeAndVariable(body: string): Omit<DocTag, "name"> {
  const first = VARIABLE.exec(body);
  if (first !== null && first[1] !== "this") {
    const rest = body.slice(first[0].length);
    const { type, rest: after } = takeType(rest);
    if (isCertainlyType(type, after)) return { variable: first[1]!, type, text: fold(after) };
    return { variable: first[1]!, text: fold(rest) };
  }
  const { type, rest } = takeType(body);
  const variable = VARIABLE.exec(rest);
  const typed = type === "" ? {} : { type };
  if (variable === null) return { ...typed, text: fold(rest) };
  return { ...typed, variable: variable[1]!, text: fold(rest.slice(variable[0].length)) };
}

const BUILT_IN =
  /^\??(?:int|integer|string|bool|boolean|float|double|array|object|mixed|callable|iterable|resource|null|void|self|static|true|false|list|class-string|positive-int|numeric-string|scalar)$/i;

/** After a variable a word is a type when it cannot be prose, or when nothing else follows. */
function isCertainlyType(type: string, rest: string): boolean {
  if (type === "") return false;
  if (BUILT_IN.test(type) || /[|\\<{[]/.test(type)) return true;
  if (!/^\??[A-Z]\w*$/.test(type)) return false;
  return rest.trim() === "" || /[a-z][A-Z]/.test(type);
}

function parseMethod(text: string): DocMethod | null {
  const isStatic = /^static\s+(?=\S+\s+\w+\s*\()/.test(text) || /^static\s+\w+\s*\(/.test(text);
  let rest = isStatic ? text.replace(/^static\s+/, "") : text;
  let type = "mixed";
  if (!/^\w+\s*\(/.test(rest)) ({ type, rest } = takeType(rest));
  const match = /^(\w+)\s*(?:\(([^]*)\))?/.exec(rest.trimStart());
  if (match === null) return null;
  return { name: match[1]!, type, static: isStatic, params: fold(match[2] ?? "") };
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
