// Finds the address of the database where `db.dsn_from` says it is. The value goes to the thread that connects and
// nowhere else: no message, log or store may hold it.

import { usageProblem } from "../base/problem.ts";

/** `env:NAME`, `file:PATH`, or `file:PATH#KEY` for a file of `KEY=value` lines. */
export const DSN_SOURCE = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:[^#\n]+(?:#[A-Za-z_][A-Za-z0-9_.]*)?)$/;

export interface DsnSourceReader {
  environment(name: string): string | undefined;
  /** Text of a file; the path as written. Throws when it cannot be read. */
  file(path: string): string;
}

/** @throws Problem DSN_MISSING when the source has no address */
export function readDsn(source: string, read: DsnSourceReader): string {
  const value = source.startsWith("env:")
    ? fromEnvironment(source.slice(4), read)
    : fromFile(source.slice(5), read);
  if (value.trim() === "") throw missing(`${source} is empty`);
  return value.trim();
}

function fromEnvironment(name: string, read: DsnSourceReader): string {
  const value = read.environment(name);
  if (value === undefined) throw missing(`the environment variable ${name} is not set`);
  return value;
}

function fromFile(location: string, read: DsnSourceReader): string {
  const [path, key] = location.split("#") as [string, string?];
  let text: string;
  try {
    text = read.file(path);
  } catch (error) {
    const kind = error instanceof Deno.errors.NotFound ? "does not exist" : "cannot be read";
    throw missing(`the file ${path} ${kind}`);
  }
  if (key === undefined) return text.split("\n").find((line) => line.trim() !== "") ?? "";
  for (const line of text.split("\n")) {
    const found = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (found?.[1] === key) return found[2]!.replace(/^(["'])(.*)\1$/, "$2");
  }
  throw missing(`the file ${path} has no line ${key}=`);
}

function missing(why: string) {
  return usageProblem(
    "DSN_MISSING",
    `there is no address of the database: ${why}`,
    "`db.dsn_from` names an environment variable (env:NAME) or a file (file:PATH, file:PATH#KEY) that holds it",
  );
}
