// Operation `schema`: the tables of the database as the migrations leave them, or one table whole, with where each column
// comes from and what changed it. It answers from one variant and names the others.

import * as z from "zod/mini";
import type { SchemaTable } from "../facts/schema.ts";
import { defineOperation } from "./define.ts";
import { limitInput } from "./fields.ts";
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

const event = z.object({ what: z.string(), path: z.string(), line: z.int(), detail: z.optional(z.string()) });
const column = z.object({
  name: z.string(),
  position: z.optional(z.int()),
  type: z.string(),
  data_type: z.optional(z.string()),
  nullable: z.optional(z.boolean()),
  default: z.optional(z.nullable(z.string())),
  auto_increment: z.optional(z.boolean()),
  generated: z.optional(z.boolean()),
  comment: z.optional(z.string()),
  path: z.optional(z.string()),
  line: z.optional(z.int()),
  history: z.optional(z.array(event)),
});
const table = z.object({
  name: z.string(),
  variant: z.string(),
  kind: z.string(),
  prefix: z.optional(z.string()),
  comment: z.optional(z.string()),
  path: z.string(),
  line: z.int(),
  columns: z.array(column),
  primary_key: z.optional(z.array(z.string())),
  keys: z.optional(z.array(z.object({
    kind: z.string(),
    name: z.string(),
    columns: z.array(z.string()),
    lengths: z.optional(z.array(z.nullable(z.int()))),
    where: z.optional(z.string()),
    path: z.string(),
    line: z.int(),
  }))),
  foreign_keys: z.optional(z.array(z.object({
    name: z.string(),
    columns: z.array(z.string()),
    table: z.string(),
    ref_columns: z.array(z.string()),
    on_delete: z.string(),
    on_update: z.string(),
    path: z.string(),
    line: z.int(),
  }))),
  history: z.optional(z.array(event)),
});

const EVENTS_SHOWN = 12;

export const schema = defineOperation({
  name: "schema",
  title: "Database tables",
  summary:
    "Tables of the database from its migrations; with `table`, its columns, keys, sources and history.",
  positional: "table",
  input: z.object({ table: z.optional(tableInput), variant: variantInput, limit: limitInput(40, 1000) }),
  output: z.object({
    variant: z.nullable(z.string()),
    variants: z.array(z.object({
      name: z.string(),
      dialect: z.string(),
      answers: z.boolean(),
      tables: z.int(),
      columns: z.int(),
    })),
    tables: z.array(table),
    total: z.int(),
    truncated: z.boolean(),
    also_in: z.optional(z.array(z.string())),
    dropped_by: z.optional(z.string()),
    similar_tables: z.optional(z.array(z.string())),
    reason: z.optional(z.string()),
    suggest: z.optional(z.string()),
  }),
  needs: ["graph"],
  example: { table: "customer" },
  run(context, input) {
    const all = schemaVariants(context);
    const variants = all.map(({ name, dialect, answers, tables, columns }) => ({
      name,
      dialect,
      answers,
      tables,
      columns,
    }));
    const chosen = chosenVariant(all, input.variant);
    const nothing = { variant: chosen?.name ?? null, variants, tables: [], total: 0, truncated: false };
    if (chosen === null) return { found: false, result: { ...nothing, ...NO_SCHEMA } };
    const limits = schemaLimits(context, all, chosen);
    if (input.table !== undefined) {
      const found = findTable(context, input.table, chosen);
      if (isFound(found)) {
        const also_in = found.also_in.length > 0 ? { also_in: found.also_in } : {};
        return {
          found: true,
          result: { ...nothing, tables: [whole(found.table)], total: 1, ...also_in },
          limits,
        };
      }
      const { reason, similar, dropped_by, also_in } = found;
      return {
        found: false,
        result: {
          ...nothing,
          reason,
          similar_tables: similar,
          ...(dropped_by !== undefined && { dropped_by }),
          ...(also_in.length > 0 && { also_in }),
          suggest: "write_check or table_usage with one of the similar names, or search for it",
        },
        limits,
      };
    }
    const list = context.graph.schemaTableList(chosen.name);
    const shown = list.slice(0, input.limit).map(({ name }) =>
      inShort(context.graph.schemaTables(name).find((t) => t.variant === chosen.name)!)
    );
    const result = { ...nothing, tables: shown, total: list.length, truncated: list.length > shown.length };
    return { found: list.length > 0, result, limits };
  },
});

/** In a list a column is its name and type: the whole of it is one question away. */
function inShort(t: SchemaTable) {
  const { name, variant, kind, path, line } = t;
  return { name, variant, kind, path, line, columns: t.columns.map((c) => ({ name: c.name, type: c.type })) };
}

function whole(t: SchemaTable) {
  const primary = t.keys.find((k) => k.kind === "primary");
  const { schema: _, columns, history, ...rest } = t;
  return {
    ...rest,
    columns: columns.map((c) => ({ ...c, history: c.history.slice(-EVENTS_SHOWN) })),
    ...(primary && { primary_key: primary.columns }),
    history: history.slice(-EVENTS_SHOWN),
  };
}
