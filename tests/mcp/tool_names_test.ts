// What advice becomes for a client of the server: one line a case.

import assert from "node:assert/strict";
import { forTools, inToolNames } from "../../lib/mcp/tool_names.ts";
import { envelope } from "../cli/fakes.ts";

const OPERATIONS = ["search", "symbol", "code", "live_read", "why_not"];

function suggestion(suggest: string): string {
  const { result } = inToolNames(envelope({ found: false, result: { suggest } }), OPERATIONS);
  return (result as { suggest: string }).suggest;
}

const SUGGESTIONS: [string, string][] = [
  ["live_read", "ragraf_live_read"],
  [
    "live_read the file where it is expected, or why_not for why a path or a name is not indexed",
    "ragraf_live_read the file where it is expected, or ragraf_why_not for why a path or a name is not indexed",
  ],
  [
    "search by words, or symbol with a shorter name",
    "ragraf_search by words, or ragraf_symbol with a shorter name",
  ],
  ["ask `symbol`; the code of a symbol is text", "ask `ragraf_symbol`; the code of a symbol is text"],
  ["`ragraf query live_read a.php`", "`ragraf_live_read a.php`"],
  ["ragraf_live_read it", "ragraf_live_read it"],
  ["lib/live_read.php and live_reader stay", "lib/live_read.php and live_reader stay"],
  ["another symbol, or codes", "another symbol, or codes"],
];
for (const [text, expected] of SUGGESTIONS) {
  Deno.test(`advice for tools: ${text}`, () => assert.equal(suggestion(text), expected));
}

const HINTS: [string, string][] = [
  ["run `ragraf ensure /srv/a shop` once", "call the tool `ragraf_ensure` once"],
  ["run `ragraf -p /srv/shop reindex --commit`", "call the tool `ragraf_ensure`"],
  ["live_read shows any text file", "ragraf_live_read shows any text file"],
  ["call the tool ragraf_ensure", "call the tool ragraf_ensure"],
];
for (const [hint, expected] of HINTS) {
  Deno.test(`hint for tools: ${hint}`, () => {
    const problem = { code: "X", message: "x", hint, exit: 1 as const };
    assert.equal(forTools(problem, OPERATIONS).hint, expected);
  });
}

Deno.test("an answer without advice passes as it is", () => {
  assert.deepEqual(inToolNames(envelope(), OPERATIONS), envelope());
  assert.deepEqual(inToolNames(envelope({ result: null }), OPERATIONS), envelope({ result: null }));
});
