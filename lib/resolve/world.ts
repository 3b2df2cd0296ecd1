// All declarations of the corpus as resolution needs them: functions by name, class-likes with their members and their
// ancestors. Pure and built once for a revision; it looks names up and walks hierarchies, it decides no edge.

import { foldName } from "../base/names.ts";
import type { FileFacts, NodeFact, TraitRule } from "../facts/file_facts.ts";
import type { TermId } from "../facts/type_term.ts";

/** One file as it takes part in resolution. `file` is its number in the store. */
export interface WorldFile {
  file: number;
  path: string;
  facts: FileFacts;
}

/** A declaration: its file and its local number in it. */
export interface Ref {
  file: number;
  local: number;
}

export interface Member extends Ref {
  node: NodeFact;
  owner: ClassInfo;
}

export interface ClassInfo extends Ref {
  node: NodeFact;
  fqn: string;
  /** Qualified names as the file means them. */
  extends: string[];
  implements: string[];
  traits: string[];
  rules: TraitRule[];
  methods: Map<string, Member>;
  /** Without the dollar sign. */
  properties: Map<string, Member>;
  constants: Map<string, Member>;
}

/** What a walk up a hierarchy found. `open` says that an ancestor lies outside the corpus and might have it. */
export interface Lookup {
  found: Member[];
  /** In a class above, documented by `@method` or `@property`. */
  magic?: { owner: ClassInfo; term: TermId };
  open: boolean;
}

const CLASS_LIKE = new Set(["class", "interface", "trait", "enum"]);

export class World {
  readonly files = new Map<number, WorldFile>();
  readonly #functions = new Map<string, Ref[]>();
  readonly #constants = new Map<string, Ref[]>();
  readonly #classes = new Map<string, ClassInfo[]>();
  readonly #byNode = new Map<string, ClassInfo>();
  readonly #methodsByName = new Map<string, Member[]>();
  #children: Map<ClassInfo, ClassInfo[]> | null = null;

  add(file: WorldFile): void {
    this.files.set(file.file, file);
    const { nodes, refs, trait_rules } = file.facts;
    nodes.forEach((node, local) => {
      const ref = { file: file.file, local };
      if (node.kind === "function") push(this.#functions, foldName(node.fqn), ref);
      else if (node.kind === "constant" && !node.fqn.includes("::")) push(this.#constants, node.fqn, ref);
      else if (CLASS_LIKE.has(node.kind)) this.#addClass(file, node, ref);
    });
    for (const ref of refs) {
      const info = this.#byNode.get(keyOf(file.file, ref.from));
      if (info === undefined) continue;
      if (ref.kind === "extends") info.extends.push(ref.target);
      else if (ref.kind === "implements") info.implements.push(ref.target);
      else if (ref.kind === "uses_trait") info.traits.push(ref.target);
    }
    for (const rule of trait_rules ?? []) this.#byNode.get(keyOf(file.file, rule.from))?.rules.push(rule);
  }

  #addClass(file: WorldFile, node: NodeFact, ref: Ref): void {
    const info: ClassInfo = {
      ...ref,
      node,
      fqn: node.fqn,
      extends: [],
      implements: [],
      traits: [],
      rules: [],
      methods: new Map(),
      properties: new Map(),
      constants: new Map(),
    };
    file.facts.nodes.forEach((inner, local) => {
      if (inner.parent !== ref.local) return;
      const member: Member = { file: ref.file, local, node: inner, owner: info };
      if (inner.kind === "method") {
        info.methods.set(foldName(inner.name), member);
        push(this.#methodsByName, foldName(inner.name), member);
      } else if (inner.kind === "property") info.properties.set(inner.name, member);
      else if (inner.kind === "constant" || inner.kind === "enum_case") {
        info.constants.set(inner.name, member);
      }
    });
    push(this.#classes, foldName(node.fqn), info);
    this.#byNode.set(keyOf(ref.file, ref.local), info);
  }

  /** Functions of the first of these names that the corpus declares. */
  functions(names: readonly string[]): Ref[] {
    for (const name of names) {
      const refs = this.#functions.get(foldName(name));
      if (refs !== undefined) return refs;
    }
    return [];
  }

  constants(names: readonly string[]): Ref[] {
    for (const name of names) {
      const refs = this.#constants.get(name);
      if (refs !== undefined) return refs;
    }
    return [];
  }

  classes(fqn: string): readonly ClassInfo[] {
    return this.#classes.get(foldName(fqn)) ?? [];
  }

  /** The class-like that a node is, or the innermost that contains it. */
  classAround(file: number, local: number): ClassInfo | null {
    const nodes = this.files.get(file)!.facts.nodes;
    for (let at = local; at >= 0; at = nodes[at]!.parent) {
      const info = this.#byNode.get(keyOf(file, at));
      if (info !== undefined) return info;
    }
    return null;
  }

  *allClasses(): Iterable<ClassInfo> {
    for (const list of this.#classes.values()) yield* list;
  }

  methodsNamed(name: string): readonly Member[] {
    return this.#methodsByName.get(foldName(name)) ?? [];
  }

  node(ref: Ref): NodeFact {
    return this.files.get(ref.file)!.facts.nodes[ref.local]!;
  }

  // -- hierarchy

  /** The method that a call on this class runs: own, of its traits, of its parents, of its interfaces. */
  method(info: ClassInfo, name: string): Lookup {
    return this.#walk(info, new Set(), (at) => this.#ownMethod(at, foldName(name), new Set()), (at) => {
      const term = lookFolded(at.node.magic?.methods, name);
      return term === undefined ? undefined : { owner: at, term };
    });
  }

  property(info: ClassInfo, name: string): Lookup {
    return this.#walk(info, new Set(), (at) => this.#ownOrTrait(at, (c) => c.properties.get(name)), (at) => {
      const term = at.node.magic?.properties[name];
      return term === undefined ? undefined : { owner: at, term };
    });
  }

