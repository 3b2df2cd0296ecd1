// The thread that talks to a database. Its only right is one host and port: it cannot read a file, start a program or
// reach anything else. It gets the address by message and answers with the schema or a refusal.

import "../base/quiet_console.ts";
import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import type { DatabaseAddress } from "./dsn.ts";
import { refusalOf } from "./refusal.ts";

export interface IntrospectRequest {
  address: DatabaseAddress;
  timeoutMs: number;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<IntrospectRequest>) => void) | null;
  postMessage(message: LiveSchemaOutcome): void;
};

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage({ state: "read", schema: await read(data) });
  } catch (error) {
    scope.postMessage(refusalOf(error, data.address));
  }
};

/** One driver is loaded, by what is asked. */
async function read({ address, timeoutMs }: IntrospectRequest) {
  if (address.dialect === "postgresql") {
    return (await import("./postgresql.ts")).readPostgresql(address, timeoutMs);
  }
  return (await import("./mysql.ts")).readMysql(address, timeoutMs);
}
