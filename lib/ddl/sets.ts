// Which files make one schema, and in which order. A set is what stands under one folder: perhaps a file with the whole
// schema, and updates beside or below it. Projects that carry a schema for several databases have a set for each.

import type { DdlFacts } from "../facts/ddl.ts";

export interface DdlFile {
  path: string;
  ddl: DdlFacts;
}

/** The files of one component in one dialect. */
export interface MigrationSet {
  /** Folder that the files are under, empty for the root. */
  folder: string;
  /** Files that hold a whole schema. */
  complete: DdlFile[];
  /** In their order. */
  updates: DdlFile[];
  /** The updates carry numbers or dates: the place of one among them means something. */
  ordered: boolean;
}

/** A folder of this name belongs to the schema, not to the component that it is a part of. */
const SCHEMA_FOLDER =
  /^(?:sql|schemas?|db|databases?|migrations?|updates?|upgrades?|patches|archives|versions|ddl|changes|deltas?|install|installer|setup|data|db_patches|[\w-]*[-_](?:migrations?|changes|patches|updates?|upgrades?))$/i;
const DIALECT_FOLDER = /^(?:mysqli?|mariadb|pgsql|postgres(?:ql)?|sqlite\d?|mssql|oracle)\b/i;
/** Folders whose SQL makes no part of the product's schema. */
const ELSEWHERE = /(?:^|\/)(?:tests?|fixtures?|examples?|samples?|spec|benchmarks?)\//i;
const DOWN = /(?:^|[._-])(?:down|rollback|revert|undo|uninstall)(?:[._-]|$)/i;
const UPDATE_NAME =
  /(?:^|[._-])(?:upgrade|update|patch|migrat\w*|alter|delta|change\w*|add|drop|rename|from|to)(?:[._\d-]|$)/i;
const UPDATE_FOLDER =
  /(?:^|[-_/])(?:migrations?|updates?|upgrades?|patches|archives|versions|changes|deltas?)$/i;
const COMPLETE_NAME = /initial|schema|structure|tables|install|create|full|base(?:line)?|dump|database/i;
const NUMBERED = /\d/;

/** Sets of the files of one dialect; files that belong to no product schema are left out unless there are no others. */
export function migrationSets(files: readonly DdlFile[]): MigrationSet[] {
  const up = files.filter((f) => !DOWN.test(baseName(f.path)));
  const own = up.filter((f) => !ELSEWHERE.test(f.path));
  const groups = new Map<string, DdlFile[]>();
  for (const file of own.length > 0 ? own : up) {
    const folder = componentOf(file.path);
    const group = groups.get(folder);
    if (group) group.push(file);
    else groups.set(folder, [file]);
  }
  return [...groups].sort(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1)).map(([folder, group]) =>
    setOf(folder, group)
  );
}

/** The folder above the first one that is about schemas. */
function componentOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const at = folders.findIndex((f) => SCHEMA_FOLDER.test(f) || DIALECT_FOLDER.test(f));
  return folders.slice(0, at < 0 ? folders.length : at).join("/");
}

function setOf(folder: string, files: DdlFile[]): MigrationSet {
  const complete = completeFiles(folder, files);
  const updates = files.filter((f) => !complete.includes(f)).sort((a, b) => naturalOrder(a.path, b.path));
  complete.sort((a, b) => depth(a.path) - depth(b.path) || naturalOrder(a.path, b.path));
  const numbered = updates.filter((f) => NUMBERED.test(baseName(f.path))).length;
  return { folder, complete, updates, ordered: numbered * 2 > updates.length };
}

/** A file that begins with a number is an update when there is one that does not. */
function completeFiles(folder: string, files: DdlFile[]): DdlFile[] {
  const candidates = files.filter((f) => isComplete(f, folder));
  const named = candidates.filter((f) => !/^\d/.test(baseName(f.path)));
  return named.length > 0 ? named : candidates;
}

function isComplete({ path, ddl }: DdlFile, component: string): boolean {
  if (ddl.source !== "sql") return false;
  const name = baseName(path).replace(/\.[^.]*$/, "");
  const folders = path.slice(component.length).split("/").slice(0, -1);
  if (folders.some((f) => UPDATE_FOLDER.test(f)) && !/initial|^schema|^structure/i.test(name)) return false;
  if (UPDATE_NAME.test(name) && !/initial/i.test(name)) return false;
  const creates = ddl.statements.filter((s) => s.act === "create_table").length;
  // What completes a schema stands beside it under a name of that kind.
  if (creates === 0) return COMPLETE_NAME.test(name) && !NUMBERED.test(name) && ddl.statements.length > 0;
  return COMPLETE_NAME.test(name) || creates >= 2 || !NUMBERED.test(name);
}

/** Runs of digits count as numbers, so that 9 is before 10; `initial` is before everything in its folder. */
export function naturalOrder(a: string, b: string): number {
  const key = (path: string) => baseName(path).toLowerCase();
  const initial = Number(/initial/.test(key(b))) - Number(/initial/.test(key(a)));
  if (initial !== 0) return initial;
  const [x, y] = [pieces(key(a)), pieces(key(b))];
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const [p, q] = [x[i] ?? "", y[i] ?? ""];
    if (p === q) continue;
    const numbers = /^\d/.test(p) && /^\d/.test(q);
    if (numbers && BigInt(p) !== BigInt(q)) return BigInt(p) < BigInt(q) ? -1 : 1;
    return p < q ? -1 : 1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function pieces(text: string): string[] {
  return text.match(/\d+|\D+/g) ?? [];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function depth(path: string): number {
  return path === "" ? 0 : path.split("/").length;
}
