// Names of hooks: which ones a call fires, and to which one a callable is added. Only the functions of WordPress and their
// kin are known here; who listens to what is for lib/resolve.

import type { BodyWalk } from "./body.ts";
import { literalText } from "./literals.ts";
import { operatorOf } from "./narrowing.ts";

const FIRING: ReadonlySet<string> = new Set(
  ("do_action do_action_ref_array do_action_deprecated apply_filters apply_filters_ref_array apply_filters_deprecated")
    .split(" "),
);
const ADDING: ReadonlySet<string> = new Set(["add_action", "add_filter"]);
const MAX_LENGTH = 120;

/** The hook that a call of a function fires. */
export function firedHook(walk: BodyWalk, name: string, args: number): string | undefined {
  return FIRING.has(name.toLowerCase()) ? hookName(walk, args) : undefined;
}

/** The hook to which a call adds a callable. */
export function addedHook(walk: BodyWalk, name: string, args: number): string | undefined {
  return ADDING.has(name.toLowerCase()) ? hookName(walk, args) : undefined;
}

/** The first argument as a text with `*` for what is not known; nothing when all of it is unknown. */
function hookName(walk: BodyWalk, args: number): string | undefined {
  const { tree } = walk;
  const first = args < 0 ? -1 : tree.first(args);
  if (first < 0 || tree.type(first) !== "argument") return undefined;
  const open = [tree.first(first)];
  let text = "";
  for (let steps = 0; open.length > 0 && steps < 20; steps++) {
    const at = open.pop()!;
    if (at < 0) continue;
    const type = tree.type(at);
    if (type === "binary_expression" && operatorOf(walk, at) === ".") {
      open.push(tree.after(tree.first(at)), tree.first(at));
    } else if (type === "parenthesized_expression") open.push(tree.first(at));
    else {text += type === "string"
        ? literalText(walk.text(at)) ?? "*"
        : type === "encapsed_string"
        ? pattern(walk, at)
        : "*";}
  }
  const name = text.replace(/\*{2,}/g, "*");
  return name === "*" || name === "" || name.length > MAX_LENGTH ? undefined : name;
}

/** `"save_post_{$type}"` is `save_post_*`. */
function pattern(walk: BodyWalk, string: number): string {
  const { tree } = walk;
  let text = "";
  for (const part of tree.children(string)) {
    text += tree.type(part) === "string_content" ? walk.text(part) : "*";
  }
  return text;
}
