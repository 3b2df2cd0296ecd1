// One walk over the corpus: which files there are and how they look from outside. It is also the guard that runs before
// every answer, so it lists and stats and reads nothing but `.gitignore` files. It never follows a symbolic link and never
// throws for one bad entry: what cannot be listed is counted with its reason. File names that are not valid UTF-8 are
// withheld by the runtime itself and cannot be counted.

import { Problem } from "../base/problem.ts";
import type { Language } from "../facts/kinds.ts";
import { extendChain, type IgnoreChain, ignoredBy } from "./gitignore.ts";
import type { Selector } from "./select.ts";
import { earliestLaterStamp } from "./stamps.ts";
import { linkReason } from "./symlink.ts";

export interface ScannedFile {
  /** Relative, with `/`. */
  path: string;
  language: Language;
  size: number;
  /** Milliseconds since 1970. */
  mtimeMs: number;
  /** Change of content or metadata; null where the platform does not tell. */
  ctimeMs: number | null;
  ino: number | null;
  dev: number;
  /** Selected but not to be read. */
  skip: "too_large" | null;
}

export interface SkippedEntries {
  /** Files and directories; what lies in a directory that was not entered is not counted. */
  count: number;
  /** The first three paths, directories with a final `/`. */
  examples: string[];
}

export interface CorpusScan {
  /** Sorted by path, UTF-16 code units. */
  files: ScannedFile[];
  /** Everything left out, by reason. */
  skipped: Record<string, SkippedEntries>;
  /** Directories that were listed, the root among them. */
  directories: number;
}

/** A larger `.gitignore` is not one. Bytes. */
const LARGEST_GITIGNORE = 1 << 20;

/** What one directory holds, decided: all that a walk needs of it besides the looks of its files. */
interface Listing {
  files: { path: string; language: Language }[];
  directories: string[];
  skips: { reason: string; path: string }[];
}

/**
 * Listings of an earlier walk. A directory whose own stamps are unchanged holds the same names, so that the guard of a
 * long-lived server need not list it again; the files in it are still looked at one by one. Only directories under no
 * `.gitignore` are kept. One cache belongs to one root and one selector.
 */
export class ListingCache {
  readonly #kept = new Map<string, { info: Deno.FileInfo; readMs: number; listing: Listing }>();

  get(path: string, info: Deno.FileInfo): Listing | null {
    const kept = this.#kept.get(path);
    if (kept === undefined || !cannotHaveChanged(info, kept.info, kept.readMs)) return null;
    return kept.listing;
  }

  /** `info` was read before the listing, at `readMs`. */
  set(path: string, info: Deno.FileInfo, readMs: number, listing: Listing): void {
    this.#kept.set(path, { info, readMs, listing });
  }
}

/** Equal stamps that a later change could not carry: see the guard, lib/drift/guard.ts, for the rule. */
function cannotHaveChanged(now: Deno.FileInfo, then: Deno.FileInfo, readMs: number): boolean {
  const changed = then.ctime?.getTime();
  if (changed === undefined || now.ctime?.getTime() !== changed) return false;
  if (now.mtime?.getTime() !== then.mtime?.getTime() || now.ino !== then.ino || now.dev !== then.dev) {
    return false;
  }
  return changed < earliestLaterStamp(changed, readMs);
}

