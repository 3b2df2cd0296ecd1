// From a written type to a term: native types and those of documentation blocks alike. Names are resolved by the file's
// namespace and imports. What it does not understand is unknown; it never guesses a class from a word that might be prose.

import type { TermId } from "../../facts/type_term.ts";
import type { NameScope } from "./names.ts";
import { splitTypes } from "./phpdoc_type.ts";
import { type Terms, UNKNOWN } from "./terms.ts";

/** Names that mean something else than a class around the place of a type. */
export interface TypeScope {
  /** `@template` names with their bound as a term. */
  templates: ReadonlyMap<string, TermId>;
  /** `@phpstan-type`: the type behind a name; `null` for one that comes from another file. */
  aliases: ReadonlyMap<string, string | null>;
}

export const NO_SCOPE: TypeScope = { templates: new Map(), aliases: new Map() };

const SCALARS: ReadonlySet<string> = new Set(
  ("int integer string bool boolean float double null void never true false resource scalar numeric array-key " +
    "positive-int negative-int non-negative-int non-positive-int non-zero-int numeric-string non-empty-string " +
    "lowercase-string literal-string non-falsy-string truthy-string callable-string class-string interface-string " +
    "trait-string enum-string array list non-empty-array non-empty-list number no-return never-return noreturn " +
    "int-mask int-mask-of key-of open-resource closed-resource uppercase-string non-empty-lowercase-string iterable " +
    "callable pure-callable")
    .split(" "),
);
const NOTHING: ReadonlySet<string> = new Set([
  "mixed",
  "object",
  "value-of",
  "non-empty-mixed",
  "unknown",
  "any",
  "type",
]);
const ARRAYS: ReadonlySet<string> = new Set([
  ...["array", "list", "iterable", "non-empty-array", "non-empty-list", "associative-array"],
]);
const CLASS_STRINGS: ReadonlySet<string> = new Set([
  "class-string",
  "interface-string",
  "trait-string",
  "enum-string",
]);
const NAME = /^\\?[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:\\[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)*$/;
const MAX_DEPTH = 12;
const MAX_LENGTH = 2000;

/** Whether a word names no class: a plain type, or one that says nothing. */
export function isPlainType(word: string): boolean {
  const lower = word.toLowerCase();
  return SCALARS.has(lower) || NOTHING.has(lower);
}

export class TypeReader {
  /** Types of the current namespace that use no template and no alias. */
  private readonly cache = new Map<string, TermId>();

  constructor(private readonly terms: Terms, private readonly names: NameScope) {}

  /** Names mean something else now. */
  reset(): void {
    this.cache.clear();
  }

  read(text: string, scope: TypeScope = NO_SCOPE): TermId {
    if (text.length > MAX_LENGTH) return UNKNOWN;
    if (scope.templates.size > 0 || scope.aliases.size > 0) return this.type(text, scope, 0);
    let id = this.cache.get(text);
    if (id === undefined) this.cache.set(text, id = this.type(text, scope, 0));
    return id;
  }

  private type(written: string, scope: TypeScope, depth: number): TermId {
    const text = written.trim();
    if (depth > MAX_DEPTH || text === "") return UNKNOWN;
    const many = (separator: "|" | "&") => {
      if (!text.includes(separator)) return undefined;
      const parts = splitTypes(text, separator);
      if (parts.length < 2) return undefined;
      return this.terms.union(parts.map((p) => this.type(p, scope, depth + 1)));
    };
    return this.conditional(text, scope, depth) ?? many("|") ?? many("&") ?? this.single(text, scope, depth);
  }

  /** `($x is string ? A : B)` is one of both. */
  private conditional(text: string, scope: TypeScope, depth: number): TermId | undefined {
    if (!text.startsWith("(") || !text.includes(" is ")) return undefined;
    const match = /^\(\s*[$\w]+\s+is\s+(?:not\s+)?[^?]*?\?([^]*)\)$/.exec(text);
    const at = match === null ? -1 : topLevelColon(match[1]!);
    if (at < 0) return undefined;
    const branches = [match![1]!.slice(0, at), match![1]!.slice(at + 1)];
    return this.terms.union(branches.map((b) => this.type(b, scope, depth + 1)));
  }

  private single(text: string, scope: TypeScope, depth: number): TermId {
    const { terms } = this;
    if (text.startsWith("?")) return this.type(text.slice(1), scope, depth + 1);
    if (text.startsWith("(") && text.endsWith(")")) return this.type(text.slice(1, -1), scope, depth + 1);
    if (text.endsWith("[]")) return terms.array_(this.type(text.slice(0, -2), scope, depth + 1));
    if (text === "$this") return terms.static;
    const open = text.search(/[<{(]/);
    if (open > 0) return this.composed(text, open, scope, depth);
    const constant = /^([\w\\]+)::(\w+)$/.exec(text);
    if (constant !== null) {
      return terms.member("constant", this.type(constant[1]!, scope, depth + 1), constant[2]!);
    }
    return NAME.test(text) || /^[\w-]+$/.test(text) ? this.named(text, scope, depth) : UNKNOWN;
  }

  private named(word: string, scope: TypeScope, depth: number): TermId {
    const { terms } = this;
    const bound = scope.templates.get(word);
    if (bound !== undefined) return terms.template(word, bound);
    const alias = scope.aliases.get(word);
    if (alias !== undefined) return alias === null ? UNKNOWN : this.type(alias, scope, depth + 3);
    const lower = word.toLowerCase();
    if (lower === "self") return terms.self;
    if (lower === "static") return terms.static;
    if (lower === "parent") return terms.parent;
    if (NOTHING.has(lower)) return UNKNOWN;
    if (SCALARS.has(lower)) return terms.scalar(lower);
    if (!NAME.test(word)) return /^-?\d/.test(word) ? terms.int : UNKNOWN;
    const target = this.names.classTarget(word);
    return target === null || target === "" ? UNKNOWN : terms.name(target);
  }

  /** `Name<…>`, `array{…}`, `callable(…): T`. */
  private composed(text: string, open: number, scope: TypeScope, depth: number): TermId {
    const { terms } = this;
    const head = text.slice(0, open).trim();
    const lower = head.toLowerCase();
    const bracket = text[open]!;
    if (bracket === "(") return lower.endsWith("closure") ? terms.name("Closure") : terms.scalar("callable");
    const close = text.lastIndexOf(bracket === "<" ? ">" : "}");
    if (close < open) return UNKNOWN;
    const parts = splitTypes(text.slice(open + 1, close), ",");
    if (bracket === "{") return lower === "object" ? UNKNOWN : this.shape(parts, scope, depth);
    const inner = () =>
      parts.map((p) => this.type(p.replace(/^(?:covariant|contravariant|in|out)\s+/, ""), scope, depth + 1));
    if (ARRAYS.has(lower)) return terms.array_(inner().at(-1) ?? UNKNOWN);
    if (CLASS_STRINGS.has(lower)) return terms.classString(inner()[0] ?? UNKNOWN);
    if (isPlainType(head)) return this.named(head, scope, depth);
    return terms.generic(this.named(head, scope, depth), inner());
  }

  /** Which key is asked for is not known where a shape is used, so it says something only when all its objects are alike. */
  private shape(parts: string[], scope: TypeScope, depth: number): TermId {
    const { terms } = this;
    const found = new Set<TermId>();
    for (const part of parts) {
      const type = part.replace(/^(?:'[^']*'|"[^"]*"|[\w-]+)\??\s*:(?!:)\s*/, "");
      const id = this.type(type, scope, depth + 1);
      if (!terms.isScalar(id)) found.add(id);
    }
    return found.size === 1 ? terms.array_([...found][0]!) : terms.array;
  }
}

function topLevelColon(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if ("<({[".includes(c)) depth++;
    else if (">)}]".includes(c)) depth--;
    else if (c === ":" && depth === 0 && text[i + 1] !== ":" && text[i - 1] !== ":") return i;
  }
  return -1;
}
