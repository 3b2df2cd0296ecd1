// Turns what a database driver throws into a refusal in our words: what happened, where, what to do. The driver's own
// message may hold the user's name or a part of the address, so only its code decides and nothing of it is repeated.

import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import type { DatabaseAddress } from "./dsn.ts";

type Failed = Extract<LiveSchemaOutcome, { state: "failed" }>;

const REASONS: readonly { codes: RegExp; code: string; what: string; hint: string }[] = [
  {
    codes: /^(ER_ACCESS_DENIED_ERROR|ER_ACCESS_DENIED_NO_PASSWORD_ERROR|28P01|28000)$/,
    code: "DB_ACCESS_DENIED",
    what: "the server refuses the user or the password",
    hint: "check the address that `db.dsn_from` names",
  },
  {
    codes: /^(ER_BAD_DB_ERROR|ER_DBACCESS_DENIED_ERROR|3D000|42501)$/,
    code: "DB_NO_DATABASE",
    what: "the server has no such database, or the user may not read it",
    hint: "check the database's name and the user's rights",
  },
  {
    codes: /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|PROTOCOL_CONNECTION_LOST)$/,
    code: "DB_UNREACHABLE",
    what: "no server answers there",
    hint: "check host and port, and that the server runs and accepts connections over the network",
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/,
    code: "DB_UNREACHABLE",
    what: "the host's name is not known",
    hint: "check the host",
  },
  {
    codes: /^(ETIMEDOUT|PROTOCOL_SEQUENCE_TIMEOUT|57014|TIMEOUT)$/,
    code: "DB_TIMEOUT",
    what: "the server did not answer in time",
    hint: "raise `db.timeout_seconds`, or export the schema and name the file in `db.information_schema`",
  },
];

export function refusalOf(error: unknown, address: Pick<DatabaseAddress, "host" | "port">): Failed {
  const code = codeOf(error);
  const known = REASONS.find((reason) => reason.codes.test(code));
  const where = `${address.host}:${address.port}`;
  if (known === undefined) {
    return {
      state: "failed",
      code: "DB_FAILED",
      message: `${where}: the database could not be read (${code === "" ? "unknown error" : code})`,
      hint: "check that it is a MySQL, MariaDB or PostgreSQL server",
    };
  }
  return { state: "failed", code: known.code, message: `${where}: ${known.what}`, hint: known.hint };
}

/** Codes are words of the drivers and servers; a message of a time-out is the only one without. */
function codeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string" && /^[A-Z0-9_]{3,60}$/.test(code)) return code;
  return typeof message === "string" && /time(?:d )?out|timeout/i.test(message) ? "TIMEOUT" : "";
}
