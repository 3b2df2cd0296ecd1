// The type language of documentation blocks, as far as its brackets go: where a type ends, what its parts are, and
// which keys an array shape names. Types stay text; it neither checks nor resolves them.

/** Fields of an array shape by key. A field without a key has its position. */
export type ArrayShape = Record<string, { type: string; required: boolean }>;

const OPENING = "<({[";
const CLOSING = ">)}]";

/** Splits the leading type off a text. An empty type means there is none. */
export function takeType(text: string): { type: string; rest: string } {
  const source = text.trimStart();
  let end = 0;
  for (;;) {
    end = operandEnd(source, end);
    // `A | B`, `callable(int): string` and `A &B` go on behind white space; a by-reference sign does not.
    const more = /^\s*(?:\||&(?!\s*(?:\.\.\.)?\$))\s*(?=[^\s|&])/.exec(source.slice(end)) ??
      (source[end - 1] === ":" || /^\s*:\s*(?=\S)/.test(source.slice(end)) && source[end - 1] === ")"
        ? /^\s*:?\s*/.exec(source.slice(end))
        : null);
    if (more === null || more[0] === "" && source[end - 1] !== ":") break;
    end += more[0].length;
    if (end >= source.length) break;
  }
  return { type: foldType(source.slice(0, end)), rest: source.slice(end).trimStart() };
}

/** From an offset to the white space, or to the operator, that ends one operand outside of brackets. */
function operandEnd(source: string, from: number): number {
  let depth = 0;
  let i = from;
  for (; i < source.length; i++) {
    const c = source[i]!;
    if (c === "'" || c === '"') {
      const close = source.indexOf(c, i + 1);
      if (close < 0) return source.length;
      i = close;
    } else if (OPENING.includes(c)) depth++;
    else if (CLOSING.includes(c)) {
      // `=>` and `->` are no brackets, and an unbalanced one ends the type.
      if (c === ">" && (source[i - 1] === "=" || source[i - 1] === "-")) continue;
      if (depth === 0) return i;
      depth--;
    } else if (depth === 0 && /\s/.test(c)) return i;
    else if (depth === 0 && c === "$" && i > from && source.slice(from, i) !== "?") return i;
  }
  return i;
}

/** Parts of a text between separators outside of brackets and quotes, trimmed, empty ones left out. */
export function splitTypes(text: string, separator: "|" | "," | "&"): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === "'" || c === '"') {
      const close = text.indexOf(c, i + 1);
      if (close < 0) break;
      i = close;
    } else if (OPENING.includes(c)) depth++;
    else if (CLOSING.includes(c) && text[i - 1] !== "=" && text[i - 1] !== "-") depth--;
    else if (c === separator && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((p) => p.trim()).filter((p) => p !== "");
}

const SHAPE = /^\??(?:non-empty-)?(?:array|list)\s*\{([^]*)\}$/i;
const FIELD =
  /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([A-Za-z_\x80-\uffff-][\w\x80-\uffff-]*|\d+|[\w\\]+::\w+))(\?)?\s*:(?!:)\s*([^]*)$/;

/** Fields of the first array shape among the members of a type, or `null` when there is none. */
export function shapeOf(type: string): ArrayShape | null {
  for (const member of splitTypes(type.trim(), "|")) {
    const body = SHAPE.exec(member)?.[1];
    if (body !== undefined) return fields(body);
  }
  return null;
}

function fields(body: string): ArrayShape {
  const shape: ArrayShape = Object.create(null);
  splitTypes(body, ",").forEach((part, position) => {
    // An unsealed shape ends in `...`, with or without the types of what else there may be.
    if (part.startsWith("...")) return;
    const match = FIELD.exec(part);
    if (match === null) {
      shape[String(position)] = { type: foldType(part), required: true };
      return;
    }
    const key = (match[1] ?? match[2] ?? match[3])!;
    shape[key] = { type: foldType(match[5]!), required: match[4] === undefined };
  });
  return shape;
}

/** One line, without the comments that may stand at line ends inside a shape. */
function foldType(type: string): string {
  return withoutComments(type).replace(/\s+/g, " ").replace(/([<({[]) /g, "$1").replace(/,? ([>)}\]])/g, "$1")
    .trim();
}

/** Types may hold comments where they run over several lines. */
export function withoutComments(type: string): string {
  return type.includes("\n") ? type.replace(/(^|[\s,{])\/\/[^\n]*/g, "$1") : type;
}

/** A record that has no inherited keys, so that a parameter may be called `constructor`. */
export function record<T>(): Record<string, T> {
  return Object.create(null);
}

/** Tag name without the prefix of an analyser. */
export function plainName(name: string): string {
  return name.replace(/^(?:phpstan|psalm|phan)-/, "").toLowerCase();
}
