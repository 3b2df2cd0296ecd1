// `.gitignore` rules with their place in the tree: a file's rules are asked from the deepest directory upward, and the
// first that has an opinion decides, as in git. Only `.gitignore` files inside the root count; `.git/info/exclude`, the
// user's global list and files that git tracks in spite of a rule are not known here.

import ignore, { type Ignore } from "ignore";

/** Rules of one directory and of those above it. */
export interface IgnoreChain {
  /** Directory of the `.gitignore`: "" or `a/b/`. */
  readonly base: string;
  readonly rules: Ignore;
  readonly above: IgnoreChain | null;
}

const IGNORE_CASE = Deno.build.os !== "linux";
/** Compiled rules by their text: the guard asks before every answer, and its paths are remembered by `ignore`. */
const compiled = new Map<string, Ignore>();
const REMEMBERED_FILES = 256;

/** Adds the `.gitignore` of a directory (`directory` relative, "" for the root) to the chain of its parents. */
export function extendChain(above: IgnoreChain | null, directory: string, text: string): IgnoreChain {
  let rules = compiled.get(text);
  if (rules === undefined) {
    rules = compileIgnore(text);
    if (compiled.size >= REMEMBERED_FILES) compiled.clear();
    compiled.set(text, rules);
  }
  return { base: directory === "" ? "" : `${directory}/`, rules, above };
}

/** The link of the chain that ignores the path, or null when it is not ignored. */
export function ignoredBy(chain: IgnoreChain | null, path: string, isDirectory: boolean): IgnoreChain | null {
  for (let link = chain; link !== null; link = link.above) {
    const verdict = link.rules.test(
      isDirectory ? `${path.slice(link.base.length)}/` : path.slice(link.base.length),
    );
    if (verdict.ignored) return link;
    if (verdict.unignored) return null;
  }
  return null;
}

/** 1-based line of the rule that decides for the path in one `.gitignore`, with its text; null when none does. */
export function decidingLine(
  text: string,
  path: string,
  isDirectory: boolean,
): { line: number; rule: string } | null {
  const lines = text.split(/\r?\n/);
  const asked = isDirectory ? `${path}/` : path;
  for (let i = lines.length - 1; i >= 0; i--) {
    const rule = lines[i]!;
    if (rule.trim() === "" || rule.startsWith("#")) continue;
    const positive = compileIgnore(rule.replace(/^!/, ""));
    if (positive.test(asked).ignored) return { line: i + 1, rule: rule.trim() };
  }
  return null;
}

function compileIgnore(text: string): Ignore {
  return ignore({ allowRelativePaths: true, ignorecase: IGNORE_CASE }).add(text);
}
