// The one tool that is not an operation: it builds or refreshes the index of the project the server was started for. It
// takes no directory, so that a model cannot make the server index something else.

import type { Progress } from "../project/types.ts";
import type { Schema } from "./compact_schema.ts";

export const ENSURE_NAME = "ragraf_ensure";

export const ENSURE_TOOL = {
  name: ENSURE_NAME,
  title: "Build or refresh the index",
  description:
    "Indexes the project when it has no index or its files changed; cheap otherwise. Call it first.",
  inputSchema: { type: "object" as const, properties: {} },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Schema of a build report. */
export function ensureResultSchema(): Schema {
  const integer = { type: "integer" };
  const counts = { type: "object", additionalProperties: integer };
  const texts = { type: "array", items: { type: "string" } };
  return {
    type: "object",
    properties: {
      root: { type: "string" },
      index_rev: { type: "string" },
      corpus_hash: { type: "string" },
      built: { type: "boolean" },
      initialised: { type: "boolean" },
      files: integer,
      coverage: counts,
      nodes: integer,
      edges: integer,
      chunks: integer,
      skipped: { type: "object" },
      problems: integer,
      stages: { type: "array", items: { type: "object" } },
      warnings: texts,
      removed_revs: texts,
    },
  };
}

/** Numbers that only grow, as the protocol demands: one unit a stage. */
export function progressCounter(): (progress: Progress) => { progress: number; message: string } {
  let stages = -1;
  let stage = "";
  let last = -1;
  return ({ stage: now, done, total }) => {
    if (now !== stage) {
      stage = now;
      stages++;
    }
    const part = total > 0 ? Math.min(0.999, done / total) : 0;
    last = Math.max(last + 1e-6, stages + part);
    return { progress: last, message: total > 0 ? `${now} ${done}/${total}` : now };
  };
}
