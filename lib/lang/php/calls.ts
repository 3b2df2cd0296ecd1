// Every call of the source as a site, and what the call returns as a term. The line is that of the called name. Constructs
// of the language that only look like calls (isset, exit, list …) are none.

import type { TermId } from "../../facts/type_term.ts";
import type { BodyWalk, Handler, Handlers } from "./body.ts";
import { die } from "./branching.ts";
import { builtInResult } from "./built_in_results.ts";
import { callable, callableArguments, callableOfArray } from "./callables.ts";
import { isName, scopeTerm } from "./expressions.ts";
import { firedHook } from "./hooks.ts";
import { includePath } from "./includes.ts";
import { literalText } from "./literals.ts";
import { classOperand, narrow } from "./narrowing.ts";
import { RESERVED } from "./reserved.ts";
import { UNKNOWN } from "./terms.ts";

/** Keywords that may nevertheless name a function. */
const SOFT: ReadonlySet<string> = new Set(
  ("bool false float int iterable mixed never null object parent self string true void from enum readonly")
    .split(" "),
);
/** Constructs of the language, and keywords that only a broken text puts before a parenthesis. */
const NO_FUNCTIONS: ReadonlySet<string> = new Set(
  [...RESERVED, "__halt_compiler"].filter((word) => !SOFT.has(word) && word !== "clone"),
);

interface Arguments {
  /** `undefined` when unpacking hides it. */
  count: number | undefined;
  /** `f(...)`: no call, but the function as a value. */
  firstClass: boolean;
  terms: TermId[];
}

function argumentsOf(walk: BodyWalk, list: number): Arguments {
  const { tree } = walk;
  const found: Arguments = { count: 0, firstClass: false, terms: [] };
  if (list < 0) return found;
  let positional = true;
  for (let at = list + 1; at < tree.last[list]!; at = tree.last[at]!) {
    const type = tree.type(at);
    if (type === "variadic_placeholder") found.firstClass = true;
    if (type !== "argument") continue;
    let value = tree.first(at);
    if (tree.field(value) === "name" && tree.after(value) >= 0) positional = false;
    while (tree.after(value) >= 0) value = tree.after(value);
    if (tree.type(value) === "variadic_unpacking") {
      found.count = undefined;
      positional = false;
    } else if (found.count !== undefined) found.count++;
    if (positional) found.terms.push(walk.value(value));
    if (tree.type(value) === "variable_name") mayBeWritten(walk, value);
  }
  return found;
}

/** A variable that holds nothing yet may be filled by what it is handed to. */
function mayBeWritten(walk: BodyWalk, variable: number): void {
  const { terms } = walk;
  const term = walk.value(variable);
  if (term === terms.null || term === terms.array) walk.env.forget(walk.text(variable).slice(1));
}

const FUNCTION_CALL: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const callee = tree.child(node, "function");
    const list = tree.child(node, "arguments");
    const args = argumentsOf(walk, list);
    if (!isName(tree.type(callee))) {
      if (callee < 0) return;
      const value = calledValue(walk, callee);
      if (args.firstClass) walk.values[node] = value;
      else {
        walk.site(
          { kind: "dynamic", name: walk.excerpt(callee), receiver: value, arguments: args.count },
          callee,
        );
        walk.values[node] = terms.invoke(value);
      }
      return;
    }
    const written = walk.text(callee);
    const name = written.slice(written.lastIndexOf("\\") + 1);
    const lower = name.toLowerCase();
    if (lower === "exit" || lower === "die") {
      walk.values[node] = terms.scalar("never");
      return die(walk);
    }
    if (NO_FUNCTIONS.has(lower) || !/^[A-Za-z_\x80-\uffff]/.test(name)) return;
    const functions = walk.names.functionTargets(written);
    if (args.firstClass) {
      walk.site({ kind: "callable", name, functions, via: "first_class" }, callee);
      walk.values[node] = terms.callableFunction(functions);
      return;
    }
    const hook = firedHook(walk, name, list);
    walk.site({
      kind: "function",
      name,
      functions,
      arguments: args.count,
      ...(hook !== undefined && { hook }),
    }, callee);
    callableArguments(walk, name, list);
    if (lower === "assert" && list >= 0) narrow(walk, walk.env, tree.first(tree.first(list)), true);
    else if (lower === "extract" || lower === "parse_str") walk.env.forgetAll();
    walk.values[node] = builtInResult(terms, functions, args.terms) ?? terms.call(functions, args.terms);
  },
};

/** What `$f` of `$f()` is: a string is the name of what it calls. */
function calledValue(walk: BodyWalk, callee: number): TermId {
  const { terms } = walk;
  if (walk.tree.type(callee) === "array_creation_expression") {
    return callableOfArray(walk, callee) ?? walk.value(callee);
  }
  const value = walk.value(callee);
  const text = terms.text(value);
  if (text === null) return value;
  const method = /^(\\?[A-Za-z_][\w\\]*)::(\w+)$/.exec(text);
  if (method !== null) {
    return terms.member("callable_method", terms.name(method[1]!.replace(/^\\/, "")), method[2]!);
  }
  return /^\\?[A-Za-z_][\w\\]*$/.test(text) ? terms.callableFunction([text.replace(/^\\/, "")]) : UNKNOWN;
}

