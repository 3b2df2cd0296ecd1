// MySQL and MariaDB (reference: MariaDB 10.11, MySQL 8.0 manuals «Data Types», «CREATE TABLE»): synonyms of types,
// names of keys that are not named, the index that a foreign key brings.

import type { ColumnSpec } from "../facts/ddl.ts";
import type { SchemaTable } from "../facts/schema.ts";
import { type DialectRules, freeName, type ResolvedColumn, typeParts, writtenDefault } from "./rules.ts";

const SYNONYMS: Record<string, string> = {
  integer: "int",
  int1: "tinyint",
  int2: "smallint",
  int3: "mediumint",
  middleint: "mediumint",
  int4: "int",
  int8: "bigint",
  bool: "tinyint",
  boolean: "tinyint",
  dec: "decimal",
  numeric: "decimal",
  fixed: "decimal",
  number: "decimal",
  real: "double",
  "double precision": "double",
  float8: "double",
  float4: "float",
  character: "char",
  nchar: "char",
  "national char": "char",
  "national character": "char",
  "character varying": "varchar",
  "char varying": "varchar",
  nvarchar: "varchar",
  "national varchar": "varchar",
  "national character varying": "varchar",
  varchar2: "varchar",
  long: "mediumtext",
  "long varchar": "mediumtext",
  "long varbinary": "mediumblob",
  "char byte": "binary",
  clob: "longtext",
  raw: "varbinary",
  geomcollection: "geometrycollection",
};

/** Words behind a base that are not part of its name. */
const ATTRIBUTES = /\s+(?:unsigned|signed|zerofill|binary|ascii|unicode)\b.*$/;

export function mysqlRules(dialect: "mysql" | "mariadb"): DialectRules {
  return {
    dialect,
    column: (spec) => column(spec, dialect),
    primaryIsNotNull: true,
    keyName: (table, key, columns) => {
      if (key.kind === "primary") return "PRIMARY";
      const first = columns[0] ?? "functional_index";
      const taken = (name: string) => table.keys.some((k) => k.name.toLowerCase() === name.toLowerCase());
      return key.name ?? freeName(first, taken, (n) => `${first}_${n}`);
    },
    foreignKeyName: (table, key) => key.name ?? `${table.name}_ibfk_${nextNumber(table)}`,
    defaultRule: dialect === "mariadb" ? "RESTRICT" : "NO ACTION",
    foreignKeyIndexes: true,
    dropColumnDropsKeys: false,
    globalIndexNames: false,
    retyped: (_, type) => ({ type, data_type: dataType(type, dialect) }),
  };
}

/** InnoDB counts on from the highest number that it gave. */
function nextNumber(table: SchemaTable): number {
  let highest = 0;
  for (const { name } of table.foreign_keys) {
    const number = /_ibfk_(\d+)$/.exec(name)?.[1];
    if (number !== undefined) highest = Math.max(highest, Number(number));
  }
  return highest + 1;
}

function column(spec: ColumnSpec, dialect: "mysql" | "mariadb"): ResolvedColumn {
  const { base } = typeParts(spec.type);
  const serial = base === "serial";
  const auto_increment = serial || spec.auto_increment === true;
  return {
    type: spec.type,
    data_type: serial ? "bigint" : dataType(spec.type, dialect),
    nullable: !(serial || auto_increment || spec.nullable === false || spec.primary === true),
    default: writtenDefault(spec),
    auto_increment,
    generated: spec.generated !== undefined,
    ...(serial && { unique: true }),
  };
}

/** As information_schema.columns.data_type names it. */
export function dataType(type: string, dialect: "mysql" | "mariadb"): string {
  const { base: written, args, rest } = typeParts(type);
  const base = written.replace(ATTRIBUTES, "").trim();
  if (base === "float" && Number(args) > 24 && !args.includes(",")) return "double";
  if (base === "json") return dialect === "mariadb" ? "longtext" : "json";
  if (base === "char" && rest.startsWith("byte")) return "binary";
  if ((base === "char" || base === "varchar" || base === "character") && rest.startsWith("varying")) {
    return "varchar";
  }
  if (base === "text" && args !== "") {
    return sized(Number(args), ["tinytext", "text", "mediumtext", "longtext"]);
  }
  if (base === "blob" && args !== "") {
    return sized(Number(args), ["tinyblob", "blob", "mediumblob", "longblob"]);
  }
  return SYNONYMS[base] ?? base;
}

/** TEXT(n) is the smallest kind that holds n characters (four bytes each). */
function sized(length: number, kinds: readonly string[]): string {
  const bytes = length * (kinds[0] === "tinytext" ? 4 : 1);
  return kinds[bytes < 256 ? 0 : bytes < 65536 ? 1 : bytes < 16777216 ? 2 : 3]!;
}
