// Answers and hints name operations and commands; a client of the server has tools. Here their texts get the names that
// it can call. Nothing but texts of advice is changed: what an operation found stays as it is.

import type { ProblemData } from "../base/problem.ts";
import type { Envelope } from "../facts/envelope.ts";
import { ENSURE_NAME } from "./ensure_tool.ts";
import { toolName } from "./tools.ts";

/** Problems of how the server was started: building an index cannot solve them. */
const OF_THE_START = new Set([
  "PROJECT_NOT_FOUND",
  "AMBIGUOUS_NAME",
  "ROOT_NOT_DIRECTORY",
  "ROOT_NOT_FOUND",
  "ROOT_TOO_WIDE",
]);

/** An envelope whose advice (`problem.hint`, `result.suggest`) names tools. */
export function inToolNames(envelope: Envelope, operations: readonly string[]): Envelope {
  const { problem, result } = envelope;
  const suggest = (result as { suggest?: unknown } | null)?.suggest;
  return {
    ...envelope,
    ...(typeof suggest === "string" && {
      result: { ...result as Record<string, unknown>, suggest: withTools(suggest, operations) },
    }),
    ...(problem && { problem: forTools(problem, operations) }),
  };
}

/** A problem whose hint can be followed by a client of the server. */
export function forTools(problem: ProblemData, operations: readonly string[]): ProblemData {
  const { code, hint } = problem;
  if (OF_THE_START.has(code)) {
    const restart = "then start this server again with `-p` and that project";
    return { ...problem, hint: hint === "" ? restart : `${hint}; ${restart}` };
  }
  if (hint.includes(ENSURE_NAME)) return problem;
  const told = hint.replace(
    /`ragraf(?: -p \S+)? (?:ensure|init|index|reindex)\b[^`]*`/g,
    `the tool \`${ENSURE_NAME}\``,
  )
    .replace(/\brun the tool\b/g, "call the tool");
  return { ...problem, hint: withTools(told, operations) };
}

/**
 * `live_read the file` -> `ragraf_live_read the file`. A name that is also an English word (`symbol`, `search`) is one
 * only in backticks or where an instruction begins: «a symbol» stays.
 */
function withTools(text: string, operations: readonly string[]): string {
  const alternatives = (names: readonly string[]) => names.map((name) => `${name}(?![\\w-])`).join("|");
  const compound = operations.filter((name) => name.includes("_"));
  const words = operations.filter((name) => !name.includes("_"));
  let told = text;
  if (compound.length > 0) {
    told = told.replace(new RegExp(`(?<![\\w/.-])(?:${alternatives(compound)})`, "g"), toolName);
  }
  if (words.length > 0) {
    const before = "(?<=^|`|[,;:.] |\\b(?:or|and|then|try|use|call|ask|with|by) )";
    told = told.replace(new RegExp(`${before}(?:${alternatives(words)})`, "g"), toolName);
  }
  return told.replace(/`ragraf query (ragraf_\w+)/g, "`$1");
}
