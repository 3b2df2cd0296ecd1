// What a type term means once all declarations are known: the classes a value can be of. It answers with what is proven
// and says `unknown` for the rest; a recursion that does not end is unknown too. Pure; one evaluator serves a revision.

import type { TermId, TypeTerm } from "../facts/type_term.ts";
import type { ClassInfo, Member, Ref, World } from "./world.ts";

/** One class that a value can be of. */
export type ObjectType =
  | { kind: "class"; info: ClassInfo }
  /** Known by name, declared outside the corpus. */
  | { kind: "external"; name: string };

export interface TypeSet {
  objects: ObjectType[];
  /** Elements, when the value can be an array or iterable. */
  element: TypeSet | null;
  /** What a class-string in it names. */
  names: TypeSet | null;
  /** Functions, methods and closures that calling the value would run. */
  callables: Ref[];
  /** Something in it could not be followed. */
  unknown: boolean;
}

/** The class around the code, and the class that `static` and `$this` stand for. */
export interface Scope {
  self: ClassInfo | null;
  static: ClassInfo | null;
}

const UNKNOWN: TypeSet = { objects: [], element: null, names: null, callables: [], unknown: true };
const NOTHING: TypeSet = { objects: [], element: null, names: null, callables: [], unknown: false };
/** Longer chains of terms than this are unknown: a fluent chain of generated code must not end the run. */
const DEEPEST = 60;

export class TypeEvaluator {
  readonly #memo = new Map<string, TypeSet>();
  readonly #open = new Set<string>();

  constructor(readonly world: World) {}

  /** Types of a term of a file. */
  evaluate(file: number, term: TermId | undefined, scope: Scope, depth = 0): TypeSet {
    if (term === undefined) return UNKNOWN;
    const value = this.world.files.get(file)?.facts.terms?.[term];
    if (value === undefined || depth > DEEPEST) return UNKNOWN;
    const key = `${file}/${term}/${scopeKey(scope)}`;
    const known = this.#memo.get(key);
    if (known !== undefined) return known;
    // A term that needs itself (a method that returns what it returns) adds nothing of its own.
    if (this.#open.has(key)) return UNKNOWN;
    this.#open.add(key);
    const types = this.#compute(file, value, scope, depth + 1);
    this.#open.delete(key);
    this.#memo.set(key, types);
    return types;
  }

  #compute(file: number, term: TypeTerm, scope: Scope, depth: number): TypeSet {
    const of = (id: TermId) => this.evaluate(file, id, scope, depth);
    switch (term[0]) {
      case "unknown":
        return UNKNOWN;
      case "scalar":
        return NOTHING;
      case "name":
        return this.named(term[1]);
      case "self":
        return ofClass(scope.self);
      case "static":
        return ofClass(scope.static ?? scope.self);
      case "parent":
        return scope.self === null ? UNKNOWN : join(scope.self.extends.map((name) => this.named(name)));
      case "union":
        return join(term[1].map(of));
      case "generic":
        // Of an iterable the last binding is what it holds.
        return { ...of(term[1]), element: term[2].length === 0 ? null : of(term[2].at(-1)!) };
      case "array":
        return { ...NOTHING, element: of(term[1]) };
      case "element":
        return this.#element(of(term[1]), depth);
      case "class_string":
        return { ...NOTHING, names: of(term[1]) };
      case "named_by":
        return this.#namedBy(of(term[1]));
      case "property":
        return this.#member(of(term[1]), (info) => this.world.property(info, term[2]), depth);
      case "static_property":
        return this.#member(of(term[1]), (info) => this.world.property(info, term[2]), depth);
      case "constant":
        return this.#constant(of(term[1]), term[2], depth);
      case "call":
        return this.#call(term[1], depth);
      case "method_call":
      case "static_call":
        return this.#returned(of(term[1]), term[2], depth);
      case "invoke":
        return this.#invoke(of(term[1]), depth);
      case "closure":
        return { ...NOTHING, callables: [{ file, local: term[1] }] };
      case "callable_function":
        return { ...NOTHING, callables: this.world.functions(term[1]) };
      case "callable_method":
        return { ...NOTHING, callables: this.methodsOf(of(term[1]), term[2]) };
      case "template":
        return of(term[2]);
    }
  }

