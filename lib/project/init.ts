// Writes the first configuration of a project from what its folder shows: unusual PHP extensions, generated code, installed
// packages. It looks at names and at the first bytes of a few files, overwrites nothing, and indexes nothing.

import { basename, resolve } from "node:path";
import * as z from "zod/mini";
import { DEFAULTS } from "../../config/defaults.ts";
import { Problem } from "../base/problem.ts";
import { mandatoryDirectory } from "../corpus/mandatory.ts";
import { secretRules } from "../corpus/secrets.ts";
import type { ProjectConfig } from "../facts/config.ts";
import { resolveRoot } from "./config.ts";
import { configSchema } from "./config_schema.ts";

/** What a folder shows. */
export interface Inspection {
  /** Absolute, resolved, with `/`. */
  directory: string;
  /** Files by extension (lower case, with the dot), most frequent first. Names without one are under "". */
  extensions: Record<string, number>;
  /** PHP extensions and whole names that occur and are not default ones: their files begin with PHP. */
  phpFound: string[];
  /** Default PHP extensions that occur, but not with PHP in them. */
  phpForeign: string[];
  /** Folders of generated code that the default `exclude` does not cover. */
  generated: string[];
  /** Folders that are left out whatever the configuration says, by reason. */
  mandatory: Record<string, number>;
  /** The folder is larger than what was looked at. */
  partial: boolean;
}

export interface InitResult {
  /** Absolute path of the configuration file, with `/`. */
  file: string;
  /** It was there and was left as it is. */
  existed: boolean;
}

const MOST_ENTRIES = 100_000;
const MOST_LOOKS = 600;
const LOOKS_PER_EXTENSION = 6;
/** These hold copies or quotations of PHP, or are no source at all. */
const NOT_SOURCE =
  /\.(dist|sample|example|default|tmpl|stub|bak|orig|old|save|txt|md|markdown|rst|json|xml|ya?ml|lock|html?|js|css|phar|sql)$/i;
const GENERATED =
  /(?:^|\/)(?:app|application|tmp|temp|data|system)\/cache$|(?:^|\/)(?:protected\/)?runtime$|(?:^|\/)compiled?_templates?$/;

/**
 * Looks at a folder.
 * @throws Problem ROOT_NOT_FOUND, ROOT_NOT_DIRECTORY
 */
export function inspect(directory: string): Inspection {
  const root = resolveRoot(resolve(directory), ".", "the command");
  const counts = new Map<string, number>();
  const looks = new Map<string, { php: number; all: number }>();
  const mandatory: Record<string, number> = {};
  const generated: string[] = [];
  const known = new Set(Object.values(DEFAULTS.extensions).flat());
  const defaults = new Set(DEFAULTS.extensions.php);
  const secrets = secretRules(DEFAULTS.secrets_exclude);
  let entries = 0;
  let looked = 0;
  const pending = [""];
  for (let at = pending.shift(); at !== undefined && entries < MOST_ENTRIES; at = pending.shift()) {
    for (const entry of list(at === "" ? root : `${root}/${at}`)) {
      entries++;
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory) {
        const reason = mandatoryDirectory(path, entry.name);
        if (reason !== null) mandatory[reason] = (mandatory[reason] ?? 0) + 1;
        else if (GENERATED.test(path)) generated.push(path);
        else pending.push(path);
        continue;
      }
      if (!entry.isFile) continue;
      const dot = entry.name.lastIndexOf(".");
      const extension = dot > 0 ? entry.name.slice(dot).toLowerCase() : "";
      counts.set(extension, (counts.get(extension) ?? 0) + 1);
      const key = extension === "" ? entry.name : extension;
      if (extension === ".php" || (known.has(extension) && !defaults.has(extension))) continue;
      if (NOT_SOURCE.test(entry.name) || entry.name.startsWith(".") || secrets.covering(path) !== null) {
        continue;
      }
      const look = looks.get(key) ?? { php: 0, all: 0 };
      if (look.all >= LOOKS_PER_EXTENSION || looked >= MOST_LOOKS) continue;
      looked++;
      look.all++;
      if (beginsWithPhp(`${root}/${path}`)) look.php++;
      looks.set(key, look);
    }
  }
  const isPhp = (key: string) => looks.get(key)!.php * 2 >= looks.get(key)!.all;
  return {
    directory: root,
    extensions: Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))),
    phpFound: [...looks.keys()].filter((key) => !defaults.has(key) && isPhp(key)).sort(),
    phpForeign: [...looks.keys()].filter((key) => defaults.has(key) && looks.get(key)!.php === 0).sort(),
    generated: generated.sort(),
    mandatory,
    partial: entries >= MOST_ENTRIES,
  };
}

