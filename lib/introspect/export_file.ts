// Reads a schema that somebody else exported for those who may not connect: rows of information_schema as CSV or JSON,
// as every database client writes them. Names of the columns count, their order and letter case do not.

import { parse } from "csv-parse/sync";
import { Problem } from "../base/problem.ts";
import type {
  LiveColumnRow,
  LiveForeignKeyRow,
  LiveKeyRow,
  LiveSchema,
} from "../facts/information_schema.ts";

type Row = Record<string, string | null>;

/**
 * `information_schema.columns` as CSV (comma, semicolon or tab) or JSON rows, or a JSON object with the lists `columns`,
 * `statistics` and `key_column_usage`. `SELECT * FROM information_schema.columns WHERE table_schema = …` is enough.
 * @throws Problem DB_EXPORT_INVALID
 */
export function parseExport(text: string, name: string): LiveSchema {
  const lists = /^\s*[[{]/.test(text) ? fromJson(text, name) : { columns: fromCsv(text, name) };
  const columns = lists.columns ?? [];
  if (columns.length === 0) throw invalid(name, "it has no rows of columns");
  for (const key of ["table_name", "column_name", "data_type"]) {
    if (!(key in columns[0]!)) throw invalid(name, `its rows have no ${key}`);
  }
  const schemas = new Set(columns.map((row) => row.table_schema ?? ""));
  if (schemas.size > 1) {
    throw invalid(name, `it holds ${schemas.size} schemas: export one (WHERE table_schema = …)`);
  }
  // Only MySQL's view has the whole type, only PostgreSQL's the name of the underlying one.
  const mysql = "column_type" in columns[0]!;
  const rows = columns.map((row) => columnOf(row, mysql));
  return {
    dialect: mysql ? "mysql" : "postgresql",
    server: "export",
    database: [...schemas][0] ?? "",
    tables: [...new Set(rows.map((r) => r.table))].map((table) => ({ table, view: false, comment: null })),
    columns: rows,
    keys: lists.statistics === undefined ? primaryKeys(columns) : lists.statistics.map(keyOf),
    foreign_keys: (lists.key_column_usage ?? []).filter((r) => r.referenced_table_name).map(foreignKeyOf),
  };
}

function fromCsv(text: string, name: string): Row[] {
  try {
    const records: Record<string, string>[] = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map((h) => h.trim().toLowerCase()),
      delimiter: [",", ";", "\t"],
      skip_empty_lines: true,
      relax_quotes: true,
    });
    // CSV does not tell an empty default from none: none it is.
    return records.map((r) => mapValues(r, true));
  } catch (error) {
    const { lines, message } = error as { lines?: number; message: string };
    throw invalid(name, lines === undefined ? message : `line ${lines} is not CSV as the lines before it`);
  }
}

function fromJson(text: string, name: string): Record<string, Row[]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(name, "it is not valid JSON");
  }
  const lists = Array.isArray(value) ? { columns: value } : lowerKeys(value as Record<string, unknown>);
  return Object.fromEntries(
    Object.entries(lists).filter(([, rows]) => Array.isArray(rows))
      .map((
        [key, rows],
      ) => [key, (rows as Record<string, unknown>[]).map((r) => mapValues(lowerKeys(r), false))]),
  );
}

function lowerKeys(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row ?? {}).map(([k, v]) => [k.toLowerCase(), v]));
}

/** Clients write an absent value as nothing, NULL or \N. */
function mapValues(row: Record<string, unknown>, emptyIsNull: boolean): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      const text = value === null || value === undefined ? null : String(value);
      const absent = text === "NULL" || text === "\\N" ||
        (text === "" && (emptyIsNull || key !== "column_default"));
      return [key, absent ? null : text];
    }),
  );
}

function columnOf(row: Row, mysql: boolean): LiveColumnRow {
  const fallback = row.column_default ?? null;
  const extra = row.extra ?? "";
  return {
    table: row.table_name ?? "",
    column: row.column_name ?? "",
    position: Number(row.ordinal_position ?? 0),
    column_type: row.column_type ?? postgresType(row),
    data_type: row.data_type ?? "",
    nullable: row.is_nullable !== "NO",
    default: fallback,
    auto_increment: /auto_increment/i.test(extra) || row.is_identity === "YES" ||
      (!mysql && fallback?.startsWith("nextval(") === true),
    generated: /\b(?:VIRTUAL|STORED|PERSISTENT)\b/i.test(extra) || row.is_generated === "ALWAYS",
    comment: row.column_comment ?? null,
  };
}

/** The standard view tells length and precision apart from the type's name. */
function postgresType(row: Row): string {
  const type = row.data_type ?? "";
  if (row.character_maximum_length) return `${type}(${row.character_maximum_length})`;
  if (type === "numeric" && row.numeric_precision) {
    return `numeric(${row.numeric_precision},${row.numeric_scale ?? 0})`;
  }
  return type === "ARRAY" ? `${row.udt_name?.replace(/^_/, "") ?? ""}[]` : type;
}

/** Without `statistics`, MySQL's `column_key` still tells the primary key. */
function primaryKeys(columns: Row[]): LiveKeyRow[] {
  return columns.filter((row) => row.column_key === "PRI").map((row) => ({
    table: row.table_name ?? "",
    name: "PRIMARY",
    kind: "primary",
    column: row.column_name ?? null,
    expression: null,
    length: null,
  }));
}

function keyOf(row: Row): LiveKeyRow {
  const type = (row.index_type ?? "").toLowerCase();
  return {
    table: row.table_name ?? "",
    name: row.index_name ?? "",
    kind: row.index_name === "PRIMARY"
      ? "primary"
      : type === "fulltext" || type === "spatial"
      ? type
      : row.non_unique === "0"
      ? "unique"
      : "index",
    column: row.column_name ?? null,
    expression: row.column_name ? null : row.expression ?? "(expression)",
    length: row.sub_part ? Number(row.sub_part) : null,
  };
}

function foreignKeyOf(row: Row): LiveForeignKeyRow {
  return {
    table: row.table_name ?? "",
    name: row.constraint_name ?? "",
    column: row.column_name ?? "",
    ref_table: row.referenced_table_name ?? "",
    ref_column: row.referenced_column_name ?? "",
    on_delete: row.delete_rule ?? "RESTRICT",
    on_update: row.update_rule ?? "RESTRICT",
  };
}

function invalid(name: string, why: string): Problem {
  return new Problem(
    "DB_EXPORT_INVALID",
    `${name}: ${why}`,
    "export information_schema.columns with its header line as CSV or JSON",
  );
}
