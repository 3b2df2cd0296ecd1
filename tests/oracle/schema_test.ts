// The schemas of real projects as real servers hold them: MariaDB and PostgreSQL run the shipped files, and every table,
// column, order, type, nullability, default and key that they report must be in the catalog, and nothing else.
//
// Without the servers or the corpora a run on a person's machine skips what it cannot do and says so; with CI=true it fails.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { corpusRoot } from "../../bench/fetch.ts";
import { sqlStatements } from "../../lib/base/sql_tokens.ts";
import { type DdlFile, replay, withLiveSchema } from "../../lib/ddl/mod.ts";
import type { Dialect } from "../../lib/facts/ddl.ts";
import type { SchemaVariant } from "../../lib/facts/schema.ts";
import { sqlFile } from "../../lib/index/sql_file.ts";
import { migrationSets } from "../../lib/ddl/sets.ts";
import { readMysql } from "../../lib/introspect/mysql.ts";
import { readPostgresql } from "../../lib/introspect/postgresql.ts";
import {
  MARIADB_PROGRAMS,
  missingPrograms,
  POSTGRES_PROGRAMS,
  type Server,
  startMariadb,
  startPostgres,
} from "./schema/servers.ts";

const CI = Deno.env.get("CI") === "true";
const PROJECTS = ["tt-rss", "roundcube", "cacti", "director", "mediawiki"];
/** Tables and columns as the servers counted them before this test was written (design, «Real inputs»). */
const KNOWN: Record<string, [tables: number, columns: number]> = {
  "tt-rss mariadb": [32, 217],
  "tt-rss postgresql": [32, 219],
  "roundcube mariadb": [17, 95],
  "roundcube postgresql": [17, 94],
  "director mariadb": [120, 862],
  "cacti mariadb": [113, 991],
};

const missing = [
  ...missingPrograms([...MARIADB_PROGRAMS, ...POSTGRES_PROGRAMS]),
  ...PROJECTS.filter((name) => corpusRoot(name) === null),
];
if (missing.length > 0) {
  Deno.test({
    name: `schema oracle: not run, ${missing.length} inputs are missing: ${missing.join(", ")}`,
    ignore: !CI,
    fn: () => assert.fail(`CI needs them all: ${missing.join(", ")}`),
  });
}

/** All SQL files of a project with what they do, read as if `dialect` was configured. */
function ddlFiles(project: string, dialect: Dialect): DdlFile[] {
  const root = corpusRoot(project)!;
  const folder = project === "cacti" ? root.replace(/\/cacti$/, "") : root;
  const out: DdlFile[] = [];
  for (const path of sqlPaths(folder, "")) {
    const { ddl } = sqlFile(path, Deno.readTextFileSync(`${folder}/${path}`), 1, dialect);
    if (ddl !== undefined) out.push({ path, ddl });
  }
  return out;
}

function sqlPaths(root: string, under: string): string[] {
  const out: string[] = [];
  for (const entry of [...Deno.readDirSync(`${root}/${under}`)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "vendor") out.push(...sqlPaths(root, path));
    else if (entry.isFile && path.endsWith(".sql")) out.push(path);
  }
  return out;
}

function textOf(project: string, path: string): string {
  const root = corpusRoot(project)!;
  return Deno.readTextFileSync(`${project === "cacti" ? root.replace(/\/cacti$/, "") : root}/${path}`);
}

function variantOf(variants: readonly SchemaVariant[], dialect: Dialect): SchemaVariant {
  const family = dialect === "mariadb" ? ["mysql", "mariadb"] : [dialect];
  return variants.find((v) => family.includes(v.dialect))!;
}

/** Files of that dialect in the order of the replay; `complete` alone are the whole schemas. */
function filesInOrder(files: readonly DdlFile[], variant: SchemaVariant, only: "complete" | "all"): string[] {
  const mine = files.filter((f) => variant.files.includes(f.path));
  return migrationSets(mine).flatMap((set) => [
    ...set.complete.map((f) => f.path),
    ...(only === "all" || set.complete.length === 0 ? set.updates.map((f) => f.path) : []),
  ]);
}

