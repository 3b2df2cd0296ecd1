// Reads the address of a database. What it says when the address is wrong never repeats a part of it: any part may be
// the password. It opens nothing.

import { type Problem, usageProblem } from "../base/problem.ts";

export interface DatabaseAddress {
  dialect: "mysql" | "mariadb" | "postgresql";
  host: string;
  port: number;
  user: string;
  password: string;
  /** Database; for PostgreSQL with an optional schema. */
  database: string;
  schema?: string;
  tls: boolean;
}

const SCHEMES: Record<string, DatabaseAddress["dialect"]> = {
  mysql: "mysql",
  mysqli: "mysql",
  pdo_mysql: "mysql",
  mariadb: "mariadb",
  pgsql: "postgresql",
  pdo_pgsql: "postgresql",
  postgres: "postgresql",
  postgresql: "postgresql",
};
const PORTS = { mysql: 3306, mariadb: 3306, postgresql: 5432 };

/**
 * Understands a URL (`mysql://user:password@host:3306/shop`, as frameworks write it) and the form of PDO
 * (`mysql:host=…;dbname=…;user=…;password=…`).
 * @throws Problem DSN_INVALID
 */
export function parseDsn(text: string): DatabaseAddress {
  const dsn = text.trim();
  const scheme = /^([a-z_]+):/i.exec(dsn)?.[1]?.toLowerCase() ?? "";
  const dialect = SCHEMES[scheme];
  if (dialect === undefined) {
    throw invalid(`it begins with no known scheme (${Object.keys(SCHEMES).join(", ")})`);
  }
  return dsn.slice(scheme.length + 1).startsWith("//") ? fromUrl(dsn, dialect) : fromPdo(dsn, dialect);
}

function fromUrl(dsn: string, dialect: DatabaseAddress["dialect"]): DatabaseAddress {
  let url: URL;
  try {
    // A scheme that URL knows nothing about keeps its host opaque; the parts are read by those of http.
    url = new URL(dsn.replace(/^[a-z_]+:/i, "http:"));
  } catch {
    throw invalid("it is no URL; special characters of a password are written as %40, %23 …");
  }
  const database = decode(url.pathname.slice(1));
  if (url.searchParams.has("socket") || url.searchParams.has("unix_socket")) throw socketRefused();
  return complete({
    dialect,
    host: decode(url.hostname).replace(/^\[|\]$/g, ""),
    port: url.port === "" ? httpPort(dsn) ?? PORTS[dialect] : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database,
    schema: url.searchParams.get("schema") ?? url.searchParams.get("currentSchema") ?? undefined,
    tls: wantsTls(url.searchParams.get("sslmode") ?? url.searchParams.get("ssl-mode")),
  });
}

/** The standard port of http is dropped by URL, and means itself here. */
function httpPort(dsn: string): number | null {
  return /:80(?:\/|\?|$)/.test(dsn.slice(dsn.lastIndexOf("@") + 1)) ? 80 : null;
}

function fromPdo(dsn: string, dialect: DatabaseAddress["dialect"]): DatabaseAddress {
  const parts = new Map<string, string>();
  for (const part of dsn.slice(dsn.indexOf(":") + 1).split(/[;\n]/)) {
    const at = part.indexOf("=");
    if (at > 0) parts.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
  }
  if (parts.has("unix_socket")) throw socketRefused();
  return complete({
    dialect,
    host: parts.get("host") ?? "",
    port: Number(parts.get("port") ?? PORTS[dialect]),
    user: parts.get("user") ?? parts.get("username") ?? "",
    password: parts.get("password") ?? "",
    database: parts.get("dbname") ?? parts.get("database") ?? "",
    schema: parts.get("schema"),
    tls: wantsTls(parts.get("sslmode") ?? null),
  });
}

function complete(address: DatabaseAddress): DatabaseAddress {
  const host = address.host === "" ? "127.0.0.1" : address.host;
  if (host.startsWith("/")) throw socketRefused();
  if (address.database === "") throw invalid("it names no database");
  if (!Number.isInteger(address.port) || address.port < 1 || address.port > 65535) {
    throw invalid("its port is no number from 1 to 65535");
  }
  const { schema, ...rest } = address;
  return { ...rest, host, ...(schema !== undefined && schema !== "" && { schema }) };
}

function wantsTls(mode: string | null): boolean {
  return mode !== null && /^(require|verify|required|true|1)/i.test(mode);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid("a part of it is not encoded as in a URL (%25 is a percent sign)");
  }
}

function socketRefused(): Problem {
  return invalid("a local socket is not supported: name a host and a port");
}

function invalid(why: string): Problem {
  return usageProblem(
    "DSN_INVALID",
    `the address of the database cannot be used: ${why}`,
    "write it as mysql://user:password@host:3306/database or pgsql://user:password@host:5432/database",
  );
}
