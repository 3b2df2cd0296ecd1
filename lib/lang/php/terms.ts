// The type terms of one file, equal ones once. It simplifies what needs no other file and cuts what would grow without
// end: a term that is too deep or too wide becomes unknown, which is always a true answer.

import type { TermId, TypeTerm } from "../../facts/type_term.ts";

/** While a body is read there is one more term: a string whose text is known. It is never stored. */
export type WorkTerm = TypeTerm | ["literal", string];

export const UNKNOWN = 0;
const MAX_DEPTH = 150;
const MAX_UNION = 12;

export class Terms {
  private readonly list: WorkTerm[] = [["unknown"]];
  private readonly depths: number[] = [0];
  private readonly index = new Map<string, TermId>();
  private readonly byName = new Map<string, TermId>();

  readonly self = this.add("self", ["self"]);
  readonly static = this.add("static", ["static"]);
  readonly parent = this.add("parent", ["parent"]);
  readonly string = this.scalar("string");
  readonly int = this.scalar("int");
  readonly bool = this.scalar("bool");
  readonly null = this.scalar("null");
  readonly array = this.scalar("array");

  get(id: TermId): WorkTerm {
    return this.list[id]!;
  }

  private add(key: string, term: WorkTerm, ...parts: TermId[]): TermId {
    const known = this.index.get(key);
    if (known !== undefined) return known;
    let depth = 0;
    for (const part of parts) depth = Math.max(depth, this.depths[part]!);
    if (depth >= MAX_DEPTH) return UNKNOWN;
    this.depths.push(depth + 1);
    const id = this.list.push(term) - 1;
    this.index.set(key, id);
    return id;
  }

  name(fqn: string): TermId {
    const known = this.byName.get(fqn);
    if (known !== undefined) return known;
    const id = this.add(`n${fqn}`, ["name", fqn]);
    this.byName.set(fqn, id);
    return id;
  }

  scalar(word: string): TermId {
    return this.add(`s${word}`, ["scalar", word]);
  }

  literal(text: string): TermId {
    return this.add(`'${text}`, ["literal", text]);
  }

  /** Nothing that a method could be called on: a string, a number, `null`, an array without a known element. */
  isScalar(id: TermId): boolean {
    const kind = this.list[id]![0];
    return kind === "scalar" || kind === "literal";
  }

  /** The string that a term is, where it is known. */
  text(id: TermId): string | null {
    const term = this.list[id]!;
    return term[0] === "literal" ? term[1] : null;
  }

  /**
   * One of several. What is no object says nothing beside an object; but beside the name of a class any string may be
   * another one.
   */
  union(parts: readonly TermId[]): TermId {
    if (parts.length === 1) return parts[0]!;
    const members = new Set<TermId>();
    const scalars = new Set<TermId>();
    for (const part of parts) {
      const term = this.list[part]!;
      for (const member of term[0] === "union" ? term[1] : [part]) {
        (this.isScalar(member) ? scalars : members).add(member);
      }
    }
    scalars.delete(this.null);
    if (members.size === 0) return this.oneScalar(scalars, parts);
    if ([...members].some((m) => this.list[m]![0] === "class_string")) {
      for (const scalar of scalars) {
        if (this.text(scalar) !== null || scalar === this.string) members.add(this.namedClass(scalar));
      }
    }
    if (members.size > MAX_UNION) return UNKNOWN;
    const all = [...members].sort((a, b) => a - b);
    if (all.length === 1) return all[0]!;
    return this.add(`|${all.join(",")}`, ["union", all], ...all);
  }

  /** Several plain values are one of their kind; which text it is, is no longer known. */
  private oneScalar(scalars: ReadonlySet<TermId>, parts: readonly TermId[]): TermId {
    const [first, ...others] = scalars;
    if (first === undefined) return parts.length === 0 ? UNKNOWN : this.null;
    return others.length > 0 && this.text(first) !== null ? this.string : first;
  }

  /** A string as the name of a class. */
  private namedClass(of: TermId): TermId {
    const named = this.namedBy(of);
    return named === UNKNOWN ? UNKNOWN : this.classString(named);
  }

  array_(element: TermId): TermId {
    if (element === UNKNOWN || this.isScalar(element)) return this.array;
    return this.add(`a${element}`, ["array", element], element);
  }

  generic(base: TermId, parts: TermId[]): TermId {
    if (base === UNKNOWN || parts.every((p) => p === UNKNOWN)) return base;
    return this.add(`g${base}<${parts.join(",")}`, ["generic", base, parts], base, ...parts);
  }