/** The text of a configuration for an inspected folder. What equals the default stands in it as a comment. */
export function renderConfig(found: Inspection): string {
  const php = [...DEFAULTS.extensions.php.filter((e) => !found.phpForeign.includes(e)), ...found.phpFound];
  const values: Partial<ProjectConfig> = {
    project: projectName(found.directory),
    exclude: [...DEFAULTS.exclude, ...found.generated.map((path) => `/${path}/`)],
    extensions: { ...DEFAULTS.extensions, php },
  };
  const notes = [
    "Configuration of ragraf for this project. Lines that begin with `# ` and a key show the default value.",
    "Every key is explained in docs/CONFIG.md of ragraf. Nothing outside this folder is written.",
  ];
  const left = Object.entries(found.mandatory).map(([reason, n]) =>
    `${reason.replace("mandatory:", "")} ${n}`
  );
  if (left.length > 0) notes.push(`Always left out here (folders): ${left.join(", ")}.`);
  if (found.phpFound.length > 0) notes.push(`PHP was found in: ${found.phpFound.join(", ")}.`);
  if (found.partial) notes.push("The folder is large: only a part of it was looked at.");
  return configText(values, notes, true);
}

/** Every key with its description; keys that are not in `values` have their default, as a comment if asked. */
export function configText(
  values: Partial<ProjectConfig>,
  notes: readonly string[],
  commentDefaults: boolean,
): string {
  const out = notes.flatMap((note) => wrap(note, ""));
  for (const [name, schema] of Object.entries(configSchema.def.shape)) {
    out.push("", ...wrap(z.globalRegistry.get(schema)?.description ?? "", ""));
    const own = values[name as keyof ProjectConfig];
    if (!(schema instanceof z.ZodMiniObject)) {
      const fallback = name === "project" ? "" : DEFAULTS[name as keyof typeof DEFAULTS];
      out.push(...assignment(name, own ?? fallback, "", commentDefaults && same(own ?? fallback, fallback)));
      continue;
    }
    const fallback = DEFAULTS[name as keyof typeof DEFAULTS] as Record<string, unknown>;
    const section = { ...fallback, ...(own as Record<string, unknown> | undefined) };
    const plain = commentDefaults && same(section, fallback);
    out.push(plain ? `# ${name}:` : `${name}:`);
    for (const [key, member] of Object.entries(schema.def.shape)) {
      out.push(...wrap(z.globalRegistry.get(member)?.description ?? "", "  "));
      const comment = plain || (commentDefaults && same(section[key], fallback[key]));
      out.push(...assignment(key, section[key], "  ", comment));
    }
  }
  return out.join("\n") + "\n";
}

/**
 * Writes `.ragraf/project.yaml` and `.ragraf/.gitignore`. What exists is left as it is.
 * @throws Problem ROOT_NOT_FOUND, ROOT_NOT_DIRECTORY, NOT_WRITABLE
 */
export function initProject(directory: string): InitResult {
  const root = resolveRoot(resolve(directory), ".", "the command");
  const folder = root.endsWith("/") ? `${root}.ragraf` : `${root}/.ragraf`;
  const file = `${folder}/project.yaml`;
  try {
    Deno.mkdirSync(folder, { recursive: true });
    writeNew(`${folder}/.gitignore`, "*\n");
    if (isFile(file)) return { file, existed: true };
    return { file, existed: !writeNew(file, renderConfig(inspect(root))) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem("NOT_WRITABLE", `${folder} could not be written: ${why}`, "check its permissions");
  }
}

/** `false` when the file exists. */
function writeNew(file: string, text: string): boolean {
  try {
    Deno.writeTextFileSync(file, text, { createNew: true });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** An unreadable folder is the scan's business; here it only shows nothing. */
function list(directory: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(directory)];
  } catch {
    return [];
  }
}

/** A PHP open tag at the start, after white space, a byte order mark, a `#!` line or a few lines of markup. */
function beginsWithPhp(file: string): boolean {
  let handle: Deno.FsFile | null = null;
  try {
    handle = Deno.openSync(file, { read: true });
    const head = new Uint8Array(1024);
    const length = handle.readSync(head) ?? 0;
    const text = new TextDecoder("latin1").decode(head.subarray(0, length));
    return !text.includes("\0") && /<\?(?:php\b|=|\s)/i.test(text);
  } catch {
    return false;
  } finally {
    handle?.close();
  }
}

function projectName(directory: string): string {
  const name = basename(directory).replace(/[\\:*?"<>|\n]/g, "_").trim().slice(0, 100);
  return name === "" ? "project" : name;
}

function assignment(key: string, value: unknown, indent: string, comment: boolean): string[] {
  const mark = comment ? `${indent}# ` : indent;
  if (!Array.isArray(value)) return [`${mark}${key}: ${JSON.stringify(value)}`];
  const flow = `${mark}${key}: [${value.map((v) => JSON.stringify(v)).join(", ")}]`;
  if (flow.length <= 100) return [flow];
  return [`${mark}${key}:`, ...value.map((v) => `${mark}  - ${JSON.stringify(v)}`)];
}

function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + indent.length + 3 > 100) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines.map((l) => `${indent}# ${l}`);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
