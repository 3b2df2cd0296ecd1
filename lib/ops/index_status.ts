// Operation `index_status`: what this index is, what it covers, what it lacks and why. Every missing layer is a value
// with a reason (invariant 6); a measurement that failed is reported as failed (invariant 7).

import * as z from "zod/mini";
import { defineOperation } from "./define.ts";
import { NO_SCHEMA } from "./schema_lookup.ts";

const counts = z.record(z.string(), z.int());
const layer = z.object({
  name: z.string(),
  state: z.enum(["ready", "absent"]),
  reason: z.optional(z.string()),
});

export const indexStatus = defineOperation({
  name: "index_status",
  title: "State of the index",
  summary: "Revision, coverage, counts, problems, stage timings, quality and missing layers of the index.",
  input: z.object({
    problems: z._default(z.int().check(z.gte(0), z.lte(1000), z.describe("How many problems to list.")), 10),
  }),
  output: z.object({
    index_rev: z.string(),
    corpus_hash: z.string(),
    config_changed: z.boolean(),
    built_at: z.nullable(z.string()),
    made_by: z.string(),
    files: z.int(),
    coverage: counts,
    languages: z.record(z.string(), z.object({ files: z.int(), lines: z.int(), bytes: z.int() })),
    skipped: z.array(z.object({ reason: z.string(), count: z.int(), examples: z.array(z.string()) })),
    nodes: counts,
    edges: counts,
    /** Call sites by what became of them. */
    sites: counts,
    problems: z.object({
      total: z.int(),
      truncated: z.boolean(),
      items: z.array(z.object({ path: z.string(), line: z.int(), code: z.string(), message: z.string() })),
    }),
    not_parsed: z.array(z.object({ path: z.string(), state: z.string(), reason: z.nullable(z.string()) })),
    stages: z.array(z.object({ stage: z.string(), ms: z.number() })),
    layers: z.array(layer),
    schema: z.object({
      variants: z.array(
        z.object({ name: z.string(), answers: z.boolean(), tables: z.int(), columns: z.int() }),
      ),
      /** The database or export that was read, or why it was not. */
      database: z.optional(z.record(z.string(), z.string())),
      /** By code: statements that a server would refuse, conflicts of the database with the migrations. */
      problems: counts,
    }),
    quality: z.object({
      chunks: z.int(),
      places: z.int(),
      chunk_tokens: z.object({ median: z.int(), p95: z.int(), max: z.int(), budget: z.int() }),
      signatures: z.object({ count: z.int(), longest: z.int(), truncated: z.int() }),
    }),
    revisions: z.array(z.object({
      index_rev: z.string(),
      state: z.string(),
      finished_at: z.nullable(z.string()),
      corpus_hash: z.nullable(z.string()),
      rotated: z.boolean(),
    })),
  }),
  needs: ["graph", "lexvec", "control"],
  guard: "compare",
  example: {},
  run(context, input) {
    const { graph, lexvec, control, pointer } = context;
    const coverage = graph.coverage();
    const total = graph.problemCount();
    const items = graph.problems(input.problems);
    const number = Number(pointer.index_rev.slice("rev-".length));
    const record = control?.revision(number);
    const sizes = lexvec.sizes();
    const schema = graph.schemaVariants();
    const live = graph.meta("live_schema");
    const notParsed = [...graph.filesByState("failed", 50), ...graph.filesByState("skipped", 50)];
    const limits = control === null
      ? ["the history cannot be opened: stage timings and revisions are not shown"]
      : [];
    return {
      found: true,
      limits,
      result: {
        index_rev: pointer.index_rev,
        corpus_hash: pointer.corpus_hash,
        config_changed: context.corpus.config_changed,
        built_at: record?.finished_at ?? null,
        made_by: graph.meta("maker") ?? "unknown",
        files: Object.values(coverage).reduce((a, b) => a + b, 0),
        coverage,
        languages: graph.languages(),
        skipped: graph.skipped(),
        nodes: graph.nodeCounts(),
        edges: graph.edgeCounts(),
        sites: graph.siteCounts(),
        problems: { total, truncated: items.length < total, items },
        not_parsed: notParsed.map(({ path, state, reason }) => ({ path, state, reason })),
        stages: record?.stages ? JSON.parse(record.stages) : [],
        layers: [
          { name: "structure", state: "ready" as const },
          { name: "words", state: "ready" as const },
          { name: "calls", state: "ready" as const },
          schema.length > 0
            ? { name: "schema", state: "ready" as const }
            : { name: "schema", state: "absent" as const, reason: NO_SCHEMA.reason },
          { name: "vectors", state: "absent" as const, reason: "this version has no embedder" },
          {
            name: "cpg",
            state: "absent" as const,
            reason: "this version does not read a code property graph",
          },
        ],
        schema: {
          variants: schema.map(({ name, answers, tables, columns }) => ({ name, answers, tables, columns })),
          ...(live !== undefined && { database: JSON.parse(live) as Record<string, string> }),
          problems: graph.schemaProblemCounts(),
        },
        quality: {
          chunks: sizes.chunks,
          places: sizes.places,
          chunk_tokens: { ...sizes.tokens, budget: context.config.chunk.max_tokens },
          signatures: { ...graph.signatureLengths(), truncated: 0 },
        },
        revisions: (control?.history(20) ?? []).map((r) => ({
          index_rev: `rev-${String(r.rev).padStart(4, "0")}`,
          state: r.state,
          finished_at: r.finished_at,
          corpus_hash: r.corpus_hash,
          rotated: r.rotated_at !== null,
        })),
      },
    };
  },
});
