// What a condition proves about variables: `instanceof`, alone or under `!`, `&&`, `||` and parentheses. Other checks say
// which value a variable has, not which class, so they are left out.

import type { TermId } from "../../facts/type_term.ts";
import type { BodyWalk } from "./body.ts";
import type { Env } from "./env.ts";
import { UNKNOWN } from "./terms.ts";

/** Long conditions are read up to here. */
const BUDGET = 200;

/** Puts into `env` what holds when the condition at `node` is `truth`. */
export function narrow(walk: BodyWalk, env: Env, node: number, truth: boolean): void {
  const { tree } = walk;
  const open: [number, boolean][] = [[node, truth]];
  for (let left = BUDGET; open.length > 0 && left > 0; left--) {
    const [at, wanted] = open.pop()!;
    if (at < 0) continue;
    switch (tree.type(at)) {
      case "parenthesized_expression":
        open.push([tree.first(at), wanted]);
        break;
      case "unary_op_expression":
        if (walk.source.text[tree.start[at]!] === "!") open.push([tree.first(at), !wanted]);
        break;
      case "binary_expression": {
        const operator = operatorOf(walk, at);
        const first = tree.first(at);
        const second = tree.after(first);
        if (operator === "instanceof") {
          if (wanted) proves(walk, env, first, second);
        } else if (wanted ? isAnd(operator) : isOr(operator)) {
          // Later checks are more exact.
          open.push([second, wanted], [first, wanted]);
        }
      }
    }
  }
}

export function isAnd(operator: string): boolean {
  return operator === "&&" || operator === "and";
}

export function isOr(operator: string): boolean {
  return operator === "||" || operator === "or";
}

/** The operator between the two sides of a binary expression, lower case. */
export function operatorOf(walk: BodyWalk, node: number): string {
  const { tree } = walk;
  const left = tree.first(node);
  const right = tree.after(left);
  if (right < 0) return "";
  return walk.source.scan.parseText.slice(tree.end[left]!, tree.start[right]!).trim().toLowerCase();
}

function proves(walk: BodyWalk, env: Env, subject: number, className: number): void {
  const key = placeOf(walk, subject);
  const term = key === null ? UNKNOWN : classOperand(walk, className);
  if (term !== UNKNOWN) env.narrow(key!, term);
}

/** What stands to the right of `instanceof` or after `new`: a name, or an expression with the name of a class. */
export function classOperand(walk: BodyWalk, node: number): TermId {
  const type = walk.tree.type(node);
  if (type === "name" || type === "qualified_name" || type === "relative_name") {
    return walk.classTerm(walk.text(node));
  }
  return walk.terms.namedBy(walk.value(node));
}

/** Under which key the variables know an expression: a variable, or a property of `$this`. */
export function placeOf(walk: BodyWalk, of: number): string | null {
  const { tree } = walk;
  let node = of;
  while (tree.type(node) === "parenthesized_expression") node = tree.first(node);
  const type = tree.type(node);
  if (type === "variable_name") return walk.text(node).slice(1);
  if (type === "assignment_expression") {
    const left = tree.child(node, "left");
    return tree.type(left) === "variable_name" ? walk.text(left).slice(1) : null;
  }
  if (type !== "member_access_expression") return null;
  const object = tree.child(node, "object");
  const name = tree.child(node, "name");
  if (tree.type(object) !== "variable_name" || tree.type(name) !== "name") return null;
  return walk.text(object) === "$this" ? `this->${walk.text(name)}` : null;
}
