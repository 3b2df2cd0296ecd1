// Finding tables by name for every operation about the schema: with and without a prefix, in the variant that answers or
// in the one that is asked for. A table that is not there is answered with the nearest names and, if a migration dropped
// it, with where.

import * as z from "zod/mini";
import { nearestNames } from "../base/names.ts";
import { Problem, usageProblem } from "../base/problem.ts";
import type { SchemaTable, SchemaVariant } from "../facts/schema.ts";
import type { OperationContext } from "./context.ts";

export const tableInput = z.string().check(
  z.minLength(1),
  z.describe("Table; a prefix or its placeholder (`{prefix}x`, `#__x`, `/*_*/x`) may stand before it."),
);
export const variantInput = z.optional(
  z.string().check(
    z.describe("Variant of the schema (its dialect); the answering one when it is not given."),
  ),
);

type Variant = Omit<SchemaVariant, "tables"> & { tables: number; columns: number };

export interface FoundTable {
  table: SchemaTable;
  /** Names of other variants that have it too. */
  also_in: string[];
}

export interface MissingTable {
  reason: string;
  similar: string[];
  dropped_by?: string;
  also_in: string[];
}

/** Variants of the project; a refusal when it has no schema at all. */
export function schemaVariants(context: OperationContext): Variant[] {
  return context.graph.schemaVariants();
}

/**
 * The variant that is asked for, or the one that answers.
 * @throws Problem UNKNOWN_VARIANT
 */
export function chosenVariant(variants: readonly Variant[], asked: string | undefined): Variant | null {
  if (asked === undefined) return variants.find((v) => v.answers) ?? null;
  const found = variants.find((v) => v.name.toLowerCase() === asked.toLowerCase());
  if (found !== undefined) return found;
  const known = variants.map((v) => v.name).join(", ") || "none";
  throw usageProblem("UNKNOWN_VARIANT", `the schema has no variant «${asked}»`, `variants: ${known}`);
}

const PLACEHOLDER = /^(?:\{[^}]*\}|#__|\/\*_\*\/|%prefix%|__PREFIX__|PREFIX_)/i;

/**
 * A table's name without quotes, schema and prefix placeholder.
 * @throws Problem BAD_NAME
 */
export function bareTableName(name: string): string {
  const text = name.trim().replace(/[`"[\]]/g, "").replace(/^\{([^}]+)\}$/, "$1");
  const bare = text.replace(PLACEHOLDER, "").split(".").at(-1)!;
  if (bare === "" || bare.length > 200 || !/^[\p{L}\p{N}_$-]+$/u.test(bare)) {
    throw new Problem(
      "BAD_NAME",
      `«${name.slice(0, 100)}» is no name of a table`,
      "give a name such as `users`",
      2,
    );
  }
  return bare;
}

/** A table of a variant by its name, with a prefix that the schema knows or leaves open. */
export function findTable(
  context: OperationContext,
  name: string,
  variant: Variant,
): FoundTable | MissingTable {
  const { graph } = context;
  const names = graph.schemaTableList(variant.name).map((t) => t.name);
  const wanted = actualName(context, bareTableName(name), names, variant.name);
  const all = graph.schemaTables(wanted);
  const table = all.find((t) => t.variant === variant.name);
  const also_in = all.filter((t) => t.variant !== variant.name).map((t) => t.variant);
  if (table !== undefined) return { table, also_in };
  const gone = variant.dropped.find((d) => d.name === wanted.toLowerCase())?.events.at(-1);
  const similar = nearestNames(wanted, names, 5);
  const where = gone === undefined ? undefined : `${gone.path}:${gone.line}`;
  const reason = gone === undefined
    ? `the schema (${variant.name}) has no table «${wanted}»`
    : `the table «${wanted}» was ${gone.what}${gone.detail ? ` ${gone.detail}` : ""}`;
  return { reason, similar, also_in, ...(where && { dropped_by: where }) };
}

/** The name under which the schema knows a table that is asked for with another prefix, or without one. */
function actualName(
  context: OperationContext,
  name: string,
  names: readonly string[],
  variant: string,
): string {
  const known = new Map(names.map((n) => [n.toLowerCase(), n]));
  const folded = name.toLowerCase();
  if (known.has(folded)) return known.get(folded)!;
  // `wp_posts` where the schema leaves the prefix open.
  for (let at = folded.indexOf("_"); at >= 0; at = folded.indexOf("_", at + 1)) {
    const rest = known.get(folded.slice(at + 1));
    if (
      rest !== undefined && context.graph.schemaTables(rest).some((t) => t.variant === variant && t.prefix)
    ) {
      return rest;
    }
  }
  const prefix = sharedPrefix(names);
  return prefix === null ? name : known.get(prefix + folded) ?? name;
}

/** `ttrss_` when most tables begin with it. */
export function sharedPrefix(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) {
    const prefix = /^[a-z0-9]+_/i.exec(name)?.[0].toLowerCase();
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const best = [...counts].sort((a, b) => b[1] - a[1])[0];
  return best !== undefined && best[1] >= 3 && best[1] * 2 > names.length ? best[0] : null;
}

export function isFound(found: FoundTable | MissingTable): found is FoundTable {
  return "table" in found;
}

/** What an answer about the schema does not cover. */
export function schemaLimits(
  context: OperationContext,
  variants: readonly Variant[],
  chosen: Variant,
): string[] {
  const limits: string[] = [];
  const others = variants.filter((v) => v !== chosen).map((v) => v.name);
  if (others.length > 0) limits.push(`other variants of this schema: ${others.join(", ")}`);
  const live = context.graph.meta("live_schema");
  const said = live === undefined ? null : JSON.parse(live) as { state: string; message?: string };
  if (said?.state === "failed") limits.push(`the database was not read, migrations answer: ${said.message}`);
  return limits;
}

export const NO_SCHEMA = {
  reason: "no database schema was found: no SQL file or migration of the corpus creates a table",
  suggest:
    "index_status shows what is indexed; `db` in the configuration names a database or an exported schema",
};
