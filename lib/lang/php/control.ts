// The flow of control: which variables hold what after branches, loops and jumps. Each construct forks the variables where
// it branches and joins them where the paths meet. It follows the order of the source and proves nothing about values.

import type { BodyWalk, Handler, Handlers } from "./body.ts";
import { Env } from "./env.ts";
import { assignTo } from "./assignments.ts";
import { close, die, endPart, open, split } from "./branching.ts";
import { narrow } from "./narrowing.ts";
import { UNKNOWN } from "./terms.ts";

const IF: Handler = {
  enter(walk, node) {
    walk.statement(node);
    open(walk, node);
  },
  after: branch,
  leave(walk) {
    const { branching } = walk.frame;
    close(walk, branching.complete ? branching.ends : [...branching.ends, walk.env]);
  },
};

function branch(walk: BodyWalk, _node: number, child: number): void {
  const field = walk.tree.field(child);
  if (field === "condition") split(walk, child);
  else if (field === "body") endPart(walk);
}

const ELSE: Handler = {
  leave(walk) {
    endPart(walk);
    walk.frame.branching.complete = true;
  },
};

/** `a ? b : c` and `a ?: c`. */
const TERNARY: Handler = {
  enter(walk, node) {
    open(walk, node);
  },
  before(walk, _node, child) {
    if (walk.tree.field(child) === "alternative") endPart(walk);
  },
  after(walk, _node, child) {
    if (walk.tree.field(child) === "condition") split(walk, child);
  },
  leave(walk, node) {
    const { tree, terms } = walk;
    const { ends } = walk.frame.branching;
    close(walk, [...ends, walk.env]);
    const body = tree.child(node, "body");
    const yes = walk.value(body < 0 ? tree.child(node, "condition") : body);
    walk.values[node] = terms.union([yes, walk.value(tree.child(node, "alternative"))]);
  },
};

/** A loop comes round with what its body did, so a body that reads what it assigns is tried out first. */
function openLoop(walk: BodyWalk, node: number): void {
  walk.statement(node);
  if (walk.recording && readsItsAssignments(walk, node)) {
    const after = walk.tryOut(node, walk.tree.last[node]!);
    if (!after.dead) walk.env = after;
  }
  open(walk, node, true).base = walk.env.fork();
}

function closeLoop(walk: BodyWalk): void {
  const { branching } = walk.frame;
  close(walk, [branching.base, walk.env, ...branching.ends]);
}

/** Whether a variable is read in a place that comes before its assignment in the order of running. */
function readsItsAssignments(walk: BodyWalk, loop: number): boolean {
  const { tree } = walk;
  const read = new Set<string>();
  const assigned = new Map<string, number>();
  for (let node = loop; node < tree.last[loop]!; node++) {
    if (tree.type(node) !== "variable_name") continue;
    const name = walk.text(node);
    const parent = tree.parent[node]!;
    if (tree.field(node) === "left" && tree.type(parent) === "assignment_expression") {
      if (read.has(name)) return true;
      if (!assigned.has(name)) assigned.set(name, tree.last[parent]!);
    } else {
      if (node < (assigned.get(name) ?? 0)) return true;
      read.add(name);
    }
  }
  return false;
}

const WHILE: Handler = {
  enter: openLoop,
  after(walk, _node, child) {
    if (walk.tree.field(child) === "condition") split(walk, child);
  },
  leave: closeLoop,
};

const FOR: Handler = {
  enter: openLoop,
  after(walk, _node, child) {
    if (walk.tree.field(child) === "initialize") walk.frame.branching.base = walk.env.fork();
  },
  leave: closeLoop,
};

const DO: Handler = {
  enter: openLoop,
  leave(walk) {
    close(walk, [walk.env, ...walk.frame.branching.ends]);
  },
};

const FOREACH: Handler = {
  enter: openLoop,
  after(walk, node, child) {
    const { tree } = walk;
    const subject = tree.first(node);
    if (child === subject || tree.field(child) === "body" || tree.after(subject) !== child) return;
    walk.frame.branching.base = walk.env.fork();
    walk.env = walk.env.fork();
    let target = child;
    if (tree.type(child) === "pair") {
      assignTo(walk, tree.first(child), UNKNOWN);
      target = tree.after(tree.first(child));
    }
    assignTo(walk, target, walk.terms.element(walk.value(subject)));
  },
  leave: closeLoop,
};

const SWITCH: Handler = {
  enter(walk, node) {
    walk.statement(node);
    open(walk, node, true);
  },
  after(walk, _node, child) {
    if (walk.tree.field(child) === "condition") walk.frame.branching.base = walk.env.fork();
  },
  leave(walk) {
    const { branching } = walk.frame;
    const { ends, base, complete } = branching;
    close(walk, complete ? [...ends, walk.env] : [...ends, walk.env, base]);
  },
};

