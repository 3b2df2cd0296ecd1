// Asks PostgreSQL for its information_schema, and pg_catalog for what the standard views do not show (full types,
// indexes). The driver enters through this file.

import pg from "pg";
import type { LiveSchema } from "../facts/information_schema.ts";
import type { DatabaseAddress } from "./dsn.ts";

/** @throws whatever the driver throws; lib/introspect/refusal.ts says it in our words */
export async function readPostgresql(address: DatabaseAddress, timeoutMs: number): Promise<LiveSchema> {
  const { host, port, user, password, database, tls } = address;
  const client = new pg.Client({
    host,
    port,
    user,
    password,
    database,
    ssl: tls,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: "ragraf",
  });
  // An error of an idle connection would end the thread; the next query reports it anyway.
  client.on("error", () => {});
  await client.connect();
  try {
    const schema = address.schema ?? (await client.query("SELECT current_schema() AS s")).rows[0]?.s ??
      "public";
    const version = (await client.query("SHOW server_version")).rows[0]?.server_version;
    // deno-lint-ignore no-explicit-any
    const all = async (sql: string): Promise<any[]> => (await client.query(sql, [schema])).rows;
    return {
      dialect: "postgresql",
      server: `PostgreSQL ${version}`,
      database: schema,
      tables: await all(TABLES),
      columns: await all(COLUMNS),
      keys: await all(KEYS),
      foreign_keys: await all(FOREIGN_KEYS),
    };
  } finally {
    await client.end().catch(() => {});
  }
}

const TABLES = `SELECT t.table_name AS "table", t.table_type = 'VIEW' AS view,
    obj_description(format('%I.%I', t.table_schema, t.table_name)::regclass, 'pg_class') AS comment
  FROM information_schema.tables t WHERE t.table_schema = $1 ORDER BY t.table_name`;
const COLUMNS =
  `SELECT c.table_name AS "table", c.column_name AS "column", c.ordinal_position::int AS position,
    format_type(a.atttypid, a.atttypmod) AS column_type, c.data_type, c.is_nullable = 'YES' AS nullable,
    c.column_default AS "default",
    (c.is_identity = 'YES' OR c.column_default LIKE 'nextval(%') IS TRUE AS auto_increment,
    c.is_generated = 'ALWAYS' AS generated, col_description(a.attrelid, a.attnum) AS comment
  FROM information_schema.columns c JOIN pg_attribute a
    ON a.attrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND a.attname = c.column_name
  WHERE c.table_schema = $1 ORDER BY c.table_name, c.ordinal_position`;
const KEYS = `SELECT t.relname AS "table", i.relname AS name,
    CASE WHEN x.indisprimary THEN 'primary' WHEN x.indisunique THEN 'unique' ELSE 'index' END AS kind,
    a.attname AS "column", CASE WHEN k.n = 0 THEN pg_get_indexdef(x.indexrelid, k.o::int, true) END AS expression,
    NULL::int AS length, pg_get_expr(x.indpred, x.indrelid) AS "where"
  FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_namespace s ON s.oid = t.relnamespace
    CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k(n, o)
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.n AND k.n <> 0
  WHERE s.nspname = $1 AND k.o <= x.indnkeyatts ORDER BY t.relname, NOT x.indisprimary, i.relname, k.o`;
const FOREIGN_KEYS =
  `SELECT t.relname AS "table", c.conname AS name, a.attname AS "column", r.relname AS ref_table,
    b.attname AS ref_column, ${rule("confdeltype")} AS on_delete, ${rule("confupdtype")} AS on_update
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
    JOIN pg_namespace s ON s.oid = t.relnamespace
    CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY AS k(n, m, o)
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.n
    JOIN pg_attribute b ON b.attrelid = r.oid AND b.attnum = k.m
  WHERE c.contype = 'f' AND s.nspname = $1 ORDER BY t.relname, c.conname, k.o`;

function rule(column: string): string {
  return `CASE c.${column} WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE'
    WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END`;
}
