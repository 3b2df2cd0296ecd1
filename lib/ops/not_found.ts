// The words of «not found»: an explicit flag, the reason, and what to do instead (FT-21). An answer without results
// never stands alone: it says what of the corpus could not be read.

import * as z from "zod/mini";
import type { OperationContext } from "./context.ts";

export const notFoundFields = {
  /** Why there is no result; absent when there is one. */
  reason: z.optional(z.string()),
  nearest: z.optional(z.array(z.string())),
  suggest: z.optional(z.string()),
};

/** Reasons under which code that a project uses is left out. */
const HOLDS_CODE = /^(mandatory:(vendor|node_modules)|exclude:|gitignore|not_included|secret|unreadable)/;

/** Facts from a file with syntax errors carry that mark, also when they are found. */
export function partialLimits(context: OperationContext, paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => context.graph.file(path)?.state === "partial")
    .map((path) => `${path} has syntax errors: what is said of it may be incomplete`);
}

export interface NotFound {
  reason: string;
  nearest?: string[];
  suggest: string;
}

export function notFound(reason: string, nearest: string[] = []): NotFound {
  return {
    reason,
    ...(nearest.length > 0 ? { nearest } : {}),
    suggest: "live_read the file where it is expected, or why_not for why a path or a name is not indexed",
  };
}

/** What of the corpus the index cannot speak for. */
export function unreadLimits(context: OperationContext): string[] {
  const { partial, failed, skipped } = context.graph.coverage();
  const limits: string[] = [];
  if (failed > 0) limits.push(`${failed} file(s) could not be parsed: declarations in them are unknown`);
  if (partial > 0) {
    limits.push(`${partial} file(s) are parsed in part: declarations near their errors may be missing`);
  }
  if (skipped > 0) limits.push(`${skipped} selected file(s) were skipped (binary or too large)`);
  const left = context.graph.skipped().filter((s) => HOLDS_CODE.test(s.reason));
  if (left.length > 0) {
    const which = left.map((s) =>
      `${s.examples[0]}${s.count > 1 ? ` and ${s.count - 1} more` : ""} (${s.reason})`
    );
    limits.push(`left out of the corpus: ${which.join(", ")}; what they declare is not known`);
  }
  return limits;
}
