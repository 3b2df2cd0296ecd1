// What every call site of a file means: the outcome of the site and the edges that follow from it. First exact, then by
// name, then an honest refusal (DESIGN §6). A type known to lie outside the corpus gives no edge into it, and a bare call
// never means a method. Pure: a function of the declarations and one file's sites.

import { normalisePath } from "../base/text.ts";
import {
  type Certainty,
  derived,
  type DerivedRule,
  type Evidence,
  evidence,
  stated,
} from "../facts/evidence.ts";
import type { EdgeKind } from "../facts/kinds.ts";
import type { SiteFact, SiteOutcome } from "../facts/site.ts";
import { isBuiltinClass, isBuiltinFunction } from "./builtins.ts";
import { type ObjectType, type Scope, TypeEvaluator, type TypeSet } from "./types.ts";
import { type ClassInfo, isPrivate, type Member, type Ref, type World } from "./world.ts";

export interface ResolvedCall {
  kind: EdgeKind;
  dst: Ref;
  proof: Certainty & Evidence;
}

export interface SiteResult {
  outcome: SiteOutcome;
  /** unresolved: how many declarations of that name there are. */
  candidates?: number;
  edges: ResolvedCall[];
}

/** More methods of one name than this are not candidates but a word (DESIGN §6.4). */
const MOST_SAME_NAME = 8;

export class CallResolver {
  readonly #types: TypeEvaluator;

  /** `paths`: file numbers by relative path, for includes. Whoever resolves more shares the evaluator and its memory. */
  constructor(
    readonly world: World,
    readonly paths: ReadonlyMap<string, number>,
    types = new TypeEvaluator(world),
  ) {
    this.#types = types;
  }

  resolve(file: number, site: SiteFact): SiteResult {
    const at = evidence(this.world.files.get(file)!.path, site.line);
    switch (site.kind) {
      case "function":
        return this.#function(site, at);
      case "new":
        return this.#new(file, site, at);
      case "method":
      case "static":
        return this.#method(file, site, at);
      case "callable":
        return this.#callable(file, site, at);
      case "include":
        return this.#include(file, site, at);
      case "dynamic":
        return this.#dynamic(file, site, at);
    }
  }

