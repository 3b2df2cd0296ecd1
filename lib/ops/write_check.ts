// Operation `write_check`: will this write fit the table? It names columns that do not exist with their nearest, columns
// that an insert must give, and what the database fills by itself. It says nothing about values.

import * as z from "zod/mini";
import { nearestNames } from "../base/names.ts";
import { usageProblem } from "../base/problem.ts";
import type { SchemaColumn, SchemaTable } from "../facts/schema.ts";
import { defineOperation } from "./define.ts";
import {
  chosenVariant,
  findTable,
  isFound,
  NO_SCHEMA,
  schemaLimits,
  schemaVariants,
  tableInput,
  variantInput,
} from "./schema_lookup.ts";

export const writeCheck = defineOperation({
  name: "write_check",
  title: "Will this write fit",
  summary:
    "Checks columns against a table before SQL is written: unknown ones with the nearest, required ones, keys.",
  positional: "table",
  input: z.object({
    table: tableInput,
    columns: z._default(
      z.array(z.string().check(z.minLength(1))).check(z.describe("Columns that will be written or read.")),
      [],
    ),
    variant: variantInput,
  }),
  output: z.object({
    table: z.string(),
    table_in_schema: z.boolean(),
    variant: z.nullable(z.string()),
    source: z.optional(z.string()),
    /** Every column that was given exists. */
    ok: z.boolean(),
    unknown_columns: z.array(
      z.object({ name: z.string(), nearest: z.array(z.string()), reason: z.optional(z.string()) }),
    ),
    known_columns: z.array(z.object({ name: z.string(), type: z.string(), nullable: z.boolean() })),
    /** An INSERT must give these: NOT NULL, no default, nothing that fills them. */
    insert_required: z.array(z.string()),
    /** Of those, the ones that the given columns lack. */
    missing_required: z.array(z.string()),
    /** Columns that the database computes: a write to them fails. */
    generated: z.array(z.string()),
    auto_filled: z.array(z.string()),
    primary_key: z.array(z.string()),
    column_count: z.int(),
    similar_tables: z.array(z.string()),
    dropped_by: z.optional(z.string()),
    reason: z.optional(z.string()),
    suggest: z.optional(z.string()),
  }),
  needs: ["graph"],
  example: { table: "customer", columns: ["email", "nmae"] },
  run(context, input) {
    const variants = schemaVariants(context);
    const chosen = chosenVariant(variants, input.variant);
    const nothing = {
      table: input.table,
      table_in_schema: false,
      variant: chosen?.name ?? null,
      ok: false,
      unknown_columns: [],
      known_columns: [],
      insert_required: [],
      missing_required: [],
      generated: [],
      auto_filled: [],
      primary_key: [],
      column_count: 0,
      similar_tables: [],
    };
    if (chosen === null) return { found: false, result: { ...nothing, ...NO_SCHEMA } };
    const limits = schemaLimits(context, variants, chosen);
    const found = findTable(context, input.table, chosen);
    if (!isFound(found)) {
      const { reason, similar, dropped_by } = found;
      const result = { ...nothing, similar_tables: similar, reason, ...(dropped_by && { dropped_by }) };
      return { found: false, result, limits };
    }
    const { table } = found;
    if (table.kind === "view") limits.push(`${table.name} is a view: whether it can be written is not known`);
    const result = { ...nothing, ...checked(table, input.columns), table: table.name, table_in_schema: true };
    return { found: true, result, limits };
  },
});

/** The check itself, for a table that is known. */
export function checked(table: SchemaTable, columns: readonly string[]) {
  const given = columns.map(plainColumn);
  const byName = new Map(table.columns.map((c) => [c.name.toLowerCase(), c]));
  const known = given.flatMap((name) => byName.get(name.toLowerCase()) ?? []);
  const names = table.columns.map((c) => c.name);
  const unknown_columns = given.filter((name) => !byName.has(name.toLowerCase()))
    .map((name) => ({ name, nearest: nearestNames(name, names) }));
  const required = table.columns.filter(isRequired).map((c) => c.name);
  const there = new Set(known.map((c) => c.name));
  return {
    source: `${table.path}:${table.line}`,
    ok: unknown_columns.length === 0,
    unknown_columns,
    known_columns: known.map(({ name, type, nullable }) => ({ name, type, nullable })),
    insert_required: required,
    missing_required: given.length === 0 ? [] : required.filter((name) => !there.has(name)),
    generated: table.columns.filter((c) => c.generated).map((c) => c.name),
    auto_filled: table.columns.filter((c) => c.auto_increment || (c.default !== null && !c.generated)).map((
      c,
    ) => c.name),
    primary_key: table.keys.find((k) => k.kind === "primary")?.columns ?? [],
    column_count: table.columns.length,
  };
}

function isRequired(column: SchemaColumn): boolean {
  return !column.nullable && column.default === null && !column.auto_increment && !column.generated;
}

/** `t.name`, `` `name` `` and `name` are one column. */
function plainColumn(written: string): string {
  const name = written.trim().replace(/[`"[\]]/g, "").split(".").at(-1)!;
  if (name === "" || name.length > 200 || !/^[\p{L}\p{N}_$ -]+$/u.test(name)) {
    throw usageProblem(
      "BAD_NAME",
      `«${written.slice(0, 100)}» is no name of a column`,
      "give names such as `email`",
    );
  }
  return name;
}
