// Functions of PHP that give back what they were given, or a part of it. A table; any other function is left to resolution.

import type { TermId } from "../../facts/type_term.ts";
import { type Terms, UNKNOWN } from "./terms.ts";

type Result = (terms: Terms, args: readonly TermId[]) => TermId;

const same: Result = (_, [first = UNKNOWN]) => first;
const element: Result = (terms, [first = UNKNOWN]) => terms.element(first);
const elements: Result = (terms, [first = UNKNOWN]) => terms.array_(terms.element(first));

const RESULTS: ReadonlyMap<string, Result> = new Map<string, Result>([
  ...words(
    "array_filter array_values array_reverse array_slice array_unique array_diff array_diff_key array_splice",
    elements,
  ),
  ...words(
    "array_intersect array_intersect_key array_pad iterator_to_array array_udiff array_uintersect",
    elements,
  ),
  ...words("array_pop array_shift end reset current next prev pos array_find", element),
  ...words(
    "array_merge array_replace array_merge_recursive",
    (terms, args) =>
      terms.array_(terms.union(args.length === 0 ? [UNKNOWN] : args.map((a) => terms.element(a)))),
  ),
  ["array_map", (terms, [callback = UNKNOWN]) => terms.array_(terms.invoke(callback))],
  ["call_user_func", (terms, [callback = UNKNOWN]) => terms.invoke(callback)],
  ["call_user_func_array", (terms, [callback = UNKNOWN]) => terms.invoke(callback)],
  [
    "get_class",
    (terms, [object]) => object === undefined ? terms.classString(terms.self) : terms.classString(object),
  ],
  ["get_called_class", (terms) => terms.classString(terms.static)],
  ["clone", same],
]);

function words(names: string, result: Result): [string, Result][] {
  return names.split(" ").map((name) => [name, result]);
}

/** `undefined` when the function is not in the table. The last of the names is the global one. */
export function builtInResult(
  terms: Terms,
  functions: readonly string[],
  args: readonly TermId[],
): TermId | undefined {
  return RESULTS.get(functions[functions.length - 1]!.toLowerCase())?.(terms, args);
}
