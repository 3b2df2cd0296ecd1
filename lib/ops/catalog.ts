// Operation `catalog`: the development efforts of this user, each with its own revision, checksum and state. An effort
// that cannot be looked at keeps its row and gets the reason; one effort's edits never touch another's row.

import * as z from "zod/mini";
import { defineOperation } from "./define.ts";

export const EFFORT_STATES = [
  "current",
  "changed",
  "config_changed",
  "root_missing",
  "index_missing",
  "unknown",
] as const;

export const catalog = defineOperation({
  name: "catalog",
  title: "Registered projects",
  summary: "Every project indexed by this user with its revision, checksum and whether it is current.",
  input: z.object({}),
  output: z.object({
    projects: z.array(z.object({
      name: z.string(),
      root: z.string(),
      config_file: z.string(),
      index_rev: z.string(),
      corpus_hash: z.string(),
      files: z.int(),
      nodes: z.int(),
      edges: z.int(),
      indexed_at: z.string(),
      state: z.enum(EFFORT_STATES),
      config_matches: z.nullable(z.boolean()),
      reason: z.optional(z.string()),
    })),
    total: z.int(),
  }),
  needs: ["catalog"],
  guard: "none",
  profile: "full",
  example: {},
  run(context) {
    const projects = context.catalog();
    return { found: projects.length > 0, provenance: "live", result: { projects, total: projects.length } };
  },
});
