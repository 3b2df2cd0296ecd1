// The main thread's part in reading a living database: it finds the address where the configuration says it is, and
// starts a thread that may reach that host and nothing else. It is called by builds, never by a question.

import { isAbsolute, join } from "node:path";
import { decodeSource } from "../base/decode.ts";
import { Problem } from "../base/problem.ts";
import type { ProjectConfig } from "../facts/config.ts";
import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import { type DatabaseAddress, parseDsn } from "../introspect/dsn.ts";
import { readDsn } from "../introspect/dsn_source.ts";
import { introspectPermissions } from "./engine_permissions.ts";
import { workerUrl } from "./worker_urls.ts";

/** A larger export is no schema. */
const MOST_EXPORT_BYTES = 64 * 1024 * 1024;

/** What the configured database or export says; null when none is configured. It never throws: a refusal is an outcome. */
export async function readLiveSchema(
  db: ProjectConfig["db"],
  projectFolder: string,
): Promise<LiveSchemaOutcome | null> {
  const resolve = (path: string) => isAbsolute(path) ? path : join(projectFolder, path);
  try {
    if (db.information_schema !== "") {
      return await fromExport(resolve(db.information_schema), db.information_schema);
    }
    if (db.dsn_from === "") return null;
    const dsn = readDsn(db.dsn_from, {
      environment: (name) => Deno.env.get(name),
      file: (path) => Deno.readTextFileSync(resolve(path)),
    });
    return await ask(parseDsn(dsn), db.timeout_seconds * 1000);
  } catch (error) {
    const { code, message, hint } = Problem.from(error);
    return { state: "failed", code, message, hint };
  }
}

async function fromExport(path: string, name: string): Promise<LiveSchemaOutcome> {
  const { parseExport } = await import("../introspect/export_file.ts");
  let bytes: Uint8Array;
  try {
    if (Deno.statSync(path).size > MOST_EXPORT_BYTES) throw unreadable(name, "is too large");
    bytes = Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadable(name, error instanceof Deno.errors.NotFound ? "does not exist" : "cannot be read");
  }
  return { state: "read", schema: parseExport(decodeSource(bytes).text, name) };
}

function unreadable(name: string, why: string): Problem {
  return new Problem(
    "DB_EXPORT_INVALID",
    `${name}: ${why}`,
    "correct `db.information_schema` in the configuration",
  );
}

/** The thread has its own time limit: a server that accepts and then says nothing must not hold a build. */
function ask(address: DatabaseAddress, timeoutMs: number): Promise<LiveSchemaOutcome> {
  const { host, port } = address;
  const options = {
    type: "module",
    name: "introspect",
    deno: { permissions: introspectPermissions(host, port) },
  };
  const worker = new Worker(workerUrl("introspect"), options as WorkerOptions);
  return new Promise<LiveSchemaOutcome>((resolve) => {
    const failed = (code: string, what: string, hint: string) =>
      resolve({ state: "failed", code, message: `${host}:${port}: ${what}`, hint });
    const timer = setTimeout(
      () => failed("DB_TIMEOUT", "the server did not answer in time", "raise `db.timeout_seconds`"),
      timeoutMs + 500,
    );
    worker.onmessage = (event: MessageEvent<LiveSchemaOutcome>) => {
      clearTimeout(timer);
      resolve(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      failed(
        "DB_FAILED",
        "the database could not be read",
        "check that it is a MySQL, MariaDB or PostgreSQL server",
      );
    };
    worker.postMessage({ address, timeoutMs });
  }).finally(() => worker.terminate());
}
