import assert from "node:assert/strict";
import { LineIndex } from "../../lib/base/text.ts";
import type { NodeFact } from "../../lib/facts/file_facts.ts";
import type { NodeKind } from "../../lib/facts/kinds.ts";
import { chunkFile } from "../../lib/index/chunk.ts";

const file = (last: number): NodeFact => node("file", "f.php", 1, last, -1);

function node(
  kind: NodeKind,
  name: string,
  start: number,
  end: number,
  parent: number,
  doc?: [number, number],
): NodeFact {
  return { kind, name, fqn: name, parent, start_line: start, end_line: end, ...(doc && { doc }) };
}

/** `kind owner first-last` of each chunk. */
function outline(text: string, nodes: NodeFact[], maxTokens = 400): string[] {
  return chunkFile(new LineIndex(text), nodes, maxTokens)
    .map((c) => `${c.kind} ${nodes[c.node]!.name} ${c.start_line}-${c.end_line}`);
}

const CLASS = `<?php
/** A cart. */
class Cart
{
    private $a = 1;

    /** Adds. */
    function add()
    {
        return 1;
    }

    function count()
    {
        return 2;
    }
}

echo 1;
`;

const CLASS_NODES = [
  file(19),
  node("class", "Cart", 3, 17, 0, [2, 2]),
  node("property", "a", 5, 5, 1),
  node("method", "add", 8, 11, 1, [7, 7]),
  node("method", "count", 13, 16, 1),
];

Deno.test("a method's chunk begins with its documentation; blank lines and braces join what is before them", () => {
  assert.deepEqual(outline(CLASS, CLASS_NODES), [
    "window f.php 1-1",
    "class Cart 2-6",
    "symbol add 7-12",
    "symbol count 13-17",
    "window f.php 18-19",
  ]);
});

Deno.test("what lies inside a function belongs to that function", () => {
  const text =
    "<?php\nfunction outer()\n{\n    function inner() { return 1; }\n    return new class { function m() {} };\n}\n";
  const nodes = [
    file(6),
    node("function", "outer", 2, 6, 0),
    node("function", "inner", 4, 4, 1),
    node("class", "class@anonymous", 5, 5, 1),
    node("method", "m", 5, 5, 3),
  ];
  assert.deepEqual(outline(text, nodes), ["window f.php 1-1", "symbol outer 2-6"]);
});

Deno.test("two declarations on one line: the line has one owner and is there once", () => {
  const nodes = [file(2), node("function", "a", 2, 2, 0), node("function", "b", 2, 2, 0)];
  assert.deepEqual(outline("<?php\nfunction a() {} function b() {}\n", nodes), [
    "window f.php 1-1",
    "symbol a 2-2",
  ]);
});

Deno.test("sections of a document nest and are cut at their headings", () => {
  const text = "# A\nx\n## B\ny\n# C\nz\n";
  const nodes = [
    node("doc", "d.md", 1, 6, -1),
    node("doc_section", "A", 1, 4, 0),
    node("doc_section", "B", 3, 4, 1),
    node("doc_section", "C", 5, 6, 0),
  ];
  assert.deepEqual(outline(text, nodes), ["section A 1-2", "section B 3-4", "section C 5-6"]);
});

Deno.test("an empty file has no chunk", () => assert.deepEqual(outline("", [file(1)]), []));

Deno.test("defect 3 of the article: no chunk over the budget, not even of procedural code or of one endless line", () => {
  const procedural = "<?php\n" +
    Array.from({ length: 2000 }, (_, i) => `$row[${i}] = compute_value(${i}, "text ${i}");\n`).join("");
  const oneLine = "<?php $x = '" + "ab😀".repeat(20_000) + "';";
  for (const text of [procedural, oneLine]) {
    const lines = new LineIndex(text);
    const chunks = chunkFile(lines, [file(lines.count)], 200);
    assert.ok(chunks.length > 10);
    assert.ok(chunks.every((c) => c.tokens <= 200), `largest ${Math.max(...chunks.map((c) => c.tokens))}`);
    assert.ok(chunks.every((c) => c.text.isWellFormed()));
    assert.equal(chunks.map((c) => c.text).join(""), text);
  }
});

Deno.test("the chunks of a file are its text, whatever the declarations claim", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let round = 0; round < 300; round++) {
    const count = 1 + random(60);
    const text = Array.from(
      { length: count },
      () => "word ".repeat(random(12)) + (random(4) === 0 ? "\r\n" : "\n"),
    ).join("");
    const nodes = [file(count)];
    for (let i = random(12); i > 0; i--) {
      const start = 1 + random(count);
      const kind = (["function", "method", "class", "doc_section", "property"] as const)[random(5)]!;
      const doc: [number, number] | undefined = random(3) === 0 && start > 2
        ? [start - 2, start - 1]
        : undefined;
      nodes.push(
        node(kind, `n${i}`, start, Math.min(count + 2, start + random(20)), random(nodes.length), doc),
      );
    }
    const chunks = chunkFile(new LineIndex(text), nodes, 30);
    assert.equal(chunks.map((c) => c.text).join(""), text, `round ${round}`);
    const keys = chunks.map((c) => `${c.start_line}/${c.part}`);
    assert.equal(new Set(keys).size, keys.length, `round ${round}: places are unique`);
  }
});
