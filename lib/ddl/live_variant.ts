// A variant of the catalog from what a database says about itself. It has the last word: where it differs from the
// migrations, both stay, the difference is a conflict, and the database answers (DESIGN §7).

import type { LiveKeyRow, LiveSchema } from "../facts/information_schema.ts";
import type {
  SchemaCatalog,
  SchemaForeignKey,
  SchemaKey,
  SchemaProblem,
  SchemaTable,
  SchemaVariant,
} from "../facts/schema.ts";
import { diffSchemas, type SchemaChange } from "./schema_diff.ts";

/** Name of the variant, and the path of facts that no migration has. */
export const LIVE_VARIANT = "information_schema";

/** The catalog with the database as the variant that answers, and how the migrations differ from it. */
export function withLiveSchema(catalog: SchemaCatalog, live: LiveSchema): SchemaCatalog {
  const family = (dialect: string) => dialect === "mariadb" ? "mysql" : dialect;
  const alike = catalog.variants.filter((v) => family(v.dialect) === family(live.dialect));
  const written = alike.find((v) => v.answers) ?? alike[0];
  const prefix = written === undefined ? "" : commonPrefix(written.tables, live.tables.map((t) => t.table));
  const variant = liveVariant(live, prefix, written);
  const problems = written === undefined ? [] : conflicts(written, variant, live.keys.length === 0);
  return {
    variants: [variant, ...catalog.variants.map((v) => ({ ...v, answers: false }))],
    problems: [...catalog.problems, ...problems],
  };
}

interface Place {
  path: string;
  line: number;
}

function liveVariant(live: LiveSchema, prefix: string, written: SchemaVariant | undefined): SchemaVariant {
  const known = new Map(written?.tables.map((t) => [t.name.toLowerCase(), t]));
  const bare = (name: string) => prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const tables = live.tables.map(({ table, view, comment }): SchemaTable => {
    const name = bare(table);
    const source = known.get(name.toLowerCase());
    const at = placeOf(source);
    return {
      variant: LIVE_VARIANT,
      kind: view ? "view" : "table",
      name,
      ...(name !== table && { prefix }),
      ...(comment !== null && { comment }),
      columns: live.columns.filter((c) => c.table === table).map(
        ({ table: _, column, column_type, ...c }) => {
          const migrated = source?.columns.find((s) => s.name.toLowerCase() === column.toLowerCase());
          const { comment: said, ...rest } = c;
          return {
            name: column,
            type: column_type,
            ...rest,
            ...(said !== null && { comment: said }),
            ...placeOf(migrated),
            history: migrated?.history ?? [],
          };
        },
      ),
      keys: keysOf(live.keys.filter((k) => k.table === table), source, at),
      foreign_keys: foreignKeysOf(live, table, bare, at),
      ...at,
      history: source?.history ?? [],
    };
  });
  return { name: LIVE_VARIANT, dialect: live.dialect, answers: true, files: [], tables, dropped: [] };
}

/** A fact that a migration states too is told with the migration's line; the rest is a row of the database. */
function placeOf(migrated: Place | undefined): Place {
  return { path: migrated?.path ?? LIVE_VARIANT, line: migrated?.line ?? 1 };
}

function keysOf(rows: LiveKeyRow[], source: SchemaTable | undefined, at: Place): SchemaKey[] {
  const out = new Map<string, SchemaKey>();
  for (const row of rows) {
    const where = row.where ? { where: row.where } : {};
    const key = out.get(row.name) ?? { kind: row.kind, name: row.name, columns: [], ...where, ...at };
    key.columns.push(row.column ?? row.expression ?? "(expression)");
    if (row.length !== null) (key.lengths ??= [])[key.columns.length - 1] = row.length;
    out.set(row.name, key);
  }
  for (const key of out.values()) {
    if (key.lengths) key.lengths = key.columns.map((_, i) => key.lengths![i] ?? null);
    const written = source?.keys.find((k) => k.name.toLowerCase() === key.name.toLowerCase());
    if (written) Object.assign(key, placeOf(written));
  }
  return [...out.values()];
}

function foreignKeysOf(
  live: LiveSchema,
  table: string,
  bare: (name: string) => string,
  at: Place,
): SchemaForeignKey[] {
  const out = new Map<string, SchemaForeignKey>();
  for (const row of live.foreign_keys) {
    if (row.table !== table) continue;
    const { name, on_delete, on_update } = row;
    const fresh = {
      name,
      columns: [],
      table: bare(row.ref_table),
      ref_columns: [],
      on_delete,
      on_update,
      ...at,
    };
    const key: SchemaForeignKey = out.get(name) ?? fresh;
    key.columns.push(row.column);
    key.ref_columns.push(row.ref_column);
    out.set(name, key);
  }
  return [...out.values()];
}

/**
 * What stands before the migrations' names in the database: the text under which the most of them agree; empty when the
 * plain names agree best.
 */
export function commonPrefix(written: readonly { name: string }[], live: readonly string[]): string {
  const names = new Set(written.map((t) => t.name.toLowerCase()));
  const votes = new Map<string, number>();
  for (const name of live) {
    for (let cut = 0; cut < name.length; cut++) {
      if (!names.has(name.slice(cut).toLowerCase())) continue;
      votes.set(name.slice(0, cut), (votes.get(name.slice(0, cut)) ?? 0) + 1);
    }
  }
  const best = [...votes].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0];
  return best?.[0] ?? "";
}

const SAYS: Record<SchemaChange["kind"], string> = {
  table_added: "is in the database, no migration creates it",
  table_removed: "is created by the migrations, the database does not have it",
  column_added: "is in the database, no migration adds it",
  column_removed: "is in the migrations, the database does not have it",
  column_changed: "differs",
  key_added: "is a key in the database only",
  key_removed: "is a key in the migrations only",
  key_changed: "is another key in the database",
  foreign_key_added: "is a foreign key in the database only",
  foreign_key_removed: "is a foreign key in the migrations only",
  foreign_key_changed: "is another foreign key in the database",
};

function conflicts(written: SchemaVariant, live: SchemaVariant, columnsOnly: boolean): SchemaProblem[] {
  return diffSchemas(written.tables, live.tables, { columnsOnly }).map((change) => {
    const { kind, table, name, before, after, path, line } = change;
    const element = name === undefined ? table : `${table}.${name}`;
    const both = before !== undefined && after !== undefined;
    const sides = both ? `: ${before} in the migrations, ${after} in the database` : "";
    return { path, line, code: `conflict.${kind}`, message: `${element} ${SAYS[kind]}${sides}` };
  });
}
