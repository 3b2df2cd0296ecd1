// What the other uses of a file mean: type hints, `instanceof`, `catch`, attributes, constants, properties. Only what is
// proven becomes a reference; a property of an unknown receiver is left alone. Pure.

import { type Certainty, derived, type Evidence, evidence, stated } from "../facts/evidence.ts";
import type { UseFact } from "../facts/site.ts";
import { type Scope, TypeEvaluator, type TypeSet } from "./types.ts";
import type { Lookup, Ref, World } from "./world.ts";

export interface ResolvedUse {
  dst: Ref;
  proof: Certainty & Evidence;
}

export class UseResolver {
  readonly #types: TypeEvaluator;

  constructor(readonly world: World, types = new TypeEvaluator(world)) {
    this.#types = types;
  }

  resolve(file: number, use: UseFact): ResolvedUse[] {
    const at = evidence(this.world.files.get(file)!.path, use.line);
    if (use.kind === "constant") return declared(this.world.constants(use.constants ?? []), use.kind, at);
    const types = this.#receiver(file, use);
    switch (use.kind) {
      case "class_constant":
        return members(types, (o) => this.world.constant(o, use.name), use.kind, at);
      case "property":
      case "static_property":
        return members(types, (o) => this.world.property(o, use.name), use.kind, at);
      default:
        return declared(classes(types), use.kind, at);
    }
  }

  #receiver(file: number, use: UseFact): TypeSet {
    const around = this.world.classAround(file, use.from);
    const scope: Scope = { self: around, static: around };
    return this.#types.evaluate(file, use.receiver, scope);
  }
}

function classes(types: TypeSet) {
  return types.objects.flatMap((o) => o.kind === "class" ? [o.info] : []);
}

function members(
  types: TypeSet,
  look: (info: ReturnType<typeof classes>[number]) => Lookup,
  rule: string,
  at: Evidence,
): ResolvedUse[] {
  const found = new Map<string, Ref>();
  for (const info of classes(types)) {
    for (const member of look(info).found) found.set(`${member.file}/${member.local}`, member);
  }
  return declared([...found.values()], rule, at);
}

function declared(refs: readonly Ref[], rule: string, at: Evidence): ResolvedUse[] {
  const proof = refs.length === 1 ? stated(rule, at) : derived("several-declarations", at);
  return refs.map((dst) => ({ dst, proof }));
}
