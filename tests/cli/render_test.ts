// Readable answers: one value in, the lines out.

import assert from "node:assert/strict";
import { renderEnvelope, renderValue, type View } from "../../lib/cli/render.ts";
import { displayWidth, printable } from "../../lib/cli/width.ts";
import { envelope, FRESH } from "./fakes.ts";

const PLAIN: View = { columns: null, colour: false };

function check(name: string, value: unknown, lines: string[], view: View = PLAIN) {
  Deno.test(name, () => assert.deepEqual(renderValue(value, view), lines));
}

check("a list is a table with its address first", {
  hits: [
    { path: "a.php", start_line: 1, end_line: 9, score: 0.51234, symbol: "f", kind: "function" },
    { path: "long/b.php", start_line: 7, end_line: 7, score: 1, kind: "file" },
  ],
  total: 5,
  truncated: true,
}, [
  "hits (2 of 5, truncated)",
  "  address       kind      symbol  score",
  "  a.php:1-9     function  f       0.512",
  "  long/b.php:7  file      -       1",
]);

check(
  "FT-18: stated and derived are two blocks",
  {
    stated: [{ path: "a.php", line: 3, caller: "f", confidence: 1 }],
    derived: [{ path: "b.php", line: 4, caller: "g", confidence: 0.6, rule: "one-candidate" }],
    dynamic_sites: 2,
  },
  [
    "dynamic_sites: 2",
    "",
    "stated (1)",
    "  address    caller  confidence",
    "  a.php:3    f       1",
    "",
    "derived (1)",
    "  address    caller  confidence  rule",
    "  b.php:4    g       0.6         one-candidate",
  ].map((line) => line.replace("address    ", "address  ").replace(/php:(\d) {4}/, "php:$1  ")),
);

check("columns are aligned by display width", {
  rows: [{ name: "корзина", n: 1 }, { name: "日本", n: 2 }, { name: "abc", n: 3 }],
}, ["rows (3)", "  name     n", "  корзина  1", "  日本     2", "  abc      3"]);

check("source text has line numbers", {
  fragments: [{
    path: "a.php",
    start_line: 9,
    end_line: 10,
    kind: "method",
    symbol: "C::m",
    text: "function m()\n{}\n",
    differs_now: false,
  }],
}, [
  "fragments (1)",
  "  a.php:9-10  method  C::m",
  "    differs_now: no",
  "",
  "     9  function m()",
  "    10  {}",
]);

check("a wide table becomes entries", {
  matches: [
    {
      path: "src/a.php",
      start_line: 1,
      end_line: 2,
      kind: "function",
      fqn: "App\\f",
      signature: "function f(int $a, string $b)",
      type: null,
    },
  ],
}, [
  "matches (1)",
  "  src/a.php:1-2  function  App\\f",
  "    signature: function f(int $a, string $b)",
], { columns: 60, colour: false });

const HITS = [
  {
    entry_id: "ab12",
    path: "src/Shop/Cart.php",
    start_line: 5,
    end_line: 9,
    kind: "method",
    symbol: "App\\Shop\\Cart::price",
    score: 1,
    why: { lexical: 0.5, matched: ["total", "price"] },
  },
  { entry_id: "cd34", path: "a.md", start_line: 1, end_line: 2, kind: "doc_section", score: 0.25, why: {} },
];

check("hits are a compact table where it fits", { hits: HITS }, [
  "hits (2)",
  "  address                kind         symbol                score  why",
  "  src/Shop/Cart.php:5-9  method       App\\Shop\\Cart::price  1      lexical 0.5, matched total, price",
  "  a.md:1-2               doc_section  -                     0.25   none",
]);

check("hits are one line each where it does not, never blocks with ids", { hits: HITS }, [
  "hits (2)",
  "  src/Shop/Cart.php:5-9  method  App\\Shop\\Cart::price  1  lexical 0.5, matched total, price",
  "  a.md:1-2  doc_section  0.25  none",
], { columns: 60, colour: false });

check("hits with their text are blocks, without ids", { hits: [{ ...HITS[1]!, text: "# A\n" }] }, [
  "hits (1)",
  "  a.md:1-2  doc_section",
  "    score: 0.25",
  "    why:   none",
  "",
  "    1  # A",
]);

check("the shape of an array reads as PHPDoc writes it", {
  array_shape: {
    context: {
      message: { type: "string", required: true },
      context: { type: "mixed[]", required: false },
    },
  },
  return_shape: Object.fromEntries(
    ["first", "second", "third", "fourth", "fifth"].map((key) => [key, {
      type: "array<string, int>",
      required: true,
    }]),
  ),
}, [
  "array_shape:  context array{message: string, context?: mixed[]}",
  "return_shape: array{first: array<string, int>, second: array<string, int>, third: array<string, int>, " +
  "fourth: array<string, int>, fifth: array<string, int>}",
]);

check("nested objects, empty lists and nothing", { a: { b: 1, path: "x.php", line: 2 }, c: [], d: null }, [
  "a: x.php:2, b 1",
  "c: none",
  "d: -",
]);

check("an address is never cut", {
  rows: [{
    path: "a/very/long/path/that/does/not/fit/on/a/terminal.php",
    line: 12345,
    kind: "method",
    name: "m",
  }],
}, [
  "rows (1)",
  "  a/very/long/path/that/does/not/fit/on/a/terminal.php:12345  method  m",
], { columns: 40, colour: false });

Deno.test("notes: stale warnings, limits and the state line end every answer", () => {
  const text = renderEnvelope(
    envelope({
      result: null,
      capability: "degraded",
      limits: ["no vectors"],
      stale_warnings: [{ path: "a.php", reason: "changed", since: "rev-0001", suggest: "live_read" }],
      freshness: { ...FRESH, stale: true, changed: 1, reason: "policy warn" },
    }),
    PLAIN,
  );
  assert.deepEqual(text.split("\n"), [
    "stale: a.php: changed since rev-0001; `ragraf query live_read a.php` shows the file now",
    "limit: no vectors",
    "rev-0001, index, degraded, may be stale: policy warn; 1 changed",
    "",
  ]);
});

Deno.test("FT-23: the state line is neutral when nothing differs", () => {
  assert.match(renderEnvelope(envelope(), PLAIN), /\n\nrev-0001, index, files unchanged\n$/);
});

Deno.test("colours only where they are asked for", () => {
  assert.ok(!renderEnvelope(envelope(), PLAIN).includes("\x1b"));
  assert.ok(renderEnvelope(envelope(), { columns: 80, colour: true }).includes("\x1b[2m"));
});

Deno.test("control sequences of source text do not reach the terminal", () => {
  assert.equal(printable("a\x1b[31mb\tc\r\nd"), "a\\x1b[31mb\tc\nd");
  assert.equal(displayWidth("é日"), 3);
});
