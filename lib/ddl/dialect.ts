// Which dialect a file of SQL is written in: what its path says, else what its text says. A dialect that is not
// supported is told by its name, so that its files are counted and not read as something else.

import type { Dialect } from "../facts/ddl.ts";

export type FoundDialect = Dialect | "unsupported" | undefined;

const PATH_WORDS: readonly [RegExp, FoundDialect][] = [
  [/^maria(?:db)?$/, "mariadb"],
  [/^(?:my|mysqli?|mysql\d|innodb|myisam)$/, "mysql"],
  [/^(?:pg|pgsql|postgres|postgresql|postgre|psql)$/, "postgresql"],
  [/^sqlite[23]?$/, "sqlite"],
  [
    /^(?:mssql|sqlsrv|sqlserver|oracle|oci8?|db2|ibm|firebird|ibase|sybase|ingres|access|informix)$/,
    "unsupported",
  ],
];

/** What is written in only one dialect, and how much it tells. */
const TEXT_EVIDENCE: readonly [RegExp, Exclude<FoundDialect, undefined>, number][] = [
  [/`[^`\n]+`/, "mysql", 2],
  [/\bENGINE\s*=\s*\w+/i, "mysql", 4],
  [/\bAUTO_INCREMENT\b/i, "mysql", 4],
  [/\bunsigned\b/i, "mysql", 2],
  [/\b(?:tiny|medium|long)(?:int|text|blob)\b/i, "mysql", 2],
  [/\/\*M?!\d{5}/, "mysql", 4],
  [/\b(?:MODIFY|CHANGE)\s+(?:COLUMN\s+)?\w+\s+\w+/i, "mysql", 2],
  [/\b(?:big|small)?serial\b/i, "postgresql", 3],
  [/\bnextval\s*\(|\bCREATE\s+SEQUENCE\b/i, "postgresql", 4],
  [/::\s*[a-z]+/i, "postgresql", 3],
  [/\bbytea\b|\btimestamptz\b|\bwith(?:out)?\s+time\s+zone\b|\btsvector\b|\bjsonb\b/i, "postgresql", 4],
  [/\bLANGUAGE\s+'?plpgsql/i, "postgresql", 4],
  [/\bALTER\s+COLUMN\s+\S+\s+(?:TYPE|SET\s+NOT\s+NULL|DROP\s+NOT\s+NULL)\b/i, "postgresql", 3],
  [/\bAUTOINCREMENT\b|\bPRAGMA\b|\bWITHOUT\s+ROWID\b|\bsqlite_/i, "sqlite", 4],
  [/\bINTEGER\s+(?:NOT\s+NULL\s+)?PRIMARY\s+KEY\b/i, "sqlite", 1],
  [/\[dbo\]|\bnvarchar\b|\bIDENTITY\s*\(\s*\d|^\s*GO\s*$/im, "unsupported", 4],
  [/\bvarchar2\b|\bNUMBER\s*\(/i, "unsupported", 4],
];

/** As much of a file as is looked at: a schema shows its dialect early. */
const LOOKED_AT = 64 * 1024;

export function dialectOfPath(path: string): FoundDialect {
  // The file's own name before its folders, the innermost folder before the outer ones.
  for (const part of path.split("/").reverse()) {
    for (const word of part.toLowerCase().split(/[^a-z0-9]+/)) {
      for (const [pattern, dialect] of PATH_WORDS) if (pattern.test(word)) return dialect;
    }
  }
  return undefined;
}

export function dialectOfText(text: string): FoundDialect {
  const head = text.slice(0, LOOKED_AT);
  const votes = new Map<Exclude<FoundDialect, undefined>, number>();
  for (const [pattern, dialect, weight] of TEXT_EVIDENCE) {
    if (pattern.test(head)) votes.set(dialect, (votes.get(dialect) ?? 0) + weight);
  }
  const [best, second] = [...votes].sort((a, b) => b[1] - a[1]);
  return best === undefined || best[1] < 2 || best[1] === second?.[1] ? undefined : best[0];
}

/** MySQL and MariaDB are one for the question whose schema it is. */
export function family(dialect: Dialect): "mysql" | "postgresql" | "sqlite" {
  return dialect === "mariadb" ? "mysql" : dialect;
}
