// Globs of the configuration, compiled once. A pattern without a slash means that name at any depth, one with a slash is
// anchored at the root, a final slash means directories only, and a directory covers everything below it. A walk asks
// about each entry alone, because it never enters what matched: most entries cost a look-up and no regular expression.

import picomatch from "picomatch";

/** The part of picomatch that is used; the package has no types of its own. */
const { makeRe, scan } = picomatch as {
  makeRe(glob: string, options: { dot: boolean }): RegExp;
  scan(glob: string, options: { dot: boolean }): { base: string };
};

export interface GlobSet {
  readonly empty: boolean;
  /** The pattern that matches this entry itself, null when none does. The directories above are not asked. */
  entry(path: string, name: string, isDirectory: boolean): string | null;
  /** The pattern that matches the path or a directory above it, null when none does. */
  covering(path: string, isDirectory: boolean): string | null;
}

export interface GlobOptions {
  ignoreCase?: boolean;
}

interface Glob {
  pattern: string;
  regex: RegExp;
  directoriesOnly: boolean;
  /** What the name must begin with: the last segment up to its first wildcard. */
  head: string;
}

/** Compiles patterns. Throws on a pattern that picomatch refuses. */
export function compileGlobs(patterns: readonly string[], options: GlobOptions = {}): GlobSet {
  const fold = options.ignoreCase ? (s: string) => s.toLowerCase() : (s: string) => s;
  // By what the last segment must be: a whole name, an extension, or anything.
  const byName = new Map<string, Glob[]>();
  const byExtension = new Map<string, Glob[]>();
  const others: Glob[] = [];
  for (const pattern of patterns) {
    const { glob, directoriesOnly } = anchor(fold(pattern));
    const last = glob.slice(glob.lastIndexOf("/") + 1);
    const head = last.includes("|") ? "" : /^[^*?{}[\]()!+@\\]*/.exec(last)![0];
    const compiled = { pattern, regex: makeRe(glob, { dot: true }), directoriesOnly, head };
    const extension = /^\*(\.[^.]+)$/.exec(last)?.[1];
    if (isLiteral(last)) add(byName, last, compiled);
    else if (extension !== undefined && isLiteral(extension)) add(byExtension, extension, compiled);
    else others.push(compiled);
  }

  const first = (globs: readonly Glob[] | undefined, path: string, name: string, isDirectory: boolean) => {
    if (globs === undefined) return null;
    for (const glob of globs) {
      if (!isDirectory && glob.directoriesOnly) continue;
      if (name.startsWith(glob.head) && glob.regex.test(path)) return glob.pattern;
    }
    return null;
  };
  const entry = (path: string, name: string, isDirectory: boolean): string | null => {
    const key = fold(name);
    const whole = options.ignoreCase ? fold(path) : path;
    if (byName.size > 0) {
      const hit = first(byName.get(key), whole, key, isDirectory);
      if (hit !== null) return hit;
    }
    if (byExtension.size > 0) {
      const dot = key.lastIndexOf(".");
      const hit = dot < 0 ? null : first(byExtension.get(key.slice(dot)), whole, key, isDirectory);
      if (hit !== null) return hit;
    }
    return others.length === 0 ? null : first(others, whole, key, isDirectory);
  };
  const covering = (path: string, isDirectory: boolean): string | null => {
    for (let from = 0;;) {
      const slash = path.indexOf("/", from);
      if (slash < 0) return entry(path, path.slice(from), isDirectory);
      const hit = entry(path.slice(0, slash), path.slice(from, slash), true);
      if (hit !== null) return hit;
      from = slash + 1;
    }
  };
  return { empty: patterns.length === 0, entry, covering };
}

/** Directories in which something can match: `src/**` and `lib/*.php` give `src` and `lib`; null means anywhere. */
export function globBases(patterns: readonly string[]): string[] | null {
  const bases: string[] = [];
  for (const pattern of patterns) {
    const { glob } = anchor(pattern);
    const { base } = scan(glob, { dot: true });
    if (base !== "") bases.push(base);
    else if (glob.includes("/")) return null;
  }
  return bases;
}

/** `name` -> `**` + `/name`, `/name` -> `name`, `dir/` -> `**` + `/dir`, for directories only. */
function anchor(pattern: string): { glob: string; directoriesOnly: boolean } {
  let glob = pattern.replace(/^\.\//, "");
  const directoriesOnly = glob.endsWith("/");
  if (directoriesOnly) glob = glob.replace(/\/+$/, "");
  if (glob.startsWith("/")) glob = glob.slice(1);
  else if (!glob.includes("/")) glob = `**/${glob}`;
  return { glob, directoriesOnly };
}

function isLiteral(segment: string): boolean {
  return !/[*?{}[\]()!+@|\\]/.test(segment);
}

function add(table: Map<string, Glob[]>, key: string, glob: Glob): void {
  const list = table.get(key);
  if (list === undefined) table.set(key, [glob]);
  else list.push(glob);
}
