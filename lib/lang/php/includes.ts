// The path of an include, as far as the text of the file tells it. Whether the file exists, and what a constant holds, is
// for lib/resolve.

import type { SiteFact } from "../../facts/site.ts";
import type { BodyWalk } from "./body.ts";
import { isName } from "./expressions.ts";
import { literalText } from "./literals.ts";
import { operatorOf } from "./narrowing.ts";

interface Path {
  base: "dir" | "root";
  path: string;
  constants: Record<string, string[]>;
  /** Operands read so far. */
  count: number;
}

const MAX_PARTS = 40;

/** `null` for a path that is only known when the program runs. */
export function includePath(walk: BodyWalk, node: number): NonNullable<SiteFact["include"]> | null {
  const found: Path = { base: "root", path: "", constants: {}, count: 0 };
  if (!parts(walk, node, found)) return null;
  const { base, path, constants } = found;
  if (path === "") return null;
  const clean = base === "dir" ? path.replace(/^\/+/, "").replace(/\/{2,}/g, "/") : path;
  return { base, path: clean, ...(Object.keys(constants).length > 0 && { constants }) };
}

/** The operands of a concatenation from left to right. */
function parts(walk: BodyWalk, node: number, into: Path): boolean {
  const { tree } = walk;
  const open = [node];
  while (open.length > 0) {
    const at = open.pop()!;
    if (at < 0 || into.count++ > MAX_PARTS) return false;
    const type = tree.type(at);
    if (type === "parenthesized_expression") open.push(tree.first(at));
    else if (type === "binary_expression" && operatorOf(walk, at) === ".") {
      open.push(tree.after(tree.first(at)), tree.first(at));
    } else if (!part(walk, at, into)) return false;
  }
  return true;
}

function part(walk: BodyWalk, node: number, into: Path): boolean {
  const { tree } = walk;
  const type = tree.type(node);
  if (type === "string" || type === "encapsed_string") {
    const text = literalText(walk.text(node));
    if (text === null) return false;
    into.path += text;
    return true;
  }
  if (isName(type)) {
    const written = walk.text(node);
    if (/^__dir__$/i.test(written)) return startsAtFolder(into, "");
    if (written === "DIRECTORY_SEPARATOR" || written === "\\DIRECTORY_SEPARATOR") {
      into.path += "/";
      return true;
    }
    if (/^__\w+__$/.test(written)) return false;
    const short = written.slice(written.lastIndexOf("\\") + 1);
    into.path += `{${short}}`;
    into.constants[short] = walk.names.constantTargets(written);
    return true;
  }
  if (type === "function_call_expression") {
    const up = foldersUp(walk, node);
    if (up !== null) return startsAtFolder(into, "../".repeat(up));
    const name = walk.text(tree.first(node)).toLowerCase();
    const args = tree.child(node, "arguments");
    const only = args < 0 ? -1 : tree.first(args);
    if (/^\\?realpath$/.test(name) && only >= 0 && tree.after(only) < 0) {
      return parts(walk, tree.first(only), into);
    }
    return false;
  }
  return type === "subscript_expression" &&
    /^\$_SERVER\[\s*['"]DOCUMENT_ROOT['"]\s*\]$/.test(walk.text(node)) &&
    into.path === "";
}

function startsAtFolder(into: Path, up: string): boolean {
  if (into.path !== "" || into.base === "dir") return false;
  into.base = "dir";
  into.path = up;
  return true;
}

/** How many folders `dirname(…)` of this file goes up from the file's own folder. */
function foldersUp(walk: BodyWalk, node: number): number | null {
  const { tree } = walk;
  let up = 0;
  let at = node;
  for (let step = 0; step < 10; step++) {
    if (isName(tree.type(at))) {
      const word = walk.text(at).toLowerCase();
      return word === "__dir__" ? up : word === "__file__" ? up - 1 : null;
    }
    if (tree.type(at) !== "function_call_expression") return null;
    if (!/^\\?dirname$/i.test(walk.text(tree.first(at)))) return null;
    const [path, levels] = tree.children(tree.child(at, "arguments"));
    if (path === undefined) return null;
    const count = levels === undefined ? 1 : Number(walk.text(levels));
    if (!Number.isInteger(count) || count < 1 || count > 30) return null;
    up += count;
    at = tree.first(path);
  }
  return null;
}
