// Reads `.ragraf/project.yaml`. All mistakes of a file are reported at once, each with its line and column, and no value of
// the file is repeated in a message (FT-40). The YAML library costs start-up time, so it is loaded only when the text of a
// configuration really has to be parsed.

import { basename, dirname, resolve } from "node:path";
import type { Document, LineCounter, Node } from "yaml";
import * as z from "zod/mini";
import { decodeSource } from "../base/decode.ts";
import { sha256, toHex } from "../base/hash.ts";
import { nearestNames } from "../base/names.ts";
import { Problem, usageProblem } from "../base/problem.ts";
import type { ProjectConfig } from "../facts/config.ts";
import { configSchema } from "./config_schema.ts";

export interface LoadedConfig {
  /** Validated, with `root` absolute and resolved and `project` filled in. */
  config: ProjectConfig;
  /** Of the file's bytes, hexadecimal. */
  sha256: string;
  /** Absolute, with `/`. */
  file: string;
  /** As written: `root` relative, `project` possibly empty. What `known` takes. */
  written: ProjectConfig;
}

/** A configuration parsed before. When the file's bytes are the same, the YAML library is not loaded. */
export interface KnownConfig {
  sha256: string;
  written: ProjectConfig;
}

/**
 * Reads and validates a configuration file.
 * @throws Problem CONFIG_NOT_FOUND, CONFIG_UNREADABLE, CONFIG_INVALID, ROOT_NOT_FOUND, ROOT_NOT_DIRECTORY
 */
export async function loadConfig(file: string, known?: KnownConfig): Promise<LoadedConfig> {
  const path = slashes(resolve(file));
  const bytes = readBytes(path);
  const hash = toHex(sha256(bytes));
  const written = known?.sha256 === hash ? known.written : await parseConfig(textOf(bytes, path), path);
  const directory = projectDirectory(path);
  const config = {
    ...written,
    project: written.project || basename(directory) || "project",
    root: resolveRoot(directory, written.root, path),
  };
  return { config, sha256: hash, file: path, written };
}

/** The folder that a configuration file is about: that of `.ragraf`, else that of the file. */
export function projectDirectory(file: string): string {
  const folder = dirname(file);
  return basename(folder) === ".ragraf" ? dirname(folder) : folder;
}

/**
 * Validates the text of a configuration. `file` is only named in messages. Nothing on the disk is looked at.
 * @throws Problem CONFIG_INVALID with every mistake, one a line: `file:line:column: what`
 */
export async function parseConfig(text: string, file: string): Promise<ProjectConfig> {
  const { parseDocument, LineCounter } = await import("./yaml.ts");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const mistakes: Mistake[] = document.errors.map((error) => ({
    offset: error.pos[0],
    what: error.code === "DUPLICATE_KEY" ? "this key stands twice" : lowerFirst(error.message),
  }));
  if (mistakes.length > 0) throw invalid(file, lines, mistakes);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw invalid(file, lines, [{
      offset: 0,
      what: error instanceof Error ? lowerFirst(error.message) : "not YAML",
    }]);
  }
  if (value === null || value === undefined) {
    throw invalid(file, lines, [{ offset: 0, what: "the file is empty" }]);
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    throw invalid(file, lines, [{ offset: 0, what: "must be a list of `key: value` lines" }]);
  }
  const input = withSections(withoutNulls(value) as Record<string, unknown>);
  const parsed = z.safeParse(configSchema, input);
  if (!parsed.success) {
    throw invalid(file, lines, parsed.error.issues.flatMap((issue) => mistakesOf(issue, input, document)));
  }
  const clash = extensionClash(parsed.data);
  if (clash !== null) {
    throw invalid(file, lines, [{ offset: offsetOf(document, clash.path, false), what: clash.what }]);
  }
  return normalised(parsed.data);
}

interface Mistake {
  /** Position in the text. */
  offset: number;
  what: string;
}

