// What a closure knows from outside: the variables it takes along, and what the function it is handed to will give it.

import type { TermId } from "../../facts/type_term.ts";
import type { BodyWalk } from "./body.ts";
import { Env } from "./env.ts";
import type { Frame } from "./frames.ts";
import { UNKNOWN } from "./terms.ts";

/** Variables that a closure takes along with `use`. */
export function captured(walk: BodyWalk, node: number, outer: Frame): Env {
  const { tree } = walk;
  const env = new Env();
  const self = outer.env.get("this");
  if (self !== undefined) env.set("this", self);
  const clause = tree.childOf(node, "anonymous_function_use_clause");
  if (clause < 0) return env;
  for (const child of tree.children(clause)) {
    const byRef = tree.type(child) === "by_ref";
    const name = walk.text(byRef ? tree.first(child) : child).slice(1);
    const term = outer.env.get(name);
    // What is taken by reference may get its value in the closure, or after it was made.
    if (byRef && (term === undefined || walk.terms.isScalar(term))) outer.env.forget(name);
    else if (term !== undefined) env.set(name, term);
  }
  return env;
}

/** Functions that call a closure with the elements of their first argument, and which parameters get them. */
const WITH_ELEMENTS: ReadonlyMap<string, number[]> = new Map([
  ...["array_filter", "array_walk", "array_find", "array_any", "array_all", "array_find_key"].map((f) =>
    [f, [0]] as [string, number[]]
  ),
  ["usort", [0, 1]],
  ["uasort", [0, 1]],
  ["array_reduce", [1]],
]);

/** What is known of the parameters of a closure by the function it is handed to. */
export function impliedParameters(walk: BodyWalk, node: number): TermId[] {
  const { tree, terms } = walk;
  const argument = tree.parent[node]!;
  if (tree.type(argument) !== "argument") return [];
  const list = tree.parent[argument]!;
  const call = tree.parent[list]!;
  if (tree.type(call) !== "function_call_expression") return [];
  const name = walk.text(tree.child(call, "function")).toLowerCase().replace(/^\\/, "");
  const given = tree.children(list);
  if (name === "array_map") {
    // The arrays come after the closure; a variable is known all the same.
    return given.slice(1).map((a) => {
      const value = tree.first(a);
      return tree.type(value) === "variable_name"
        ? terms.element(walk.env.get(walk.text(value).slice(1)) ?? UNKNOWN)
        : UNKNOWN;
    });
  }
  const places = WITH_ELEMENTS.get(name);
  if (places === undefined || given[1] !== argument) return [];
  const element = terms.element(walk.value(tree.first(given[0]!)));
  const implied: TermId[] = [];
  for (const place of places) implied[place] = element;
  return implied;
}
