// Operation `freshness`: whether the index is of the files as they are now. It reports the difference and never acts on
// it, so that the same question can be asked before and after.

import * as z from "zod/mini";
import { defineOperation } from "./define.ts";
import { limitInput } from "./fields.ts";

const paths = z.object({ items: z.array(z.string()), total: z.int(), truncated: z.boolean() });

export const freshness = defineOperation({
  name: "freshness",
  title: "Compare index and files",
  summary: "Hashes now and as indexed, and which files were changed, added or deleted since.",
  input: z.object({
    force: z._default(
      z.boolean().check(z.describe("Hash every file, whatever its size and times say.")),
      false,
    ),
    limit: limitInput(50, 1000),
  }),
  output: z.object({
    fresh: z.boolean(),
    corpus_hash_now: z.string(),
    corpus_hash_indexed: z.nullable(z.string()),
    config_changed: z.boolean(),
    changed: paths,
    added: paths,
    deleted: paths,
    policy: z.string(),
  }),
  needs: ["graph", "corpus"],
  guard: "compare",
  example: {},
  run(context, input) {
    const state = context.compare(input.force);
    const bounded = (items: string[]) => ({
      items: items.slice(0, input.limit),
      total: items.length,
      truncated: items.length > input.limit,
    });
    const differing = state.changed.length + state.added.length + state.deleted.length;
    return {
      found: true,
      provenance: "live",
      result: {
        fresh: differing === 0 && !state.config_changed,
        corpus_hash_now: state.corpus_hash_now,
        corpus_hash_indexed: state.corpus_hash_indexed,
        config_changed: state.config_changed,
        changed: bounded(state.changed),
        added: bounded(state.added),
        deleted: bounded(state.deleted),
        policy: context.config.freshness.policy,
      },
    };
  },
});