function invalid(file: string, lines: LineCounter, mistakes: Mistake[]): Problem {
  const said = mistakes.sort((a, b) => a.offset - b.offset).map(({ offset, what }) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}: ${what}`;
  });
  return usageProblem(
    "CONFIG_INVALID",
    said.join("\n"),
    "correct the configuration; docs/CONFIG.md lists every key",
  );
}

function mistakesOf(issue: z.core.$ZodIssue, input: unknown, document: Document): Mistake[] {
  const path = issue.path as (string | number)[];
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(path);
    return issue.keys.map((key) => {
      const nearest = nearestNames(key, known, 1)[0];
      const hint = nearest === undefined ? `known keys: ${known.join(", ")}` : `did you mean '${nearest}'?`;
      return {
        offset: offsetOf(document, [...path, key], true),
        what: `unknown key '${[...path, key].join(".")}' (${hint})`,
      };
    });
  }
  const name = path.map((p) => typeof p === "number" ? `[${p + 1}]` : p).join(".").replaceAll(".[", "[");
  return [{
    offset: offsetOf(document, path, false),
    what: `${name}: ${describe(issue, valueAt(input, path))}`,
  }];
}

const KINDS: Record<string, string> = {
  string: "text",
  int: "a whole number",
  // Every number of the configuration is a whole one.
  number: "a whole number",
  boolean: "true or false",
  array: "a list, such as [a, b]",
  object: "a section of keys",
};

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(value)}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "must not be empty"
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string"
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a section of keys";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "true or false";
  return Number.isInteger(value) ? "a whole number" : "a number";
}

/** Known keys of the top level or of a section. */
function keysAt(path: readonly (string | number)[]): string[] {
  let schema: unknown = configSchema;
  for (const key of path) {
    schema = schema instanceof z.ZodMiniObject ? schema.def.shape[key] : undefined;
  }
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : [];
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    at = typeof at === "object" && at !== null ? (at as Record<string | number, unknown>)[key] : undefined;
  }
  return at;
}

/** Where the value (or the key) of a path stands in the text. */
function offsetOf(document: Document, path: readonly (string | number)[], wantKey: boolean): number {
  const last = path[path.length - 1];
  const parent = path.length <= 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const items = (parent as { items?: unknown[] } | null)?.items;
  if (last === undefined || items === undefined) return (document.contents as Node | null)?.range?.[0] ?? 0;
  if (typeof last === "number") return (items[last] as Node | undefined)?.range?.[0] ?? 0;
  for (const item of items as { key: Node & { value?: unknown }; value: Node | null }[]) {
    if (String(item.key?.value ?? item.key) !== last) continue;
    return (wantKey ? item.key : item.value ?? item.key).range?.[0] ?? item.key.range?.[0] ?? 0;
  }
  return (parent as Node).range?.[0] ?? 0;
}

/** `exclude:` with nothing but comments after it is as good as absent. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([, v]) => v !== null);
  return Object.fromEntries(kept.map(([k, v]) => [k, withoutNulls(v)]));
}

/** A section may be left out as a whole; defaults of its keys are filled in only where it is there. */
function withSections(value: Record<string, unknown>): Record<string, unknown> {
  const out = { ...value };
  for (const [name, schema] of Object.entries(configSchema.def.shape)) {
    if (schema instanceof z.ZodMiniObject) out[name] ??= {};
  }
  return out;
}

function extensionClash(config: ProjectConfig): { path: (string | number)[]; what: string } | null {
  const owner = new Map<string, string>();
  for (const [language, list] of Object.entries(config.extensions)) {
    for (const [i, entry] of list.entries()) {
      const other = owner.get(entry.toLowerCase());
      const path = ["extensions", language, i];
      if (other !== undefined && other !== language) {
        return { path, what: `extensions: ${other} and ${language} both claim an entry` };
      }
      owner.set(entry.toLowerCase(), language);
    }
  }
  return null;
}

function normalised(config: ProjectConfig): ProjectConfig {
  const globs = (list: string[]) => list.map(slashes);
  const { include, exclude, secrets_exclude } = config;
  return {
    ...config,
    root: slashes(config.root),
    include: globs(include),
    exclude: globs(exclude),
    secrets_exclude: globs(secrets_exclude),
  };
}

function readBytes(file: string): Uint8Array {
  try {
    if (Deno.statSync(file).isDirectory) {
      throw usageProblem(
        "CONFIG_INVALID",
        `${file} is a directory, not a configuration file`,
        "name the file itself",
      );
    }
    return Deno.readFileSync(file);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      throw usageProblem(
        "CONFIG_NOT_FOUND",
        `${file} does not exist`,
        "run `ragraf ensure DIR` once, DIR being the project's folder",
      );
    }
    throw new Problem(
      "CONFIG_UNREADABLE",
      `${file}: ${Problem.from(error).message}`,
      "check its permissions",
    );
  }
}

function textOf(bytes: Uint8Array, file: string): string {
  const { text, encoding } = decodeSource(bytes);
  if (encoding !== "binary") return text;
  throw usageProblem(
    "CONFIG_INVALID",
    `${file}:1:1: not a text file`,
    "write the configuration as YAML in UTF-8",
  );
}

/** The corpus root: it must be an existing directory; links and short names are resolved. */
export function resolveRoot(directory: string, root: string, file: string): string {
  const wanted = resolve(directory, root);
  try {
    const real = Deno.realPathSync(wanted);
    if (!Deno.statSync(real).isDirectory) {
      throw usageProblem(
        "ROOT_NOT_DIRECTORY",
        `${slashes(wanted)} is not a directory`,
        `correct root in ${file}`,
      );
    }
    return slashes(real.replace(/^\\\\\?\\(?=[A-Za-z]:)/, ""));
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      throw usageProblem(
        "ROOT_NOT_FOUND",
        `the root ${slashes(wanted)} does not exist`,
        `correct root in ${file}`,
      );
    }
    throw new Problem(
      "ROOT_UNREADABLE",
      `${slashes(wanted)}: ${Problem.from(error).message}`,
      "check its permissions",
    );
  }
}

function slashes(path: string): string {
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
