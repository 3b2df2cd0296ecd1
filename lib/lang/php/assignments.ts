// Places that get a value: what an assignment does to variables, properties and the parts of lists, and whether an
// expression stands where it is read or written. It evaluates nothing.

import type { UseFact } from "../../facts/site.ts";
import type { TermId } from "../../facts/type_term.ts";
import type { BodyWalk } from "./body.ts";
import { placeOf } from "./narrowing.ts";
import { UNKNOWN } from "./terms.ts";

/** Gives a variable, a property or the parts of a list their value. */
export function assignTo(walk: BodyWalk, target: number, term: TermId): void {
  const { tree, terms } = walk;
  const open: [number, TermId][] = [[target, term]];
  while (open.length > 0) {
    const [at, value] = open.pop()!;
    if (at < 0) continue;
    switch (tree.type(at)) {
      case "variable_name":
        walk.assign(walk.text(at).slice(1), value, tree.start[at]!);
        break;
      case "by_ref":
        open.push([tree.first(at), value]);
        break;
      case "member_access_expression":
        assignProperty(walk, at, walk.documented("", tree.start[at]!) ?? value);
        break;
      case "subscript_expression":
        assignElement(walk, at, value);
        break;
      case "list_literal":
      case "array_creation_expression":
        for (const part of parts(walk, at)) open.push([part, terms.element(value)]);
    }
  }
}

/** The targets in a list: values, not keys. */
function parts(walk: BodyWalk, list: number): number[] {
  const { tree } = walk;
  const found: number[] = [];
  for (const child of tree.children(list)) {
    const at = tree.type(child) === "array_element_initializer" ? tree.children(child).at(-1) ?? -1 : child;
    if (at < 0) continue;
    // In `list('a' => $x)` key and value stand side by side; a key is no place to assign to.
    found.push(at);
  }
  return found;
}

function assignProperty(walk: BodyWalk, node: number, value: TermId): void {
  const key = placeOf(walk, node);
  if (key === null) return;
  walk.env.set(key, value);
  noteProperty(walk, key.slice("this->".length), value);
}

/** What a class puts into its own properties says what they hold where nothing is declared. */
function noteProperty(walk: BodyWalk, name: string, value: TermId): void {
  const { cls, frame } = walk;
  if (cls === undefined || !frame.hasThis || !walk.recording) return;
  if (value === UNKNOWN || walk.terms.isScalar(value)) return;
  const into = frame.isConstructor ? cls.constructed : cls.assigned;
  const known = into.get(name);
  if (known === undefined) into.set(name, [value]);
  else if (!known.includes(value)) known.push(value);
}

/** `$x[] = …` and `$x['k'] = …` add to what the elements of a variable are. */
function assignElement(walk: BodyWalk, node: number, value: TermId): void {
  const { tree, terms } = walk;
  const base = tree.first(node);
  const key = placeOf(walk, base);
  if (key === null) return;
  const before = walk.env.get(key) ?? (key.includes(">") ? UNKNOWN : terms.array);
  const kind = terms.get(before)[0];
  if (kind === "scalar" || kind === "literal") walk.env.set(key, terms.array_(value));
  else if (kind === "array") walk.env.set(key, terms.array_(terms.union([terms.element(before), value])));
  if (key.includes(">")) noteProperty(walk, key.slice("this->".length), terms.array_(value));
}

/** How the place of an expression treats what it names. */
export function accessOf(walk: BodyWalk, node: number): NonNullable<UseFact["access"]> {
  const { tree } = walk;
  let at = node;
  for (let steps = 0; steps < 20; steps++) {
    const parent = tree.parent[at]!;
    const type = tree.type(parent);
    const field = tree.field(at);
    switch (type) {
      case "assignment_expression":
        return field === "left" ? "write" : "read";
      case "augmented_assignment_expression":
        return field === "left" ? "readwrite" : "read";
      case "reference_assignment_expression":
        return field === "left" ? "write" : "readwrite";
      case "update_expression":
        return "readwrite";
      case "unset_statement":
        return "write";
      case "by_ref":
        return "readwrite";
      case "list_literal":
        return "write";
      case "foreach_statement":
        return field !== "body" && at !== tree.first(parent) ? "write" : "read";
      case "pair":
        return tree.type(tree.parent[parent]!) === "foreach_statement" ? "write" : "read";
      case "subscript_expression":
        if (at !== tree.first(parent)) return "read";
        at = parent;
        continue;
      default:
        return "read";
    }
  }
  return "read";
}
