// Where paths part and meet: the moves that all constructs with branches share. It knows no construct but the operators
// that may leave out their right side.

import type { BodyWalk, Handler } from "./body.ts";
import { Env } from "./env.ts";
import type { Branching } from "./frames.ts";
import { isAnd, isOr, narrow, operatorOf } from "./narrowing.ts";

export function open(walk: BodyWalk, node: number, breakable = false): Branching {
  const branching: Branching = { node, breakable, base: walk.env, ends: [], complete: false };
  walk.frame.branchings.push(branching);
  return branching;
}

export function close(walk: BodyWalk, ends: readonly Env[]): void {
  walk.frame.branchings.pop();
  walk.env = Env.join(walk.terms, ends);
}

/** From here on the condition holds; `base` is the path on which it does not. */
export function split(walk: BodyWalk, condition: number): void {
  const { branching } = walk.frame;
  const not = walk.env.fork();
  walk.env = walk.env.fork();
  narrow(walk, not, condition, false);
  narrow(walk, walk.env, condition, true);
  branching.base = not;
}

/** A part has ended; the next one begins where the condition does not hold. */
export function endPart(walk: BodyWalk): void {
  const { branching } = walk.frame;
  branching.ends.push(walk.env);
  walk.env = branching.base;
}

export function die(walk: BodyWalk): void {
  const dead = walk.env.fork();
  dead.dead = true;
  walk.env = dead;
}

/** The right side of `&&`, `||` and `??` may not run. */
export const SHORT_CIRCUIT: Handler = {
  after(walk, node, child) {
    if (walk.tree.field(child) !== "left") return;
    const operator = operatorOf(walk, node);
    const and = isAnd(operator);
    if (!and && !isOr(operator) && operator !== "??") return;
    const branching = open(walk, node);
    const skipped = walk.env.fork();
    walk.env = walk.env.fork();
    if (operator !== "??") {
      narrow(walk, skipped, child, !and);
      narrow(walk, walk.env, child, and);
    }
    branching.base = skipped;
  },
  leave(walk, node) {
    const { branchings } = walk.frame;
    const last = branchings[branchings.length - 1];
    if (last?.node === node) close(walk, [last.base, walk.env]);
  },
};