const CASE: Handler = {
  enter(walk) {
    walk.env = Env.join(walk.terms, [walk.frame.branching.base, walk.env]);
  },
};

const DEFAULT: Handler = {
  enter(walk) {
    walk.env = Env.join(walk.terms, [walk.frame.branching.base, walk.env]);
    walk.frame.branching.complete = true;
  },
};

const MATCH: Handler = {
  enter(walk, node) {
    open(walk, node);
  },
  after(walk, _node, child) {
    if (walk.tree.field(child) === "condition") walk.frame.branching.base = walk.env.fork();
  },
  leave(walk, node) {
    const { tree } = walk;
    const { ends, base } = walk.frame.branching;
    close(walk, ends.length === 0 ? [base] : ends);
    const arms = tree.children(tree.child(node, "body"));
    const values = arms.map((arm) => walk.value(tree.child(arm, "return_expression")));
    walk.values[node] = walk.terms.union(values);
  },
};

const MATCH_ARM: Handler = {
  enter(walk) {
    walk.env = walk.frame.branching.base.fork();
  },
  after(walk, _node, child) {
    const { tree } = walk;
    if (tree.field(child) !== "conditional_expressions") return;
    const subject = tree.child(walk.frame.branching.node, "condition");
    const only = tree.first(child);
    if (walk.text(subject).toLowerCase() !== "(true)" || only < 0 || tree.after(only) >= 0) return;
    narrow(walk, walk.env, only, true);
  },
  leave(walk) {
    walk.frame.branching.ends.push(walk.env);
  },
};

const TRY: Handler = {
  enter(walk, node) {
    walk.statement(node);
    open(walk, node).base = walk.env.fork();
  },
  after(walk, _node, child) {
    if (walk.tree.field(child) === "body") walk.frame.branching.ends.push(walk.env);
  },
  leave(walk) {
    close(walk, walk.frame.branching.ends);
  },
};

const CATCH: Handler = {
  enter(walk) {
    const { base, ends } = walk.frame.branching;
    const body = (ends[0] ?? base).fork();
    // It may have left anywhere, also where it ends for good.
    body.dead = false;
    walk.env = Env.join(walk.terms, [base, body]);
  },
  after(walk, node, child) {
    const { tree, terms } = walk;
    if (tree.field(child) !== "name") return;
    const list = tree.child(node, "type");
    const types = list < 0 ? [] : tree.children(list).map((type) => walk.classTerm(walk.text(type)));
    walk.env.set(walk.text(child).slice(1), types.length === 0 ? UNKNOWN : terms.union(types));
  },
  leave(walk) {
    walk.frame.branching.ends.push(walk.env);
  },
};

const FINALLY: Handler = {
  enter(walk) {
    walk.env = Env.join(walk.terms, walk.frame.branching.ends);
  },
  leave(walk) {
    walk.frame.branching.ends = [walk.env];
  },
};

const JUMP: Handler = {
  leave(walk, node) {
    const level = Number(walk.text(node).match(/\d+/)?.[0] ?? 1);
    const around = walk.frame.branchings.filter((b) => b.breakable);
    around[around.length - level]?.ends.push(walk.env);
    die(walk);
  },
};

const STATEMENT: Handler = { enter: (walk, node) => walk.statement(node) };

const RETURN: Handler = {
  enter: (walk, node) => walk.statement(node),
  leave(walk, node) {
    const { tree } = walk;
    const expression = tree.first(node);
    if (walk.recording && expression >= 0) walk.frame.returns.push(walk.value(expression));
    die(walk);
  },
};

const THROW: Handler = {
  leave(walk, node) {
    walk.values[node] = walk.terms.scalar("never");
    die(walk);
  },
};

export const CONTROL: Handlers = {
  if_statement: IF,
  else_if_clause: { after: branch },
  else_clause: ELSE,
  conditional_expression: TERNARY,
  while_statement: WHILE,
  for_statement: FOR,
  do_statement: DO,
  foreach_statement: FOREACH,
  switch_statement: SWITCH,
  case_statement: CASE,
  default_statement: DEFAULT,
  match_expression: MATCH,
  match_conditional_expression: MATCH_ARM,
  match_default_expression: MATCH_ARM,
  try_statement: TRY,
  catch_clause: CATCH,
  finally_clause: FINALLY,
  break_statement: JUMP,
  continue_statement: JUMP,
  return_statement: RETURN,
  exit_statement: { enter: (walk, node) => walk.statement(node), leave: die },
  throw_expression: THROW,
  expression_statement: STATEMENT,
  echo_statement: STATEMENT,
  unset_statement: STATEMENT,
};
