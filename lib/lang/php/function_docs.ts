// The types in the documentation block of a function or a property, and nothing else of it: this is read for every
// declaration of a project, so it looks only at the tags that carry one. Class-likes are read by phpdoc.ts.

import { typeAndVariable } from "./phpdoc.ts";
import { record, takeType } from "./phpdoc_type.ts";

export interface FunctionDocs {
  /** Types by parameter, without the dollar sign. */
  params: Record<string, string>;
  returns: string | undefined;
  /** `@var`; the variable is empty when none is named. */
  vars: { type: string; variable: string }[];
  /** `@global`: types of global variables that the function uses. */
  globals: Record<string, string>;
  /** Type parameters with their bound. */
  templates: Record<string, string | undefined>;
}

const TAG =
  /(?:(phpstan|psalm|phan)-)?(param|returns?|var|global|template(?:-covariant|-contravariant)?)[ \t]+/y;
/** What most tags look like. */
const SIMPLE = /^(\??[\w\\|[\]]+)[ \t]+&?(?:\.\.\.)?\$([\w\x80-\uffff]+)/;
const SIMPLE_TYPE = /^(\??[\w\\|[\]]+)(?=[\s*]|$)(?![ \t]*[|&<{(:])/;
const MAX_LINES = 60;

/** `null` when no tag carries a type. An analyser's tag wins over a plain one. */
export function functionDocs(text: string): FunctionDocs | null {
  let docs: FunctionDocs | null = null;
  const exact = new Set<string>();
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    TAG.lastIndex = at + 1;
    const match = startsLine(text, at) ? TAG.exec(text) : null;
    if (match === null) continue;
    const analyser = match[1] !== undefined;
    docs ??= { params: record(), returns: undefined, vars: [], globals: record(), templates: record() };
    const body = bodyAt(text, TAG.lastIndex);
    const tag = match[2]!;
    if (tag.startsWith("template")) {
      const template = /^([A-Za-z_]\w*)(?:\s+(?:of|as)\s+([^]+))?/.exec(body);
      if (template !== null) {
        docs.templates[template[1]!] = template[2] === undefined ? undefined : takeType(template[2]).type;
      }
    } else if (tag.startsWith("return")) {
      if (!analyser && exact.has("return")) continue;
      const type = SIMPLE_TYPE.exec(body)?.[1] ?? takeType(body).type;
      if (type === "") continue;
      docs.returns = type;
      if (analyser) exact.add("return");
    } else {
      const simple = SIMPLE.exec(body);
      const { type, variable = "" } = simple === null
        ? typeAndVariable(body)
        : { type: simple[1]!, variable: simple[2]! };
      if (type === undefined) continue;
      if (tag === "global") docs.globals[variable] = type;
      else if (tag === "var") docs.vars[analyser ? "unshift" : "push"]({ type, variable });
      else if (variable !== "" && (analyser || !exact.has(`$${variable}`))) {
        docs.params[variable] = type;
        if (analyser) exact.add(`$${variable}`);
      }
    }
  }
  return docs;
}

/** Only white space and the marks of the comment may stand before a tag. */
function startsLine(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const c = text.charCodeAt(i);
    if (c === 10 || c === 13) return true;
    if (c !== 32 && c !== 9 && c !== 42 && c !== 47) return false;
  }
  return true;
}

/** The rest of a tag's line, and the lines after it while a bracket is open. */
function bodyAt(text: string, from: number): string {
  let end = from;
  let depth = 0;
  for (let lines = 0; lines < MAX_LINES; lines++) {
    const stop = text.indexOf("\n", end);
    const line = text.slice(end, stop < 0 ? text.length : stop);
    for (let i = 0; i < line.length; i++) {
      const c = line.charCodeAt(i);
      if (c === 60 || c === 123 || c === 40) depth++;
      else if (
        (c === 62 && line.charCodeAt(i - 1) !== 45 && line.charCodeAt(i - 1) !== 61) || c === 125 || c === 41
      ) depth--;
    }
    end = stop < 0 ? text.length : stop + 1;
    if (depth <= 0 || stop < 0) break;
  }
  return text.slice(from, end).replace(/\*+\/\s*$/, "").replace(/\n[ \t]*\*?/g, "\n").trim();
}