/** Walks the corpus. `root` is absolute, with `/`, and resolved. Throws a Problem only when the root cannot be listed. */
export function scanCorpus(root: string, selector: Selector, cache?: ListingCache): CorpusScan {
  const files: ScannedFile[] = [];
  const skipped = new Map<string, SkippedEntries>();
  const skip = (reason: string, path: string) => {
    const entry = skipped.get(reason);
    if (entry === undefined) skipped.set(reason, { count: 1, examples: [path] });
    else if (++entry.count <= 3) entry.examples.push(path);
  };
  const prefix = root.endsWith("/") ? root : `${root}/`;
  const pending: { path: string; chain: IgnoreChain | null }[] = [{ path: "", chain: null }];
  let directories = 0;

  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path: directory } = next;
    let chain = next.chain;
    let listing: Listing | null = null;
    try {
      const keep = cache !== undefined && chain === null;
      const readMs = keep ? Date.now() : 0;
      const info = keep ? Deno.lstatSync(prefix + directory) : null;
      listing = info === null ? null : cache!.get(directory, info);
      if (listing === null) {
        const entries = [...Deno.readDirSync(prefix + directory)];
        if (selector.gitignore && entries.some((e) => e.isFile && e.name === ".gitignore")) {
          const text = readGitignore(`${prefix}${directory === "" ? "" : `${directory}/`}.gitignore`);
          if (text === null) skip("unreadable", directory === "" ? ".gitignore" : `${directory}/.gitignore`);
          else chain = extendChain(chain, directory, text);
        }
        listing = decide(root, directory, entries, selector, chain);
        if (info !== null && chain === null) cache!.set(directory, info, readMs, listing);
      }
    } catch (error) {
      if (directory === "") throw rootProblem(root, error);
      skip(error instanceof Deno.errors.NotFound ? "vanished" : "unreadable", `${directory}/`);
      continue;
    }
    directories++;
    for (const { reason, path } of listing.skips) skip(reason, path);
    for (const path of listing.directories) pending.push({ path, chain });
    for (const { path, language } of listing.files) {
      const file = look(prefix, path, language, selector.maxFileBytes);
      if (typeof file === "string") skip(file, path);
      else files.push(file);
    }
  }

  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const reasons = [...skipped].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return { files, skipped: Object.fromEntries(reasons), directories };
}

/** Sorts the entries of one directory into what is entered, what is looked at and what is left out, with the reason. */
function decide(
  root: string,
  directory: string,
  entries: readonly Deno.DirEntry[],
  selector: Selector,
  chain: IgnoreChain | null,
): Listing {
  const listing: Listing = { files: [], directories: [], skips: [] };
  const skip = (reason: string, path: string) => void listing.skips.push({ reason, path });
  const base = directory === "" ? "" : `${directory}/`;
  for (const entry of entries) {
    const path = base + entry.name;
    if (entry.isDirectory) {
      const decision = selector.decideDir(path, entry.name);
      if (!decision.enter) skip(decision.reason, `${path}/`);
      else if (chain !== null && ignoredBy(chain, path, true) !== null) skip("gitignore", `${path}/`);
      else listing.directories.push(path);
      continue;
    }
    const decision = selector.decideFile(path, entry.name);
    if (entry.isSymlink) {
      // `logo.png` is out whatever it points to; `src`, which has no extension, may stand for a directory. To find out
      // where a link leads costs more than all else about an entry.
      const named = !decision.selected && (decision.reason !== "extension" || entry.name.includes("."));
      skip(named ? decision.reason : linkReason(root, path), path);
      continue;
    }
    if (!decision.selected) skip(decision.reason, path);
    else if (!entry.isFile) skip("special_file", path);
    else if (chain !== null && ignoredBy(chain, path, false) !== null) skip("gitignore", path);
    else listing.files.push({ path, language: decision.language });
  }
  return listing;
}

/** The file as it looks from outside, or the reason why it is none. */
function look(prefix: string, path: string, language: Language, maxBytes: number): ScannedFile | string {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(prefix + path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "vanished" : "unreadable";
  }
  if (!info.isFile) return "vanished";
  return {
    path,
    language,
    size: info.size,
    mtimeMs: info.mtime?.getTime() ?? 0,
    ctimeMs: info.ctime?.getTime() ?? null,
    ino: info.ino,
    dev: info.dev,
    skip: info.size > maxBytes ? "too_large" : null,
  };
}

/** Text of a `.gitignore`; null when it cannot be read or is too large to be one. */
export function readGitignore(file: string): string | null {
  try {
    if (Deno.lstatSync(file).size > LARGEST_GITIGNORE) return null;
    return Deno.readTextFileSync(file);
  } catch {
    return null;
  }
}

function rootProblem(root: string, error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof Deno.errors.NotFound) {
    return new Problem(
      "ROOT_NOT_FOUND",
      `the corpus root ${root} does not exist`,
      "correct `root` in the configuration",
    );
  }
  return new Problem(
    "ROOT_UNREADABLE",
    `the corpus root ${root} cannot be listed: ${why}`,
    "check its permissions",
  );
}