/** The called name of a method, also where it is a variable with a known text. */
function memberName(walk: BodyWalk, name: number): string | null {
  const { tree, terms } = walk;
  const type = tree.type(name);
  if (type === "name") return walk.text(name);
  const text = terms.text(walk.value(name)) ?? (type === "string" ? literalText(walk.text(name)) : null);
  return text !== null && /^[A-Za-z_]\w*$/.test(text) ? text : null;
}

/** Source before the arguments. */
function head(walk: BodyWalk, node: number, list: number): string {
  const { tree } = walk;
  const text = walk.source.fold(tree.start[node]!, list < 0 ? tree.end[node]! : tree.start[list]!);
  return text.length > 80 ? "…" + text.slice(-79) : text;
}

const METHOD_CALL: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const name = tree.child(node, "name");
    const list = tree.child(node, "arguments");
    if (name < 0) return;
    const object = walk.value(tree.child(node, "object"));
    const args = argumentsOf(walk, list);
    const word = memberName(walk, name);
    if (word !== null && tree.type(name) === "name") {
      if (args.firstClass) {
        walk.site({ kind: "callable", name: word, receiver: object, via: "first_class" }, name);
        walk.values[node] = terms.member("callable_method", object, word);
      } else {
        walk.site({ kind: "method", name: word, receiver: object, arguments: args.count }, name);
        walk.values[node] = terms.methodCall("method_call", object, word, args.terms);
      }
      return;
    }
    const receiver = word === null ? UNKNOWN : terms.member("callable_method", object, word);
    if (!args.firstClass) {
      walk.site({ kind: "dynamic", name: head(walk, node, list), receiver, arguments: args.count }, name);
    }
    walk.values[node] = word === null ? UNKNOWN : terms.methodCall("method_call", object, word, args.terms);
  },
};

const STATIC_CALL: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const name = tree.child(node, "name");
    const list = tree.child(node, "arguments");
    if (name < 0) return;
    const scope = tree.child(node, "scope");
    const receiver = scopeTerm(walk, scope);
    const args = argumentsOf(walk, list);
    const word = memberName(walk, name);
    if (word === null || receiver === UNKNOWN || tree.type(name) !== "name") {
      const called = word === null ? UNKNOWN : terms.member("callable_method", receiver, word);
      if (!args.firstClass) {
        walk.site(
          { kind: "dynamic", name: head(walk, node, list), receiver: called, arguments: args.count },
          name,
        );
      }
      walk.values[node] = word === null
        ? UNKNOWN
        : terms.methodCall("static_call", receiver, word, args.terms);
      return;
    }
    if (args.firstClass) {
      walk.site({ kind: "callable", name: word, receiver, via: "first_class" }, name);
      walk.values[node] = terms.member("callable_method", receiver, word);
      return;
    }
    walk.site({ kind: "static", name: word, receiver, arguments: args.count }, name);
    walk.values[node] = terms.methodCall("static_call", receiver, word, args.terms);
    if (word.toLowerCase() === "fromcallable" && /^\\?Closure$/i.test(walk.text(scope)) && list >= 0) {
      const argument = tree.first(list);
      if (argument >= 0) callable(walk, tree.first(argument), { of: "Closure::fromCallable", hooks: false });
    }
  },
};

const NEW: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const what = tree.first(node);
    if (what < 0) return;
    if (tree.type(what) === "anonymous_class") {
      const local = walk.local(what);
      const declared = walk.nodes[local];
      const args = argumentsOf(walk, tree.childOf(what, "arguments"));
      if (local < 0 || declared === undefined) return;
      const receiver = terms.name(declared.fqn);
      walk.site({ kind: "new", name: declared.name, receiver, arguments: args.count }, what);
      walk.values[node] = receiver;
      return;
    }
    const args = argumentsOf(walk, tree.childOf(node, "arguments"));
    const receiver = classOperand(walk, what);
    const written = isName(tree.type(what)) ? walk.text(what) : null;
    const name = written === null ? walk.excerpt(what) : written.slice(written.lastIndexOf("\\") + 1);
    walk.site({ kind: "new", name, receiver, arguments: args.count }, what);
    walk.values[node] = receiver;
  },
};

const INCLUDE: Handler = {
  leave(walk, node) {
    const path = walk.tree.first(node);
    if (path < 0) return;
    const include = includePath(walk, path);
    const name = include === null ? walk.excerpt(path) : include.path;
    walk.site({ kind: "include", name, include }, node);
  },
};

export const CALLS: Handlers = {
  function_call_expression: FUNCTION_CALL,
  member_call_expression: METHOD_CALL,
  nullsafe_member_call_expression: METHOD_CALL,
  scoped_call_expression: STATIC_CALL,
  object_creation_expression: NEW,
  include_expression: INCLUDE,
  include_once_expression: INCLUDE,
  require_expression: INCLUDE,
  require_once_expression: INCLUDE,
};
