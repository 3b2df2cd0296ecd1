// PostgreSQL (reference: manual of version 15, «Data Types», «CREATE TABLE»): long names of types, sequences behind
// SERIAL, names of constraints and indexes that are not named.

import type { ColumnSpec } from "../facts/ddl.ts";
import {
  type DialectRules,
  freeName,
  type ResolvedColumn,
  typeParts,
  type UserType,
  writtenDefault,
} from "./rules.ts";

const LONG_NAMES: Record<string, string> = {
  int: "integer",
  int4: "integer",
  int8: "bigint",
  int2: "smallint",
  serial: "integer",
  serial4: "integer",
  bigserial: "bigint",
  serial8: "bigint",
  smallserial: "smallint",
  serial2: "smallint",
  varchar: "character varying",
  "char varying": "character varying",
  char: "character",
  bpchar: "character",
  nchar: "character",
  bool: "boolean",
  float: "double precision",
  float8: "double precision",
  float4: "real",
  decimal: "numeric",
  dec: "numeric",
  timestamp: "timestamp without time zone",
  timestamptz: "timestamp with time zone",
  time: "time without time zone",
  timetz: "time with time zone",
  varbit: "bit varying",
};

const BUILT_IN = new Set([
  ...Object.values(LONG_NAMES),
  "text",
  "bytea",
  "date",
  "interval",
  "json",
  "jsonb",
  "uuid",
  "inet",
  "cidr",
  "macaddr",
  "macaddr8",
  "xml",
  "money",
  "oid",
  "tsvector",
  "tsquery",
  "bit",
  "point",
  "line",
  "lseg",
  "box",
  "path",
  "polygon",
  "circle",
  "name",
  '"char"',
  "regclass",
  "int4range",
  "int8range",
  "numrange",
  "tsrange",
  "tstzrange",
  "daterange",
  "txid_snapshot",
  "pg_lsn",
]);

const SERIAL = /^(?:big|small)?serial[248]?$/;
/** Names are cut to 63 bytes. */
const LONGEST_NAME = 63;

export const postgresqlRules: DialectRules = {
  dialect: "postgresql",
  column,
  primaryIsNotNull: true,
  keyName: (table, key, columns) => {
    if (key.name !== undefined) return key.name.slice(0, LONGEST_NAME);
    const suffix = key.kind === "primary"
      ? "pkey"
      : key.kind === "unique" && !("index" in key)
      ? "key"
      : "idx";
    const base = key.kind === "primary"
      ? made(table.name, "", "pkey")
      : made(table.name, columns.join("_"), suffix);
    const taken = (name: string) =>
      table.keys.some((k) => k.name === name) || table.foreign_keys.some((k) => k.name === name);
    return freeName(base, taken, (n) => `${base}${n}`, 1);
  },
  foreignKeyName: (table, key) => {
    const base = key.name?.slice(0, LONGEST_NAME) ?? made(table.name, key.columns.join("_"), "fkey");
    if (key.name !== undefined) return base;
    const taken = (name: string) => table.foreign_keys.some((k) => k.name === name);
    return freeName(base, taken, (n) => `${base}${n}`, 1);
  },
  defaultRule: "NO ACTION",
  foreignKeyIndexes: false,
  dropColumnDropsKeys: true,
  globalIndexNames: true,
  retyped: (_, type, types) => ({ type, data_type: dataType(type, types) }),
};

/** As `makeObjectName` of the server cuts: the longer of the two parts gives up characters first. */
function made(table: string, columns: string, suffix: string): string {
  let [a, b] = [table.length, columns.length];
  const room = LONGEST_NAME - suffix.length - 1 - (columns === "" ? 0 : 1);
  while (a + b > room) a > b ? a-- : b--;
  return [table.slice(0, a), columns.slice(0, b), suffix].filter((part) => part !== "").join("_");
}

function column(spec: ColumnSpec, table: string, types: ReadonlyMap<string, UserType>): ResolvedColumn {
  const { base } = typeParts(spec.type);
  const serial = SERIAL.test(base);
  const identity = spec.generated === "identity";
  const generated = spec.generated !== undefined && !identity;
  const sequence = serial ? `nextval('${made(table, spec.name, "seq")}'::regclass)` : null;
  return {
    type: spec.type,
    data_type: dataType(spec.type, types),
    nullable: !(serial || identity || spec.nullable === false || spec.primary === true),
    default: sequence ?? writtenDefault(spec),
    auto_increment: serial || identity || /^nextval\s*\(/i.test(spec.default ?? ""),
    generated,
  };
}

/** As information_schema.columns.data_type names it. */
export function dataType(type: string, types: ReadonlyMap<string, UserType>): string {
  if (/\[\s*\d*\s*\]\s*$|\sarray\b/i.test(type)) return "ARRAY";
  const { base: head, rest } = typeParts(type);
  // `timestamp(0) with time zone`, `character varying(10)`.
  const base = `${head}${rest === "" ? "" : ` ${rest}`}`.replace(/^pg_catalog\./, "").trim();
  if (/^(timestamp|time) with time zone$/.test(base)) return base;
  if (/^(timestamp|time) without time zone$/.test(base)) return base;
  if (/^interval\b/.test(base)) return "interval";
  const own = types.get(base.replace(/^.*\./, "").replaceAll('"', ""));
  if (own !== undefined) return own.base === undefined ? "USER-DEFINED" : dataType(own.base, types);
  const long = LONG_NAMES[base] ?? base;
  return BUILT_IN.has(long) ? long : "USER-DEFINED";
}
