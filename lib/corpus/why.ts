// Why one path is, or is not, part of the corpus: the same rules as the walk, asked along one path, with the pattern or the
// `.gitignore` line that decided. It reads no file but `.gitignore`.

import { decidingLine, extendChain, type IgnoreChain, ignoredBy } from "./gitignore.ts";
import { corpusPath } from "./path.ts";
import { readGitignore } from "./scan.ts";
import type { Selector } from "./select.ts";
import { linkReason } from "./symlink.ts";

export interface PathVerdict {
  /** Relative, with `/`. */
  path: string;
  kind: "file" | "directory" | "symlink" | "special" | "missing";
  /** The walk lists this file, or enters this directory. */
  selected: boolean;
  /** `selected`, `missing`, or the reason under which the walk counts it. */
  reason: string;
  /** The path at which it was decided: the file itself or a directory above it. */
  at: string;
  /** The pattern or `.gitignore` line behind the reason: `docs/.gitignore:3 *.gen.md`. */
  rule: string | null;
  explanation: string;
}

/**
 * Explains one path, which need not exist. `root` is absolute, resolved, with `/`.
 * @throws Problem BAD_PATH, PATH_OUTSIDE_ROOT
 */
export function whyPath(root: string, selector: Selector, given: string): PathVerdict {
  const path = corpusPath(root, given);
  const base = root.endsWith("/") ? root : `${root}/`;
  const kind = kindOf(base + path);
  const tree = new IgnoreTree(base, selector.gitignore);
  const segments = path === "" ? [] : path.split("/");
  let at = "";
  for (let i = 0; i < segments.length; i++) {
    tree.enter(at);
    at = at === "" ? segments[i]! : `${at}/${segments[i]}`;
    const last = i === segments.length - 1;
    const here = last ? kind : kindOf(base + at);
    const directory = !last || here === "directory";
    const refused = refusal(root, selector, tree, at, here, directory);
    if (refused !== null) return verdict(path, kind, refused.reason, at, refused.rule);
  }
  if (kind === "missing") return verdict(path, kind, "missing", path, null);
  if (kind === "file" && sizeOf(base + path) > selector.maxFileBytes) {
    return {
      ...verdict(path, kind, "too_large", path, `max_file_bytes ${selector.maxFileBytes}`),
      selected: true,
    };
  }
  return verdict(path, kind, "selected", path, null);
}

type Kind = PathVerdict["kind"];

function refusal(
  root: string,
  selector: Selector,
  tree: IgnoreTree,
  path: string,
  kind: Kind,
  directory: boolean,
): { reason: string; rule: string | null } | null {
  const reason = reasonOf(root, selector, path, kind, directory);
  if (reason === "secret") return { reason, rule: selector.secretPattern(path) };
  if (reason !== null) return { reason, rule: reason.startsWith("exclude:") ? reason.slice(8) : null };
  const rule = tree.rule(path, directory);
  return rule === null ? null : { reason: "gitignore", rule };
}

function reasonOf(
  root: string,
  selector: Selector,
  path: string,
  kind: Kind,
  directory: boolean,
): string | null {
  if (directory && kind !== "symlink") {
    const decision = selector.decideDir(path);
    return decision.enter ? null : decision.reason;
  }
  const decision = selector.decideFile(path);
  if (kind === "symlink") {
    return decision.selected || decision.reason === "extension" ? linkReason(root, path) : decision.reason;
  }
  if (!decision.selected) return decision.reason;
  return kind === "special" ? "special_file" : null;
}

/** `.gitignore` files from the root down to the directory in question. */
class IgnoreTree {
  #chain: IgnoreChain | null = null;
  readonly #texts = new Map<string, string>();

  constructor(readonly base: string, readonly honoured: boolean) {}

  enter(directory: string): void {
    if (!this.honoured) return;
    const prefix = directory === "" ? "" : `${directory}/`;
    if (kindOf(`${this.base}${prefix}.gitignore`) !== "file") return;
    const text = readGitignore(`${this.base}${prefix}.gitignore`);
    if (text === null) return;
    this.#texts.set(prefix, text);
    this.#chain = extendChain(this.#chain, directory, text);
  }

  rule(path: string, directory: boolean): string | null {
    const link = ignoredBy(this.#chain, path, directory);
    if (link === null) return null;
    const line = decidingLine(this.#texts.get(link.base) ?? "", path.slice(link.base.length), directory);
    return `${link.base}.gitignore` + (line === null ? "" : `:${line.line} ${line.rule}`);
  }
}

function kindOf(path: string): Kind {
  try {
    const info = Deno.lstatSync(path);
    return info.isSymlink ? "symlink" : info.isDirectory ? "directory" : info.isFile ? "file" : "special";
  } catch {
    return "missing";
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.lstatSync(path).size;
  } catch {
    return 0;
  }
}

function verdict(path: string, kind: Kind, reason: string, at: string, rule: string | null): PathVerdict {
  const selected = reason === "selected";
  const where = at === path ? "" : ` (decided at ${at})`;
  const gone = kind === "missing" && reason !== "missing" ? "it does not exist; if it did: " : "";
  return { path, kind, selected, reason, at, rule, explanation: gone + explain(reason, rule) + where };
}

const MANDATORY: Record<string, string> = {
  ragraf: "it belongs to the index itself",
  vcs: "it belongs to version control",
  vendor: "it is an installed package, not source of the project",
  node_modules: "it is an installed package, not source of the project",
  agent: "it was left by a coding agent",
  editor: "it belongs to an editor",
  cache: "it is a cache",
  log: "it is a log",
  backup: "it is a backup",
};

const EXPLANATIONS: Record<string, string> = {
  selected: "the rules select it",
  missing: "there is nothing at this path",
  too_large: "it is selected, but larger than the configuration allows, so it is listed and not read",
  extension: "no configured language claims its extension",
  not_included: "no pattern of `include` matches",
  secret: "it may hold secrets and is never read",
  gitignore: "git ignores it",
  special_file: "it is not a regular file",
  symlink_inside: "it is a symbolic link to a place inside the root, which is reached under its own path",
  symlink_outside: "it is a symbolic link out of the root",
  symlink_loop: "it is a symbolic link that leads back to itself or to a directory above it",
  dangling_link: "it is a symbolic link to nothing",
  unreadable: "it cannot be read",
};

function explain(reason: string, rule: string | null): string {
  if (reason.startsWith("mandatory:")) {
    return `${MANDATORY[reason.slice(10)] ?? "it is excluded"}; this exclusion cannot be switched off`;
  }
  if (reason.startsWith("exclude:")) return `the pattern ${rule} of \`exclude\` matches`;
  if (reason.startsWith("language:")) return `${reason.slice(9)} is not among the configured \`languages\``;
  return (EXPLANATIONS[reason] ?? reason) + (rule === null ? "" : `: ${rule}`);
}
