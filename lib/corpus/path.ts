// A path that a person or an agent typed, as a corpus path. It refuses everything that would leave the root by its words;
// links are checked by those who open the file.

import { usageProblem } from "../base/problem.ts";
import { toSlashes } from "./symlink.ts";

/**
 * Relative path with `/` of a path given relative to the root or absolute inside it; "" is the root itself.
 * @throws Problem BAD_PATH, PATH_OUTSIDE_ROOT
 */
export function corpusPath(root: string, given: string): string {
  if (given.trim() === "" || given.includes("\0")) {
    throw usageProblem(
      "BAD_PATH",
      "the path is empty or holds a NUL character",
      "give a path relative to the root",
    );
  }
  const base = root.endsWith("/") ? root : `${root}/`;
  let path = given;
  if (path.includes("\\") && (Deno.build.os === "windows" || !exists(base + path))) {
    path = path.replaceAll("\\", "/");
  }
  if (path.startsWith("/") || /^[A-Za-z]:\//.test(path)) {
    const inside = within(base, path) ?? within(base, resolved(path));
    if (inside === null) throw outside(given);
    path = inside;
  }
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) throw outside(given);
  }
  return segments.join("/");
}

export function outside(given: string) {
  return usageProblem(
    "PATH_OUTSIDE_ROOT",
    `${given} lies outside the corpus root`,
    "give a path inside the project, relative to its root",
  );
}

function within(base: string, path: string): string | null {
  const fold = (s: string) => Deno.build.os === "windows" ? s.toLowerCase() : s;
  if (fold(`${path}/`) === fold(base)) return "";
  return fold(path).startsWith(fold(base)) ? path.slice(base.length) : null;
}

/** The root may have been named through a link. What does not exist stays as it is. */
function resolved(path: string): string {
  try {
    return toSlashes(Deno.realPathSync(path));
  } catch {
    return path;
  }
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
