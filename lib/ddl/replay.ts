// All files' changes -> the catalog. Nothing is executed: each statement is applied to a schema in memory as a server of
// its dialect would, and what such a server would refuse changes nothing and is told.

import type { DdlStatement, Dialect } from "../facts/ddl.ts";
import type { SchemaCatalog, SchemaProblem, SchemaTable, SchemaVariant } from "../facts/schema.ts";
import { dialectOfPath, family } from "./dialect.ts";
import { mysqlRules } from "./mysql.ts";
import { postgresqlRules } from "./postgresql.ts";
import type { DialectRules } from "./rules.ts";
import { type DdlFile, type MigrationSet, migrationSets } from "./sets.ts";
import { sqliteRules } from "./sqlite.ts";
import { fold, Refused, SchemaState } from "./state.ts";

export interface ReplayOptions {
  /** The configured dialect; `auto` asks the files. */
  dialect: Dialect | "auto";
  /** Replay every update on top of the whole schema, as somebody would who runs all files one after the other. */
  everything?: boolean;
}

const RULES: Record<Dialect, DialectRules> = {
  mysql: mysqlRules("mysql"),
  mariadb: mysqlRules("mariadb"),
  postgresql: postgresqlRules,
  sqlite: sqliteRules,
};

export function replay(files: readonly DdlFile[], options: ReplayOptions): SchemaCatalog {
  const problems: SchemaProblem[] = [];
  const groups = byDialect(files, options.dialect);
  const variants = [...groups].map(([dialect, group]) =>
    replayVariant(dialect, group, problems, options.everything === true)
  );
  const answering = answers(variants, options.dialect);
  for (const variant of variants) variant.answers = variant === answering;
  variants.sort((a, b) => Number(b.answers) - Number(a.answers) || (a.name < b.name ? -1 : 1));
  return { variants, problems };
}

