// Asks MySQL or MariaDB for its information_schema. The driver enters through this file.

import { createConnection } from "mysql2/promise";
import type {
  LiveColumnRow,
  LiveForeignKeyRow,
  LiveKeyRow,
  LiveSchema,
  LiveTableRow,
} from "../facts/information_schema.ts";
import type { DatabaseAddress } from "./dsn.ts";

type Row = Record<string, string | number | null>;

/** @throws whatever the driver throws; lib/introspect/refusal.ts says it in our words */
export async function readMysql(address: DatabaseAddress, timeoutMs: number): Promise<LiveSchema> {
  const { host, port, user, password, database, tls } = address;
  const connection = await createConnection({
    host,
    port,
    user,
    password,
    database,
    connectTimeout: timeoutMs,
    ...(tls && { ssl: {} }),
  });
  try {
    const all = async (sql: string) => (await connection.query(sql, [database]))[0] as Row[];
    const [server] = await all("SELECT VERSION() AS v, ? AS d");
    const version = String(server!.v);
    return {
      dialect: /mariadb/i.test(version) ? "mariadb" : "mysql",
      server: /mariadb/i.test(version) ? `MariaDB ${version}` : `MySQL ${version}`,
      database,
      tables: (await all(TABLES)).map(toTable),
      columns: (await all(COLUMNS)).map(toColumn),
      keys: (await all(KEYS)).map(toKey),
      foreign_keys: (await all(FOREIGN_KEYS)).map(toForeignKey),
    };
  } finally {
    connection.destroy();
  }
}

const TABLES = `SELECT table_name AS t, table_type AS k, table_comment AS c FROM information_schema.tables
  WHERE table_schema = ? AND table_type IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY table_name`;
const COLUMNS =
  `SELECT table_name AS t, column_name AS c, ordinal_position AS p, column_type AS ct, data_type AS dt,
  is_nullable AS n, column_default AS d, extra AS e, column_comment AS k FROM information_schema.columns
  WHERE table_schema = ? ORDER BY table_name, ordinal_position`;
const KEYS =
  `SELECT table_name AS t, index_name AS n, non_unique AS u, index_type AS y, column_name AS c, sub_part AS l
  FROM information_schema.statistics WHERE table_schema = ? ORDER BY table_name, index_name = 'PRIMARY' DESC, index_name, seq_in_index`;
const FOREIGN_KEYS =
  `SELECT k.table_name AS t, k.constraint_name AS n, k.column_name AS c, k.referenced_table_name AS rt,
  k.referenced_column_name AS rc, r.delete_rule AS d, r.update_rule AS u FROM information_schema.key_column_usage k
  JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema
    AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
  WHERE k.table_schema = ? AND k.referenced_table_name IS NOT NULL ORDER BY k.table_name, k.constraint_name, k.ordinal_position`;

function toTable(r: Row): LiveTableRow {
  const view = r.k === "VIEW";
  // A view's comment is the word VIEW.
  return { table: String(r.t), view, comment: view || r.c === "" ? null : text(r.c) };
}

function toColumn(r: Row): LiveColumnRow {
  const extra = String(r.e ?? "");
  // MariaDB prints the default NULL of a nullable column as the word.
  const written = r.d === null || r.d === "NULL" ? null : String(r.d);
  return {
    table: String(r.t),
    column: String(r.c),
    position: Number(r.p),
    column_type: String(r.ct),
    data_type: String(r.dt),
    nullable: r.n === "YES",
    default: written,
    auto_increment: /auto_increment/i.test(extra),
    generated: /\b(?:VIRTUAL|STORED|PERSISTENT)\b/i.test(extra),
    comment: r.k === "" ? null : text(r.k),
  };
}

function toKey(r: Row): LiveKeyRow {
  const type = String(r.y).toLowerCase();
  const kind = r.n === "PRIMARY"
    ? "primary"
    : type === "fulltext" || type === "spatial"
    ? type
    : Number(r.u) === 0
    ? "unique"
    : "index";
  return {
    table: String(r.t),
    name: String(r.n),
    kind,
    column: text(r.c),
    expression: r.c === null ? "(expression)" : null,
    length: r.l === null ? null : Number(r.l),
  };
}

function toForeignKey(r: Row): LiveForeignKeyRow {
  return {
    table: String(r.t),
    name: String(r.n),
    column: String(r.c),
    ref_table: String(r.rt),
    ref_column: String(r.rc),
    on_delete: String(r.d),
    on_update: String(r.u),
  };
}

function text(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