  element(of: TermId): TermId {
    const term = this.list[of]!;
    if (term[0] === "array") return term[1];
    if (of === UNKNOWN || this.isScalar(of)) return UNKNOWN;
    return this.add(`e${of}`, ["element", of], of);
  }

  classString(of: TermId): TermId {
    return of === UNKNOWN ? this.string : this.add(`c${of}`, ["class_string", of], of);
  }

  namedBy(of: TermId): TermId {
    const term = this.list[of]!;
    if (term[0] === "class_string") return term[1];
    if (term[0] === "literal" && CLASS_NAME.test(term[1])) return this.name(term[1].replace(/^\\/, ""));
    if (of === UNKNOWN || this.isScalar(of)) return UNKNOWN;
    if (term[0] === "union") return this.union(term[1].map((member) => this.namedBy(member)));
    // An object before `::` or after `new` stands for its class.
    if (OBJECTS.has(term[0])) return of;
    return this.add(`N${of}`, ["named_by", of], of);
  }

  member(
    kind: "property" | "static_property" | "constant" | "callable_method",
    of: TermId,
    name: string,
  ): TermId {
    return of === UNKNOWN ? UNKNOWN : this.add(`${kind}${of}>${name}`, [kind, of, name], of);
  }

  methodCall(kind: "method_call" | "static_call", of: TermId, name: string, args: readonly TermId[]): TermId {
    if (of === UNKNOWN) return UNKNOWN;
    const given = this.telling(args);
    return this.add(`${kind}${of}>${name}(${given.join(",")}`, [kind, of, name, given], of, ...given);
  }

  call(names: readonly string[], args: readonly TermId[]): TermId {
    const given = this.telling(args);
    return this.add(`f${names.join("|")}(${given.join(",")}`, ["call", [...names], given], ...given);
  }

  callableFunction(names: readonly string[]): TermId {
    return this.add(`F${names.join("|")}`, ["callable_function", [...names]]);
  }

  closure(local: number): TermId {
    return this.add(`C${local}`, ["closure", local]);
  }

  invoke(of: TermId): TermId {
    return of === UNKNOWN || this.isScalar(of) ? UNKNOWN : this.add(`i${of}`, ["invoke", of], of);
  }

  template(name: string, bound: TermId): TermId {
    return this.add(`t${name}:${bound}`, ["template", name, bound], bound);
  }

  /** Arguments as far as they can bind a template: plain values are unknown, and unknown ones at the end are left out. */
  private telling(args: readonly TermId[]): TermId[] {
    const given = args.map((a) => this.isScalar(a) ? UNKNOWN : a);
    while (given.length > 0 && given[given.length - 1] === UNKNOWN) given.pop();
    return given;
  }

  /** The stored form: only terms that are asked for, numbered in the order of the first question. */
  packer(): { pack: (id: TermId) => TermId; terms: TypeTerm[] } {
    const terms: TypeTerm[] = [["unknown"]];
    const places = new Map<TermId, TermId>([[UNKNOWN, 0]]);
    const pack = (id: TermId): TermId => {
      const known = places.get(id);
      if (known !== undefined) return known;
      const all = (ids: readonly TermId[]) => ids.map(pack);
      const term = this.list[id]!;
      const packed = packedTerm(term, pack, all);
      if (term[0] === "literal") {
        const place = pack(this.string);
        places.set(id, place);
        return place;
      }
      const place = terms.push(packed) - 1;
      places.set(id, place);
      return place;
    };
    return { pack, terms };
  }
}

const OBJECTS: ReadonlySet<string> = new Set(["name", "self", "static", "parent", "generic"]);
const CLASS_NAME = /^\\?[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:\\[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)*$/;

function packedTerm(
  term: WorkTerm,
  one: (id: TermId) => TermId,
  all: (ids: readonly TermId[]) => TermId[],
): TypeTerm {
  switch (term[0]) {
    case "literal":
      return ["scalar", "string"];
    case "union":
      return ["union", all(term[1])];
    case "generic":
      return ["generic", one(term[1]), all(term[2])];
    case "array":
    case "element":
    case "class_string":
    case "named_by":
    case "invoke":
      return [term[0], one(term[1])];
    case "property":
    case "static_property":
    case "constant":
    case "callable_method":
      return [term[0], one(term[1]), term[2]];
    case "call":
      return ["call", term[1], all(term[2])];
    case "method_call":
    case "static_call":
      return [term[0], one(term[1]), term[2], all(term[3])];
    case "template":
      return ["template", term[1], one(term[2])];
    default:
      return term;
  }
}