  #function(site: SiteFact, at: Evidence): SiteResult {
    const names = site.functions ?? [];
    const refs = this.world.functions(names);
    if (refs.length > 0) return this.#declared(refs, "calls", "function-name", at);
    return { outcome: isBuiltinFunction(names.at(-1) ?? "") ? "builtin" : "unresolved", edges: [] };
  }

  /** One declaration is stated; several of one name are all candidates. */
  #declared(refs: readonly Ref[], kind: EdgeKind, rule: string, at: Evidence): SiteResult {
    const proof = refs.length === 1 ? stated(rule, at) : derived("several-declarations", at);
    return { outcome: proof.certainty, edges: refs.map((dst) => ({ kind, dst, proof })) };
  }

  #new(file: number, site: SiteFact, at: Evidence): SiteResult {
    const types = this.#receiver(file, site);
    const edges: ResolvedCall[] = [];
    const classes = classesOf(types);
    const proof = classes.length === 1 && !types.unknown
      ? stated("class-name", at)
      : derived(several(classes.length), at);
    for (const info of classes) {
      edges.push({ kind: "instantiates", dst: info, proof });
      for (const dst of this.world.method(info, "__construct").found) {
        edges.push({ kind: "calls", dst, proof });
      }
    }
    if (classes.length > 0) return { outcome: proof.certainty, edges };
    return { outcome: this.#outside(types), edges };
  }

  #method(file: number, site: SiteFact, at: Evidence): SiteResult {
    const results = this.#scopes(file, site.from).map((scope) => this.#methodIn(file, site, scope, at));
    if (results.length === 1) return results[0]!;
    // A trait's code runs in each class that uses it: alike in all of them it is proven, otherwise each is possible.
    const targets = new Map<string, ResolvedCall>();
    for (const { edges } of results) for (const e of edges) targets.set(`${e.dst.file}/${e.dst.local}`, e);
    const alike = results.every((r) => r.outcome === "stated") &&
      new Set(
          results.map((r) =>
            r.edges.filter((e) => e.proof.certainty === "stated").map((e) => keyOf(e.dst)).join()
          ),
        ).size === 1;
    if (alike) return results[0]!;
    const edges = [...targets.values()].map((e) => ({ ...e, proof: derived(several(targets.size), at) }));
    return edges.length > 0 ? { outcome: "derived", edges } : results[0]!;
  }

  #methodIn(file: number, site: SiteFact, scope: Scope, at: Evidence): SiteResult {
    const types = this.#types.evaluate(file, site.receiver, scope);
    const classes = classesOf(types);
    if (types.objects.length === 0) {
      if (types.callables.length > 0 && /^(call|bindto|__invoke)$/i.test(site.name)) {
        return this.#declared(types.callables, "calls", "closure-value", at);
      }
      return types.unknown ? this.#sameName(site, at) : { outcome: "builtin", edges: [] };
    }
    const edges: ResolvedCall[] = [];
    const found = new Map<string, Member>();
    let open = types.objects.length > classes.length;
    for (const info of classes) {
      const lookup = this.world.method(info, site.name);
      for (const member of lookup.found) found.set(keyOf(member), member);
      open ||= lookup.open;
    }
    const certain = found.size === 1 && classes.length === types.objects.length && !types.unknown;
    const proof = certain
      ? stated(site.kind === "static" ? "static-receiver" : "receiver-type", at)
      : derived(several(found.size), at);
    for (const dst of found.values()) edges.push({ kind: "calls", dst, proof });
    if (this.#mayBeOverridden(file, site)) {
      for (const member of found.values()) {
        for (const dst of this.#overriding(member, classes, site.name)) {
          if (!found.has(keyOf(dst))) {
            edges.push({ kind: "calls", dst, proof: derived("overriding-method", at) });
          }
        }
      }
    }
    if (edges.length > 0) return { outcome: proof.certainty, edges };
    if (classes.some((info) => info.node.kind === "enum" && /^(cases|from|tryfrom)$/i.test(site.name))) {
      return { outcome: "builtin", edges };
    }
    const mixed = classes.flatMap((info) => this.#mixinMethods(info, site.name));
    if (mixed.length > 0) return this.#declared(mixed, "calls", "mixin", at);
    // The class is known and has no such method: an ancestor outside may have it, else it is the magic of __call.
    if (open) return { outcome: this.#outside(types) === "builtin" ? "builtin" : "external", edges };
    const magic = classes.flatMap((info) =>
      this.world.method(info, site.kind === "static" ? "__callStatic" : "__call").found
    );
    if (magic.length > 0) {
      return {
        outcome: "derived",
        edges: magic.map((dst) => ({ kind: "calls", dst, proof: derived("magic-call", at) })),
      };
    }
    return { outcome: "unresolved", candidates: 0, edges };
  }

  /** Methods of the classes that a class, or one above it, names by `@mixin`. */
  #mixinMethods(info: ClassInfo, name: string): Member[] {
    return this.world.withAncestors(info).flatMap((at) =>
      (at.node.magic?.mixins ?? []).flatMap((term) =>
        this.#types.methodsOf(this.#types.evaluate(at.file, term, { self: at, static: info }), name)
      )
    );
  }

  /** Implementations below the receiver's class that a call may run instead. Private methods are never overridden. */
  #overriding(member: Member, receivers: readonly ClassInfo[], name: string): Member[] {
    if (isPrivate(member.node)) return [];
    const out: Member[] = [];
    for (const receiver of receivers) {
      for (const below of this.world.descendants(receiver)) {
        const own = below.methods.get(name.toLowerCase());
        if (own !== undefined && !isPrivate(own.node)) out.push(own);
      }
    }
    return out;
  }

  /** Nothing is known of the receiver: methods of that name are candidates, unless they are too many to mean anything. */
  #sameName(site: SiteFact, at: Evidence): SiteResult {
    const members = site.kind === "method" ? this.world.methodsNamed(site.name) : [];
    if (members.length === 0 || members.length > MOST_SAME_NAME) {
      return { outcome: "unresolved", candidates: members.length, edges: [] };
    }
    const proof = derived(
      members.length === 1 ? "one-method-of-that-name" : "several-methods-of-that-name",
      at,
    );
    return { outcome: "derived", edges: members.map((dst) => ({ kind: "calls_heuristic", dst, proof })) };
  }

  #callable(file: number, site: SiteFact, at: Evidence): SiteResult {
    const rule: DerivedRule = site.via === "hook" ? "hook-registration" : "callable-value";
    let refs: Ref[] = [];
    if (site.functions !== undefined) refs = this.world.functions(site.functions);
    else {
      for (const scope of this.#scopes(file, site.from)) {
        const types = this.#types.evaluate(file, site.receiver, scope);
        refs.push(...this.#types.methodsOf(types, site.name), ...types.callables);
      }
    }
    if (refs.length === 0) {
      const name = site.functions?.at(-1);
      return { outcome: name !== undefined && isBuiltinFunction(name) ? "builtin" : "unresolved", edges: [] };
    }
    const proof = derived(refs.length === 1 ? rule : "several-declarations", at);
    return { outcome: "derived", edges: refs.map((dst) => ({ kind: "calls_heuristic", dst, proof })) };
  }

  #include(file: number, site: SiteFact, at: Evidence): SiteResult {
    if (!site.include) return { outcome: "dynamic", edges: [] };
    const own = at.path.slice(0, at.path.lastIndexOf("/") + 1);
    const { base, path } = site.include;
    const beside = this.paths.get(normalisePath(own + path));
    const fromRoot = this.paths.get(normalisePath(path));
    const proof = base === "dir" ? stated("include-path", at) : derived("include-from-root", at);
    const target = beside ?? (base === "root" ? fromRoot : undefined);
    if (target === undefined || target === file) return { outcome: "unresolved", edges: [] };
    return {
      outcome: proof.certainty,
      edges: [{ kind: "includes", dst: { file: target, local: 0 }, proof }],
    };
  }

  #dynamic(file: number, site: SiteFact, at: Evidence): SiteResult {
    if (site.receiver === undefined) return { outcome: "dynamic", edges: [] };
    const types = this.#receiver(file, site);
    const refs = [...types.callables, ...this.#types.methodsOf(types, "__invoke")];
    if (refs.length === 0) return { outcome: "dynamic", edges: [] };
    return this.#declared(refs, "calls", "callable-type", at);
  }

  /** `parent::m()` and `C::m()` run that very method; an object, and `static`, may be of a class below. */
  #mayBeOverridden(file: number, site: SiteFact): boolean {
    if (site.kind === "method") return true;
    return this.world.files.get(file)!.facts.terms?.[site.receiver ?? -1]?.[0] === "static";
  }

  #receiver(file: number, site: SiteFact): TypeSet {
    return this.#types.evaluate(file, site.receiver, this.#scopes(file, site.from)[0]!);
  }

  /** The classes for which the code around a site runs: those that use the trait it stands in, else its own class. */
  #scopes(file: number, local: number): Scope[] {
    const around = this.world.classAround(file, local);
    if (around?.node.kind !== "trait") return [{ self: around, static: around }];
    const users = this.world.usersOf(around);
    return users.length === 0
      ? [{ self: around, static: around }]
      : users.map((c) => ({ self: c, static: c }));
  }

  #outside(types: TypeSet): SiteOutcome {
    const outside = types.objects.filter((o): o is ObjectType & { kind: "external" } =>
      o.kind === "external"
    );
    if (outside.length === 0) return "unresolved";
    return outside.every((o) => isBuiltinClass(o.name)) ? "builtin" : "external";
  }
}

function classesOf(types: TypeSet): ClassInfo[] {
  return types.objects.flatMap((o) => o.kind === "class" ? [o.info] : []);
}

function several(count: number): DerivedRule {
  return count === 1 ? "one-possible-type" : "several-possible-types";
}

function keyOf(ref: Ref): string {
  return `${ref.file}/${ref.local}`;
}
