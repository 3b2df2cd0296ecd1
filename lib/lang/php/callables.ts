// Callables that are written as values: strings, arrays, first-class callables. A string or an array is one only where it is
// handed to a function that calls it; anywhere else it may be just data, so it is no site.

import type { BodyWalk } from "./body.ts";
import { CALLABLE_ARGUMENTS } from "./callable_table.ts";
import { literalText } from "./literals.ts";
import { UNKNOWN } from "./terms.ts";
import { addedHook } from "./hooks.ts";
import type { SiteFact } from "../../facts/site.ts";
import type { TermId } from "../../facts/type_term.ts";

const FUNCTION = /^\\?[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:\\[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)*$/;
const METHOD = /^(\\?[A-Za-z_\x80-\uffff][\w\\\x80-\uffff]*)::([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)$/;
const WORD = /^[A-Za-z_\x80-\uffff][\w\x80-\uffff]*$/;

/** The function that gets a callable. */
export interface Taker {
  of: string;
  /** It calls it later, when something happens. */
  hooks: boolean;
  hook?: string | undefined;
}

function siteOf({ of, hooks, hook }: Taker, written: string): Pick<SiteFact, "via" | "of" | "hook"> {
  return { via: hooks ? "hook" : written, of, ...(hook !== undefined && { hook }) };
}

/** Sites of the callables among the arguments of a call of a function. `name` is its short name. */
export function callableArguments(walk: BodyWalk, name: string, args: number): void {
  const known = CALLABLE_ARGUMENTS.get(name.toLowerCase());
  if (known === undefined || !walk.recording) return;
  const { tree } = walk;
  const given = tree.children(args).filter((a) => tree.type(a) === "argument");
  const into: Taker = { of: name, hooks: known.hook, hook: addedHook(walk, name, args) };
  for (const place of known.places) {
    const argument = given.at(place);
    if (argument !== undefined) callable(walk, tree.children(argument).at(-1) ?? -1, into);
  }
  if (known.keyed) { for (const argument of given) keyed(walk, argument, into); }
}

/** `'callback' => [$this, 'm']`, however deep. */
function keyed(walk: BodyWalk, argument: number, into: Taker): void {
  const { tree } = walk;
  for (let node = argument; node < tree.last[argument]!; node++) {
    if (tree.type(node) !== "array_element_initializer") continue;
    const [key, value] = tree.children(node);
    if (key === undefined || value === undefined) continue;
    const text = literalText(walk.text(key));
    if (text !== null && /(?:^|_)callback$/.test(text)) callable(walk, value, into);
  }
}

/** `Closure::fromCallable(…)` and the like hand one callable on. */
export function callable(walk: BodyWalk, value: number, into: Taker): void {
  const { tree, terms } = walk;
  const type = tree.type(value);
  if (type === "array_creation_expression") return callableArray(walk, value, into);
  const text = type === "string" || type === "encapsed_string"
    ? literalText(walk.text(value))
    : type === "variable_name"
    ? terms.text(walk.value(value))
    : null;
  if (text === null) return;
  const rest = siteOf(into, "string");
  const method = METHOD.exec(text);
  if (method !== null) {
    walk.site({ kind: "callable", name: method[2]!, receiver: className(walk, method[1]!), ...rest }, value);
  } else if (FUNCTION.test(text)) {
    const target = text.replace(/^\\/, "");
    const name = target.slice(target.lastIndexOf("\\") + 1);
    walk.site({ kind: "callable", name, functions: [target], ...rest }, value);
  }
}

/** Names in strings are qualified whatever the namespace. */
function className(walk: BodyWalk, written: string): TermId {
  if (/^(?:self|static|parent)$/i.test(written)) return walk.classTerm(written);
  return FUNCTION.test(written) ? walk.terms.name(written.replace(/^\\/, "")) : UNKNOWN;
}

function callableArray(walk: BodyWalk, array: number, into: Taker): void {
  const found = pairOf(walk, array);
  if (found === null) return;
  const { name, receiver, at } = found;
  walk.site({ kind: "callable", name, receiver, ...siteOf(into, "array") }, at);
}

/** What `['C', 'm']()` calls. */
export function callableOfArray(walk: BodyWalk, array: number): TermId | null {
  const found = pairOf(walk, array);
  return found === null ? null : walk.terms.member("callable_method", found.receiver, found.name);
}

/** An object or class and the name of a method, in an array of two. */
function pairOf(walk: BodyWalk, array: number): { receiver: TermId; name: string; at: number } | null {
  const { tree } = walk;
  const elements = tree.children(array);
  if (elements.length !== 2) return null;
  const [object, method] = elements.map((e) => tree.last[e]! > e + 1 && tree.after(e + 1) < 0 ? e + 1 : -1);
  if (object === undefined || object < 0 || method === undefined || method < 0) return null;
  const text = literalText(walk.text(method)) ?? walk.terms.text(walk.value(method));
  if (text === null) return null;
  let receiver = tree.type(object) === "string" || tree.type(object) === "encapsed_string"
    ? className(walk, literalText(walk.text(object)) ?? "")
    : walk.terms.namedBy(walk.value(object));
  let name = text;
  const relative = /^(parent|self)::(\w+)$/i.exec(text);
  if (relative !== null) {
    receiver = walk.classTerm(relative[1]!);
    name = relative[2]!;
  }
  return WORD.test(name) ? { receiver, name, at: method } : null;
}
