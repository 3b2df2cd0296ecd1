// Which files belong to the corpus, decided from their paths alone (FT-37, FT-38). Every refusal has a stable reason, so
// that nothing is left out silently. It reads nothing: `.gitignore` rules, which live in files, are lib/corpus/gitignore.ts.

import type { ConfiguredLanguage, ProjectConfig } from "../facts/config.ts";
import type { Language } from "../facts/kinds.ts";
import { compileGlobs, globBases } from "./globs.ts";
import { mandatoryDirectory, mandatoryExtension, mandatoryFile } from "./mandatory.ts";
import { secretRules } from "./secrets.ts";

/** What a selector needs of a configuration. */
export type SelectionConfig = Pick<
  ProjectConfig,
  "languages" | "include" | "exclude" | "secrets_exclude" | "gitignore" | "extensions" | "max_file_bytes"
>;

export type FileDecision =
  | { readonly selected: true; readonly language: Language }
  | { readonly selected: false; readonly reason: string };

export type DirectoryDecision =
  | { readonly enter: true }
  | { readonly enter: false; readonly reason: string };

export interface Selector {
  /** Decides one file whose directories were entered. `path` is relative, with `/`; `name` is its last segment. */
  decideFile(path: string, name?: string): FileDecision;
  /** Decides one directory whose parents were entered. */
  decideDir(path: string, name?: string): DirectoryDecision;
  /** The pattern that makes a file, or a directory above it, one that must never be read; null when none does. */
  secretPattern(path: string): string | null;
  /** Larger files are listed, not read. Bytes. */
  readonly maxFileBytes: number;
  /** `.gitignore` files are honoured. */
  readonly gitignore: boolean;
}

const ENTER: DirectoryDecision = { enter: true };
/** Odd extensions (`.1-2`, `.deb12u5`) must not grow the memory of a long-lived server. */
const REMEMBERED_EXTENSIONS = 4096;

/** Compiles the rules of a configuration. Throws when a glob cannot be compiled; a validated configuration has none. */
export function createSelector(config: SelectionConfig): Selector {
  const include = compileGlobs(config.include);
  const bases = config.include.length === 0 ? null : globBases(config.include);
  const exclude = compileGlobs(config.exclude);
  const secrets = secretRules(config.secrets_exclude);
  const names = nameTable(config, (extension) => {
    const name = PROBE + extension;
    return secrets.entry(`${PROBE}/${name}`, name, false) !== null;
  });

  const decideFile = (path: string, name = lastSegment(path)): FileDecision => {
    const byName = names(name);
    if (byName === SUSPECT) return secrets.entry(path, name, false) === null ? UNCLAIMED : refused("secret");
    if (!byName.selected) return byName;
    const mandatory = mandatoryFile(name);
    if (mandatory !== null) return refused(mandatory);
    if (secrets.entry(path, name, false) !== null) return refused("secret");
    if (!include.empty && include.covering(path, false) === null) return refused("not_included");
    const excluded = exclude.entry(path, name, false);
    return excluded === null ? byName : refused(`exclude:${excluded}`);
  };

  const decideDir = (path: string, name = lastSegment(path)): DirectoryDecision => {
    const mandatory = mandatoryDirectory(path, name);
    if (mandatory !== null) return { enter: false, reason: mandatory };
    if (secrets.entry(path, name, true) !== null) return { enter: false, reason: "secret" };
    if (bases !== null && !bases.some((base) => related(base, path))) {
      return { enter: false, reason: "not_included" };
    }
    const excluded = exclude.entry(path, name, true);
    return excluded === null ? ENTER : { enter: false, reason: `exclude:${excluded}` };
  };

  return {
    decideFile,
    decideDir,
    secretPattern: secrets.covering,
    maxFileBytes: config.max_file_bytes,
    gitignore: config.gitignore,
  };
}

const refusals = new Map<string, FileDecision>();

function refused(reason: string): FileDecision {
  let decision = refusals.get(reason);
  if (decision === undefined) refusals.set(reason, decision = { selected: false, reason });
  return decision;
}

const UNCLAIMED = refused("extension");
/**
 * No language claims it, and its name is of the kind that keys and credentials have. Only then is it worth asking for the
 * reason that says more: most files without a language are pictures and scripts, and there are many of them.
 */
const SUSPECT: FileDecision = { selected: false, reason: "extension" };
/** A name that can match only a pattern for its extension. */
const PROBE = "\u0001";

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** One of the two lies in the other, or they are the same. */
function related(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/**
 * Language by name, the first and cheapest question. Extensions compare without regard to case. Most names end in an
 * extension that was seen before, so that the answer is one look-up.
 */
function nameTable(
  config: SelectionConfig,
  isSecret: (extension: string) => boolean,
): (name: string) => FileDecision {
  const claimed = new Map<string, FileDecision>();
  const whole = new Map<string, FileDecision>();
  let compound = false;
  for (const language of Object.keys(config.extensions) as ConfiguredLanguage[]) {
    const decision: FileDecision = config.languages.includes(language)
      ? { selected: true, language }
      : refused(`language:${language}`);
    for (const entry of config.extensions[language]) {
      if (!entry.startsWith(".")) whole.set(entry, decision);
      else claimed.set(entry.toLowerCase(), decision);
      if (entry.lastIndexOf(".") > 0) compound = true;
    }
  }
  const seen = new Map<string, FileDecision>();
  const byExtension = (extension: string): FileDecision => {
    const known = seen.get(extension);
    if (known !== undefined) return known;
    const folded = extension.toLowerCase();
    const reason = mandatoryExtension(folded);
    const decision = reason !== null
      ? refused(reason)
      : claimed.get(folded) ?? (isSecret(folded) ? SUSPECT : UNCLAIMED);
    if (seen.size < REMEMBERED_EXTENSIONS) seen.set(extension, decision);
    return decision;
  };
  return (name) => {
    if (whole.size > 0) {
      const decision = whole.get(name);
      if (decision !== undefined) return decision;
    }
    const dot = name.lastIndexOf(".");
    if (dot <= 0) return SUSPECT;
    if (compound) {
      const before = name.lastIndexOf(".", dot - 1);
      if (before > 0) {
        const decision = claimed.get(name.slice(before).toLowerCase());
        if (decision !== undefined) return decision;
      }
    }
    const decision = byExtension(name.slice(dot));
    return decision === UNCLAIMED && name.startsWith(".") ? SUSPECT : decision;
  };
}
