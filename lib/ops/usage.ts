// Operation `usage`: what the call journal says. Volumes are counted; what was saved is an estimate and is marked so.

import * as z from "zod/mini";
import { Problem, usageProblem } from "../base/problem.ts";
import { defineOperation } from "./define.ts";

/** Characters of code or English in one token: the factor of the estimate. */
const CHARACTERS_PER_TOKEN = 4;

export const usage = defineOperation({
  name: "usage",
  title: "Call journal",
  summary:
    "Calls by operation and agent, answer volumes, and an estimate of what reading whole files would have cost.",
  input: z.object({
    since: z.optional(z.string().check(z.describe("Date or time, ISO 8601; otherwise everything."))),
  }),
  output: z.object({
    since: z.nullable(z.string()),
    calls: z.int(),
    by_operation: z.array(z.object({
      op: z.string(),
      agent: z.string(),
      calls: z.int(),
      not_found: z.int(),
      problems: z.int(),
      mean_ms: z.number(),
      answer_chars: z.int(),
      file_chars: z.int(),
    })),
    estimate: z.object({ is_estimate: z.literal(true), answer_tokens: z.int(), whole_file_tokens: z.int() }),
  }),
  needs: ["control"],
  guard: "none",
  profile: "full",
  example: {},
  run(context, input) {
    if (context.control === null) {
      throw new Problem(
        "JOURNAL_UNREADABLE",
        "control.sqlite cannot be opened",
        "check the access rights of .ragraf",
      );
    }
    const since = input.since === undefined ? null : new Date(input.since);
    if (since !== null && Number.isNaN(since.getTime())) {
      throw usageProblem(
        "BAD_TIME",
        `«${input.since}» is not a date or time`,
        "give ISO 8601, for example 2026-10-05",
      );
    }
    const rows = context.control.usage(since?.toISOString() ?? "");
    const sum = (pick: (r: typeof rows[number]) => number) => rows.reduce((total, r) => total + pick(r), 0);
    return {
      found: rows.length > 0,
      result: {
        since: since?.toISOString() ?? null,
        calls: sum((r) => r.calls),
        by_operation: rows.map(({ ms_total, ...r }) => ({
          ...r,
          mean_ms: Math.round(ms_total / r.calls * 10) / 10,
        })),
        estimate: {
          is_estimate: true as const,
          answer_tokens: Math.round(sum((r) => r.answer_chars) / CHARACTERS_PER_TOKEN),
          whole_file_tokens: Math.round(sum((r) => r.file_chars) / CHARACTERS_PER_TOKEN),
        },
      },
    };
  },
});