/** Files of one family of dialects; those that tell nothing go where their neighbours are. */
function byDialect(files: readonly DdlFile[], configured: Dialect | "auto"): Map<Dialect, DdlFile[]> {
  const told = files.filter((f) => f.ddl.dialect !== undefined);
  const usual = configured !== "auto" ? configured : mostFrequent(told.map((f) => f.ddl.dialect!)) ?? "mysql";
  const groups = new Map<Dialect, DdlFile[]>();
  for (const file of files) {
    const own = file.ddl.dialect ?? neighbourDialect(file, told) ?? usual;
    const same = [...groups.keys()].find((d) => family(d) === family(own));
    const named = configured !== "auto" && family(configured) === family(own) ? configured : own;
    const key = same ?? named;
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return groups;
}

/** What most files of the same folder say; a folder that is named after another dialect says nothing about it. */
function neighbourDialect(file: DdlFile, told: readonly DdlFile[]): Dialect | undefined {
  for (let folder = parent(file.path); folder !== null; folder = parent(folder)) {
    const inside = told.filter((f) => f.path.startsWith(`${folder}/`) && dialectOfPath(f.path) === undefined);
    if (inside.length > 0) return mostFrequent(inside.map((f) => f.ddl.dialect!));
  }
  return undefined;
}

function parent(path: string): string | null {
  const at = path.lastIndexOf("/");
  return at < 0 ? null : path.slice(0, at);
}

function mostFrequent(dialects: readonly Dialect[]): Dialect | undefined {
  const counts = new Map<Dialect, number>();
  for (const d of dialects) counts.set(d, (counts.get(d) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}

/** The configured dialect; else the one with the most tables, as written for the first in this order. */
function answers(
  variants: readonly SchemaVariant[],
  configured: Dialect | "auto",
): SchemaVariant | undefined {
  if (configured !== "auto") {
    const wanted = variants.find((v) => family(v.dialect) === family(configured));
    if (wanted !== undefined) return wanted;
  }
  const order = ["mysql", "postgresql", "sqlite"];
  return [...variants].sort((a, b) =>
    b.tables.length - a.tables.length || order.indexOf(family(a.dialect)) - order.indexOf(family(b.dialect))
  )[0];
}

function replayVariant(
  dialect: Dialect,
  files: readonly DdlFile[],
  problems: SchemaProblem[],
  everything: boolean,
): SchemaVariant {
  const state = new SchemaState(dialect, RULES[dialect]);
  const order: string[] = [];
  for (const set of migrationSets(files)) {
    order.push(...set.complete.map((f) => f.path), ...set.updates.map((f) => f.path));
    replaySet(state, set, problems, everything);
  }
  const dropped = [...state.dropped].filter(([name]) => !state.tables.has(name))
    .map(([name, events]) => ({ name, events }));
  return {
    name: dialect,
    dialect,
    answers: false,
    files: order,
    tables: [...state.tables.values()],
    dropped,
  };
}

function replaySet(
  state: SchemaState,
  set: MigrationSet,
  problems: SchemaProblem[],
  everything: boolean,
): void {
  for (const file of set.complete) {
    if (!everything && repeats(state, file)) {
      const message = "this schema is that of another file, which was read before; it is not read twice";
      problems.push({ path: file.path, line: 1, code: "SCHEMA_REPEATED", message });
    } else run(state, file, problems);
  }
  if (set.complete.length === 0 || everything) {
    for (const file of set.updates) run(state, file, problems);
    return;
  }
  // The whole schema is the present state when the updates find their work done in it (DESIGN §7): up to the last one
  // that does, they only tell history; what comes after is replayed on top.
  const done = set.updates.map((file) => workDone(state, file));
  const cut = set.ordered ? done.lastIndexOf("done") + 1 : done.includes("done") ? set.updates.length : 0;
  set.updates.forEach((file, i) => i < cut ? tellHistory(state, file) : run(state, file, problems));
}

/** Most of what a whole schema creates is there: a copy of it, for documentation or for another package. */
function repeats(state: SchemaState, { ddl }: DdlFile): boolean {
  const created = ddl.statements.filter((s) => s.act === "create_table" && !s.temporary && !s.if_not_exists);
  const there = created.filter((s) => s.act === "create_table" && state.find(s.table) !== undefined);
  return there.length > 1 && there.length * 2 > created.length;
}

function run(state: SchemaState, { path, ddl }: DdlFile, problems: SchemaProblem[]): void {
  let undo: (() => void) | null = null;
  let failed = false;
  for (const statement of ddl.statements) {
    if (statement.act === "transaction") {
      if (statement.what === "begin") undo = state.snapshot();
      else {
        if (undo !== null && (failed || statement.what === "rollback")) undo();
        undo = null;
      }
      failed = false;
      continue;
    }
    // In a transaction that failed a server refuses everything to its end.
    if (failed || !runsHere(statement, state) || !state.allowed(statement.guard)) continue;
    try {
      state.apply(statement, path);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed = undo !== null;
      const message = `a ${state.rules.dialect} server would refuse this: ${error.message}`;
      problems.push({ path, line: statement.line, code: "SCHEMA_REFUSED", message });
    }
  }
  if (failed) undo?.();
}

function runsHere(statement: DdlStatement, state: SchemaState): boolean {
  return statement.only === undefined ||
    statement.only.some((d) => family(d) === family(state.rules.dialect));
}

/**
 * Whether what an update would add is there already, and what it would take away is not; `unknown` when it does neither,
 * or when it is done in part.
 */
function workDone(state: SchemaState, { ddl }: DdlFile): "done" | "open" | "unknown" {
  let there = 0;
  let missing = 0;
  for (const statement of ddl.statements) {
    if (!runsHere(statement, state) || statement.guard !== undefined) continue;
    for (const present of effects(state, statement, ddl.statements)) present ? there++ : missing++;
  }
  return there > 0 && missing === 0 ? "done" : there === 0 && missing > 0 ? "open" : "unknown";
}

/** For everything that a statement adds or takes away: is the schema as if it had run? */
function effects(state: SchemaState, statement: DdlStatement, file: readonly DdlStatement[]): boolean[] {
  if (statement.act === "create_table") return statement.temporary ? [] : creation(state, statement, file);
  if (statement.act !== "alter_table") return [];
  const table = state.find(statement.table);
  if (table === undefined) return [];
  return statement.actions.flatMap((action) => {
    switch (action.do) {
      case "add_column":
        return [hasColumn(table, action.column.name)];
      case "rename_column":
        return [hasColumn(table, action.to)];
      case "drop_column":
        return [!hasColumn(table, action.name)];
      case "drop_constraint":
        return [![...table.keys, ...table.foreign_keys].some((k) => fold(k.name) === fold(action.name))];
      default:
        return [];
    }
  });
}

/** SQLite changes a table by making another and giving it the name: what counts is the table that it becomes. */
function creation(
  state: SchemaState,
  { table, columns }: Extract<DdlStatement, { act: "create_table" }>,
  file: readonly DdlStatement[],
): boolean[] {
  const becomes =
    file.flatMap((s) =>
      s.act === "rename_table"
        ? s.renames.filter((r) => fold(r.from.name) === fold(table.name)).map((r) => r.to)
        : s.act === "alter_table" && fold(s.table.name) === fold(table.name)
        ? s.actions.flatMap((a) => a.do === "rename_table" ? [a.to] : [])
        : []
    )[0];
  if (becomes !== undefined) {
    const now = state.find(becomes);
    if (now === undefined) return [];
    return [now.columns.length === columns.length && columns.every((c) => hasColumn(now, c.name))];
  }
  const dropped = file.some((s) =>
    s.act === "drop_table" && s.tables.some((t) => fold(t.name) === fold(table.name))
  );
  return dropped ? [] : [state.find(table) !== undefined];
}

function hasColumn(table: SchemaTable | undefined, name: string): boolean {
  return table?.columns.some((c) => fold(c.name) === fold(name)) ?? false;
}

/** What an update did to tables and columns that are still there, and what it took away. */
function tellHistory(state: SchemaState, { path, ddl }: DdlFile): void {
  for (const statement of ddl.statements) {
    if (!runsHere(statement, state)) continue;
    const at = { path, line: statement.line };
    if (statement.act === "create_table" && !statement.temporary) {
      state.find(statement.table)?.history.unshift({ what: "created", ...at });
    } else if (statement.act === "drop_table") {
      for (const { name } of statement.tables) {
        // What one file makes and drops is its scratch paper.
        const scratch = ddl.statements.some((s) =>
          s.act === "create_table" && fold(s.table.name) === fold(name)
        );
        if (scratch || state.tables.has(fold(name))) continue;
        state.dropped.set(fold(name), [{ what: "dropped", ...at }]);
      }
    } else if (statement.act === "alter_table") historyOfAlter(state, statement, path);
  }
}

function historyOfAlter(
  state: SchemaState,
  statement: Extract<DdlStatement, { act: "alter_table" }>,
  path: string,
): void {
  const table = state.find(statement.table);
  if (table === undefined) return;
  const at = { path, line: statement.line };
  for (const action of statement.actions) {
    const column = (name: string) => table.columns.find((c) => fold(c.name) === fold(name));
    if (action.do === "add_column") {
      column(action.column.name)?.history.unshift({
        what: "created",
        path,
        line: action.column.line || at.line,
      });
    } else if (action.do === "change_column") {
      column(action.column.name)?.history.push({ what: "altered", ...at });
    } else if (action.do === "alter_column") column(action.name)?.history.push({ what: "altered", ...at });
    else if (action.do === "rename_column") {
      column(action.to)?.history.push({ what: "renamed", ...at, detail: `from ${action.from}` });
    }
  }
  table.history.push({ what: "altered", ...at });
}
