// How inputs read to a person, and words as typed values.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { describeAllowed, type JsonSchema } from "../../lib/cli/json_schema.ts";
import { coerce } from "../../lib/cli/operation_input.ts";
import { commandLine, shellWord } from "../../lib/cli/operation_shape.ts";
import { find } from "./fakes.ts";

function schema(type: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(type, { io: "input" }) as JsonSchema;
}

const ALLOWED: [z.ZodMiniType, string][] = [
  [z.int(), "an integer"],
  [z.int().check(z.gte(0)), "an integer, at least 0"],
  [z.int().check(z.gte(1), z.lte(5)), "an integer from 1 to 5"],
  [z.string().check(z.minLength(1)), "text (at least 1 character)"],
  [z.enum(["all", "hard"]), "one of all, hard"],
  [z.array(z.string()).check(z.maxLength(2)), "a list (at most 2 entries) of text"],
  [z.union([z.string(), z.int()]), "text, or an integer"],
  [z.boolean(), "true or false"],
];
for (const [type, text] of ALLOWED) {
  Deno.test(`allowed: ${text}`, () => assert.equal(describeAllowed(schema(type)), text));
}

const COERCED: [z.ZodMiniType, string[], unknown][] = [
  [z.int(), ["12"], 12],
  [z.int(), ["1x"], "1x"],
  [z.number(), ["0.5"], 0.5],
  [z.string(), ["12"], "12"],
  [z.array(z.string()), ["a,b", "c"], ["a", "b", "c"]],
  [z.array(z.int()), ["1,2"], [1, 2]],
  [z.union([z.string(), z.array(z.string())]), ["a"], "a"],
  [z.union([z.string(), z.array(z.string())]), ["a", "b"], ["a", "b"]],
  [z.record(z.string(), z.int()), ['{"a":1}'], { a: 1 }],
];
for (const [type, words, value] of COERCED) {
  Deno.test(`words ${words.join(" ")} -> ${JSON.stringify(value)}`, () =>
    assert.deepEqual(coerce(schema(type), words), value));
}

Deno.test("an input as a command line is quoted for a shell", () => {
  const input = { name: "App\\Shop\\Cart", kinds: ["class", "function"], with_text: true };
  assert.equal(
    commandLine(find, input),
    "ragraf query find 'App\\Shop\\Cart' --kinds class --kinds function --with-text",
  );
  assert.equal(shellWord("it's"), `'it'\\''s'`);
});
