// Operation `why_not`: why a file or a symbol is not in the index. For a path it names the rule that left it out; for a
// name it says what of the corpus could hold it unseen.

import * as z from "zod/mini";
import type { PathVerdict } from "../corpus/why.ts";
import type { OperationContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { addressFields } from "./fields.ts";
import { unreadLimits } from "./not_found.ts";
import { findSymbols, similarNames } from "./symbol_lookup.ts";

export const whyNot = defineOperation({
  name: "why_not",
  title: "Why something is absent",
  summary:
    "Why a path or a name is not in the index: the rule that left a file out, or what could not be parsed.",
  positional: "path_or_name",
  input: z.object({
    path_or_name: z.string().check(z.minLength(1), z.describe("A path relative to the root, or a symbol.")),
  }),
  output: z.object({
    asked_as: z.enum(["path", "name"]),
    indexed: z.boolean(),
    /** Stable code of the reason, for example `mandatory:vendor`. */
    reason: z.string(),
    explanation: z.string(),
    /** The file's state and problems when it is in the index. */
    state: z.optional(z.string()),
    problems: z.optional(z.array(z.object({ line: z.int(), code: z.string(), message: z.string() }))),
    declarations: z.optional(z.array(z.object({ fqn: z.string(), ...addressFields }))),
    nearest: z.optional(z.array(z.string())),
    unparsed_files: z.optional(z.array(z.string())),
  }),
  needs: ["graph", "corpus"],
  guard: "compare",
  example: { path_or_name: "vendor/autoload.php" },
  run(context, input) {
    const asked = input.path_or_name.trim();
    const file = context.graph.file(asked.replaceAll("\\", "/").replace(/^\.\//, ""));
    if (file !== undefined) {
      const problems = context.graph.problemsOfFile(file.id).slice(0, 20);
      return {
        found: true,
        result: {
          asked_as: "path" as const,
          indexed: true,
          reason: file.reason ?? `state:${file.state}`,
          explanation: `the file is in the index, ${file.state}` + (file.reason ? ` (${file.reason})` : ""),
          state: file.state,
          problems,
        },
      };
    }
    const symbols = isPathLike(asked) ? [] : findSymbols(context.graph, asked.replace(/^\\|\(\)$/g, ""));
    if (symbols.length > 0) {
      return {
        found: true,
        result: {
          asked_as: "name" as const,
          indexed: true,
          reason: "declared",
          explanation: `${symbols.length} declaration(s) of that name are in the index`,
          declarations: symbols.slice(0, 10).map(({ fqn, path, start_line, end_line }) => (
            { fqn, path, start_line, end_line }
          )),
        },
      };
    }
    const verdict = isPathLike(asked) ? context.why(asked) : existing(context, asked);
    if (verdict !== null) {
      return {
        found: true,
        result: {
          asked_as: "path" as const,
          indexed: false,
          reason: verdict.reason,
          explanation: verdict.explanation,
        },
      };
    }
    const unparsed = [
      ...context.graph.filesByState("failed", 20),
      ...context.graph.filesByState("partial", 20),
    ]
      .map((f) => f.path);
    const nearest = similarNames(context.graph, asked);
    return {
      found: true,
      limits: unreadLimits(context),
      result: {
        asked_as: "name" as const,
        indexed: false,
        reason: "not_declared",
        explanation: "no declaration of that name in the files of the corpus" +
          (unparsed.length > 0 ? `; ${unparsed.length} file(s) are not parsed whole and could hold it` : ""),
        ...(nearest.length > 0 ? { nearest } : {}),
        ...(unparsed.length > 0 ? { unparsed_files: unparsed } : {}),
      },
    };
  },
});

/** `artisan`, `cart.php~`: what the name does not show to be a path, the disk may. */
function existing(context: OperationContext, asked: string): PathVerdict | null {
  if (/[\\:\s]/.test(asked)) return null;
  const verdict = context.why(asked);
  return verdict.kind === "missing" ? null : verdict;
}

/** A slash or an extension makes a path; a backslash alone is a namespace separator. */
function isPathLike(text: string): boolean {
  return text.includes("/") || (/\.[A-Za-z0-9]{1,8}$/.test(text) && !text.includes("::")) ||
    /^\.[a-z]/i.test(text);
}