  constant(info: ClassInfo, name: string): Lookup {
    return this.#walk(
      info,
      new Set(),
      (at) => this.#ownOrTrait(at, (c) => c.constants.get(name)),
      () => undefined,
    );
  }

  /** Own members first, then parents, then interfaces: the order in which PHP inherits. */
  #walk(
    info: ClassInfo,
    seen: Set<ClassInfo>,
    own: (at: ClassInfo) => Member[],
    magic: (at: ClassInfo) => Lookup["magic"],
  ): Lookup {
    if (seen.has(info)) return { found: [], open: false };
    seen.add(info);
    const here = own(info);
    if (here.length > 0) return { found: here, open: false };
    let open = info.traits.some((name) => this.classes(name).length === 0);
    let documented = magic(info);
    for (const name of [...info.extends, ...info.implements]) {
      const above = this.classes(name);
      if (above.length === 0) open = true;
      for (const parent of above) {
        const lookup = this.#walk(parent, seen, own, magic);
        if (lookup.found.length > 0) return lookup;
        open ||= lookup.open;
        documented ??= lookup.magic;
      }
    }
    return { found: [], open, ...(documented && { magic: documented }) };
  }

  #ownOrTrait(
    info: ClassInfo,
    pick: (c: ClassInfo) => Member | undefined,
    seen = new Set<ClassInfo>(),
  ): Member[] {
    if (seen.has(info)) return [];
    seen.add(info);
    const own = pick(info);
    if (own !== undefined) return [own];
    return info.traits.flatMap((name) => this.classes(name).flatMap((t) => this.#ownOrTrait(t, pick, seen)));
  }

  /** With `insteadof` and `as`. Two traits with one method and no rule are both candidates. */
  #ownMethod(info: ClassInfo, folded: string, seen: Set<ClassInfo>): Member[] {
    if (seen.has(info)) return [];
    seen.add(info);
    const own = info.methods.get(folded);
    if (own !== undefined) return [own];
    const out: Member[] = [];
    for (const rule of info.rules) {
      if (rule.alias === undefined || foldName(rule.alias) !== folded) continue;
      for (const name of rule.trait === undefined ? info.traits : [rule.trait]) {
        for (const trait of this.classes(name)) {
          out.push(...this.#ownMethod(trait, foldName(rule.method), new Set(seen)));
        }
      }
    }
    if (out.length > 0) return unique(out);
    for (const name of info.traits) {
      const excluded = info.rules.some((r) =>
        foldName(r.method) === folded && r.insteadof?.some((other) => foldName(other) === foldName(name))
      );
      if (excluded) continue;
      for (const trait of this.classes(name)) out.push(...this.#ownMethod(trait, folded, seen));
    }
    // An abstract method of one trait is satisfied by another's.
    const concrete = out.filter((m) => !isAbstract(m.node));
    return unique(concrete.length > 0 ? concrete : out);
  }

  /** A class-like and everything above it that the corpus declares. */
  withAncestors(info: ClassInfo, seen = new Set<ClassInfo>()): ClassInfo[] {
    if (seen.has(info)) return [];
    seen.add(info);
    const above = [...info.extends, ...info.implements].flatMap((name) => this.classes(name));
    return [info, ...above.flatMap((a) => this.withAncestors(a, seen))];
  }

  /** Everything that extends, implements or uses a class-like, directly or not. */
  descendants(info: ClassInfo): ClassInfo[] {
    const children = this.#children ??= this.#linkChildren();
    const out: ClassInfo[] = [];
    const open = [...(children.get(info) ?? [])];
    const seen = new Set<ClassInfo>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      out.push(next);
      open.push(...(children.get(next) ?? []));
    }
    return out;
  }

  #linkChildren(): Map<ClassInfo, ClassInfo[]> {
    const children = new Map<ClassInfo, ClassInfo[]>();
    for (const list of this.#classes.values()) {
      for (const info of list) {
        for (const name of [...info.extends, ...info.implements, ...info.traits]) {
          for (const parent of this.classes(name)) push(children, parent, info);
        }
      }
    }
    return children;
  }

  /** Classes that use a trait, directly or through another trait. */
  usersOf(trait: ClassInfo): ClassInfo[] {
    return this.descendants(trait).filter((c) => c.node.kind !== "trait");
  }

  /** Whether one class-like is another or inherits from it. */
  inherits(info: ClassInfo, from: ClassInfo, seen = new Set<ClassInfo>()): boolean {
    if (info === from) return true;
    if (seen.has(info)) return false;
    seen.add(info);
    return [...info.extends, ...info.implements].some((name) =>
      this.classes(name).some((above) => this.inherits(above, from, seen))
    );
  }
}

const ABSTRACT_BIT = 1 << 4;
const PRIVATE_BIT = 1 << 2;

export function isAbstract(node: NodeFact): boolean {
  return ((node.modifiers ?? 0) & ABSTRACT_BIT) !== 0;
}

export function isPrivate(node: NodeFact): boolean {
  return ((node.modifiers ?? 0) & PRIVATE_BIT) !== 0;
}

function unique(members: Member[]): Member[] {
  return members.filter((m, i) => members.findIndex((o) => o.file === m.file && o.local === m.local) === i);
}

function lookFolded(table: Record<string, TermId> | undefined, name: string): TermId | undefined {
  if (table === undefined) return undefined;
  const folded = foldName(name);
  for (const [key, term] of Object.entries(table)) if (foldName(key) === folded) return term;
  return undefined;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function keyOf(file: number, local: number): string {
  return `${file}/${local}`;
}
