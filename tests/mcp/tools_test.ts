// The list of tools: its size, and that compacting a schema changes nothing that is valid.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { compactInput, compactResult } from "../../lib/mcp/compact_schema.ts";
import { listTools } from "../../lib/mcp/tools.ts";
import { OPERATIONS } from "../../lib/ops/mod.ts";
import { defineOperation, type Operation } from "../../lib/ops/define.ts";
import { FAKE_OPERATIONS } from "../cli/fakes.ts";

function bytes(operations: readonly Operation[]): number {
  return new TextEncoder().encode(JSON.stringify({ tools: listTools(operations, "default") })).length;
}

/** An operation as large as the largest of the real ones. */
function large(i: number): Operation {
  const text = z.string();
  return defineOperation({
    name: `large_${i}`,
    title: "A large operation",
    summary: "An operation with many inputs and a deep result, to see that the list of tools stays short.",
    input: z.object({ name: text, limit: z.optional(z.int()), path: z.optional(text) }),
    output: z.object({
      matches: z.array(z.object({
        path: text,
        start_line: z.int(),
        end_line: z.int(),
        kind: text,
        fqn: text,
        signature_params: z.array(z.object({ name: text, type: z.nullable(text), optional: z.boolean() })),
      })),
      total: z.int(),
      truncated: z.boolean(),
    }),
    needs: ["graph"],
    example: { name: "x" },
    run: () => ({ found: false, result: { matches: [], total: 0, truncated: false } }),
  });
}

for (const count of [1, 10, 24]) {
  Deno.test(`the default list of ${count} large tools is under 12 KB`, () => {
    assert.ok(bytes(Array.from({ length: count }, (_, i) => large(i))) < 12_000);
  });
}

Deno.test("the default list of the real operations is under 12 KB", () => {
  const size = bytes(OPERATIONS);
  assert.ok(size < 12_000, `${size} bytes`);
});

Deno.test("the default list names every operation that its hints name", () => {
  const names = listTools(OPERATIONS, "default").map((t) => t.name);
  for (const name of ["live_read", "why_not", "search", "symbol", "callers", "ensure"]) {
    assert.ok(names.includes(`ragraf_${name}`), name);
  }
});

Deno.test("the default list leaves the operations of the full profile out, the full list has them", () => {
  const operations = [...FAKE_OPERATIONS, { ...large(1), profile: "full" as const }];
  assert.equal(listTools(operations, "default").length, 3);
  const full = listTools(operations, "full");
  assert.equal(full.length, 4);
  assert.deepEqual((full[1]!.outputSchema.required as string[]).slice(0, 2), ["op", "index_rev"]);
});

Deno.test("compacting an input keeps its constraints and drops noise", () => {
  const schema = z.toJSONSchema(z.object({ n: z.int(), m: z.int().check(z.gte(1)) }), { io: "input" });
  assert.deepEqual(compactInput(schema as Record<string, unknown>), {
    type: "object",
    properties: { n: { type: "integer" }, m: { type: "integer", minimum: 1 } },
    required: ["n", "m"],
  });
});

Deno.test("compacting a result never forbids a field", () => {
  const schema = z.toJSONSchema(z.object({ a: z.array(z.object({ b: z.nullable(z.string()) })) }), {
    io: "output",
  });
  const text = (depth: number, full: boolean) =>
    JSON.stringify(compactResult(schema as Record<string, unknown>, { depth, types: true, full }));
  assert.ok(!text(9, true).includes("additionalProperties"));
  assert.ok(!text(9, false).includes("required"));
  assert.equal(
    text(1, false),
    '{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}}}',
  );
});