  /** What a class-string names; of an object it is the object's own class. */
  #namedBy(types: TypeSet): TypeSet {
    return types.names ?? (types.objects.length > 0 ? types : UNKNOWN);
  }

  /** A class by its name; one that the corpus does not declare is known to be external. */
  named(name: string): TypeSet {
    const infos = this.world.classes(name);
    if (infos.length === 0) return { ...NOTHING, objects: [{ kind: "external", name }] };
    return { ...NOTHING, objects: infos.map((info) => ({ kind: "class", info })) };
  }

  /** Methods of a name on every class of a set. */
  methodsOf(types: TypeSet, name: string): Member[] {
    return types.objects.flatMap((o) => o.kind === "class" ? this.world.method(o.info, name).found : []);
  }

  #element(types: TypeSet, depth: number): TypeSet {
    const parts: TypeSet[] = [];
    if (types.element !== null) parts.push(types.element);
    for (const object of types.objects) {
      if (object.kind !== "class") continue;
      // An Iterator gives what current() returns, an IteratorAggregate what its iterator gives.
      const current = this.#returned(ofClass(object.info), "current", depth);
      if (current.objects.length > 0) parts.push(current);
      else {
        const iterator = this.#returned(ofClass(object.info), "getIterator", depth);
        if (iterator.element !== null) parts.push(iterator.element);
      }
    }
    return parts.length === 0 ? UNKNOWN : join(parts);
  }

  #member(types: TypeSet, look: (info: ClassInfo) => ReturnType<World["property"]>, depth: number): TypeSet {
    const parts: TypeSet[] = [];
    for (const object of types.objects) {
      if (object.kind !== "class") {
        parts.push(UNKNOWN);
        continue;
      }
      const { found, magic, open } = look(object.info);
      for (const member of found) parts.push(this.#declared(member, object.info, depth));
      if (found.length > 0) continue;
      if (magic) {
        parts.push(this.evaluate(magic.owner.file, magic.term, scopeOf(magic.owner, object.info), depth));
      } else parts.push(open ? UNKNOWN : NOTHING);
    }
    return finish(types, parts);
  }

  #constant(types: TypeSet, name: string, depth: number): TypeSet {
    if (name.toLowerCase() === "class") return { ...NOTHING, names: types };
    const parts: TypeSet[] = [];
    for (const object of types.objects) {
      if (object.kind !== "class") parts.push(UNKNOWN);
      else {
        for (const member of this.world.constant(object.info, name).found) {
          parts.push(
            member.node.kind === "enum_case"
              ? ofClass(member.owner)
              : this.#declared(member, object.info, depth),
          );
        }
      }
    }
    return finish(types, parts);
  }

  #call(names: readonly string[], depth: number): TypeSet {
    const refs = this.world.functions(names);
    if (refs.length === 0) return UNKNOWN;
    return join(refs.map((ref) => {
      const node = this.world.node(ref);
      return node.term === undefined
        ? UNKNOWN
        : this.evaluate(ref.file, node.term, { self: null, static: null }, depth);
    }));
  }

  /** What a method of this name returns on each class of the set; `static` is that class. */
  #returned(types: TypeSet, name: string, depth: number): TypeSet {
    return this.#member(
      types,
      (info) => this.#enumMethod(info, name) ?? this.world.method(info, name),
      depth,
    );
  }

  /** The methods that PHP adds to enums return cases of the enum. */
  #enumMethod(info: ClassInfo, name: string): ReturnType<World["method"]> | null {
    if (info.node.kind !== "enum") return null;
    return ["from", "tryfrom"].includes(name.toLowerCase())
      ? { found: [{ ...info, owner: info } as Member], open: false }
      : null;
  }

  #declared(member: Member, receiver: ClassInfo, depth: number): TypeSet {
    if (member.node.kind === "enum") return ofClass(member.owner);
    // A member that a class has from a trait speaks of the class, not of the trait.
    const self = member.owner.node.kind === "trait" ? receiver : member.owner;
    return this.evaluate(member.file, member.node.term, { self, static: receiver }, depth);
  }

  #invoke(types: TypeSet, depth: number): TypeSet {
    const parts = types.callables.map((ref) => {
      const around = this.world.classAround(ref.file, ref.local);
      return this.evaluate(ref.file, this.world.node(ref).term, { self: around, static: around }, depth);
    });
    if (types.objects.length > 0) parts.push(this.#returned({ ...types, callables: [] }, "__invoke", depth));
    return parts.length === 0 ? UNKNOWN : finish(types, parts);
  }
}

export function ofClass(info: ClassInfo | null): TypeSet {
  return info === null ? UNKNOWN : { ...NOTHING, objects: [{ kind: "class", info }] };
}

function scopeOf(owner: ClassInfo, receiver: ClassInfo): Scope {
  return { self: owner, static: receiver };
}

function scopeKey(scope: Scope): string {
  const of = (info: ClassInfo | null) => info === null ? "" : `${info.file}.${info.local}`;
  return `${of(scope.self)}/${of(scope.static)}`;
}

/** The parts, and what the set they came from did not know. */
function finish(from: TypeSet, parts: TypeSet[]): TypeSet {
  const out = join(parts);
  return from.unknown && !out.unknown ? { ...out, unknown: true } : out;
}

/** One set of several; the same class counts once. */
export function join(sets: readonly TypeSet[]): TypeSet {
  if (sets.length === 0) return UNKNOWN;
  if (sets.length === 1) return sets[0]!;
  const objects = new Map<string, ObjectType>();
  const elements: TypeSet[] = [];
  const names: TypeSet[] = [];
  const callables: Ref[] = [];
  let unknown = false;
  for (const set of sets) {
    for (const o of set.objects) {
      objects.set(o.kind === "class" ? `${o.info.file}.${o.info.local}` : o.name.toLowerCase(), o);
    }
    if (set.element) elements.push(set.element);
    if (set.names) names.push(set.names);
    callables.push(...set.callables);
    unknown ||= set.unknown;
  }
  return {
    objects: [...objects.values()],
    element: elements.length === 0 ? null : join(elements),
    names: names.length === 0 ? null : join(names),
    callables,
    unknown,
  };
}