async function compare(
  server: Server,
  project: string,
  dialect: "mariadb" | "postgresql",
  everything: boolean,
) {
  const files = ddlFiles(project, dialect);
  const catalog = replay(files, { dialect, everything });
  const variant = variantOf(catalog.variants, dialect);
  const database = `${project.replace("-", "_")}_${everything ? "all" : "now"}`;
  const address = await server.fresh(database);
  for (const path of filesInOrder(files, variant, everything ? "all" : "complete")) {
    await server.run(database, textOf(project, path));
  }
  const live = await (dialect === "mariadb" ? readMysql(address, 20_000) : readPostgresql(address, 20_000));
  const merged = withLiveSchema({ variants: [{ ...variant, answers: true }], problems: [] }, live);
  assert.deepEqual(merged.problems.map((p) => `${p.path}:${p.line} ${p.message}`), []);
  for (const table of variant.tables) {
    const theirs = live.columns.filter((c) => c.table.toLowerCase() === table.name.toLowerCase());
    assert.deepEqual(
      table.columns.map((c) => c.name.toLowerCase()),
      theirs.map((c) => c.column.toLowerCase()),
      `order of the columns of ${table.name}`,
    );
    for (const [i, column] of table.columns.entries()) {
      assert.equal(column.data_type, theirs[i]!.data_type, `${table.name}.${column.name}`);
    }
  }
  assert.ok(live.columns.length > 0, "the server has a schema");
  return { variant, live };
}

for (
  const [dialect, programs, start] of [
    ["mariadb", MARIADB_PROGRAMS, startMariadb],
    ["postgresql", POSTGRES_PROGRAMS, startPostgres],
  ] as const
) {
  const projects = PROJECTS.filter((name) =>
    !missing.includes(name) && !(dialect === "postgresql" && name === "cacti")
  );
  Deno.test({
    name: `FT-5: schemas of real projects are those of ${dialect}`,
    ignore: missingPrograms(programs).length > 0 || projects.length === 0,
    fn: async (t) => {
      const server = await start();
      try {
        for (const project of projects) {
          await t.step(`${project}: the shipped schema`, async () => {
            const { variant } = await compare(server, project, dialect, false);
            const known = KNOWN[`${project} ${dialect}`];
            const tables = variant.tables.filter((table) => table.kind === "table");
            const counts = [tables.length, tables.reduce((sum, table) => sum + table.columns.length, 0)];
            if (known !== undefined) assert.deepEqual(counts, known);
          });
          await t.step(
            `${project}: the shipped schema and then every update, refused statements included`,
            async () => {
              await compare(server, project, dialect, true);
            },
          );
        }
      } finally {
        await server.stop();
      }
    },
  });
}

for (const project of ["roundcube", "mediawiki"]) {
  Deno.test({
    name: `FT-5: the schema of ${project} is that of SQLite`,
    ignore: missing.includes(project),
    fn: () => {
      const files = ddlFiles(project, "sqlite");
      const variant = variantOf(replay(files, { dialect: "sqlite" }).variants, "sqlite");
      const db = new DatabaseSync(":memory:");
      for (const path of filesInOrder(files, variant, "complete")) {
        const text = textOf(project, path);
        for (const { start, end } of sqlStatements(text, "sqlite")) {
          try {
            db.exec(text.slice(start, end));
          } catch {
            // Refused: the replay must have refused it too.
          }
        }
      }
      const tables = variant.tables.filter((table) => table.kind === "table");
      const names = db.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      ).all();
      // A full-text table keeps its words in tables of its own.
      const own = names.map((r) => String(r.name)).filter((name) =>
        !/_(?:content|segments|segdir|docsize|stat)$/.test(name)
      );
      assert.deepEqual(tables.map((table) => table.name).sort(), own.sort());
      for (const table of tables) {
        const rows = db.prepare(`PRAGMA table_info("${table.name}")`).all();
        assert.deepEqual(
          table.columns.map((c) => [c.name, c.type.toLowerCase().replaceAll(" ", ""), c.default]),
          rows.map((
            r,
          ) => [
            r.name,
            String(r.type).toLowerCase().replaceAll(" ", ""),
            r.dflt_value === "NULL" ? null : r.dflt_value,
          ]),
          table.name,
        );
        for (const [i, column] of table.columns.entries()) {
          if (column.auto_increment) continue;
          assert.equal(column.nullable, rows[i]!.notnull === 0, `${table.name}.${column.name}`);
        }
      }
      db.close();
    },
  });
}
