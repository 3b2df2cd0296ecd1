// The copied tree against the parser's own: same nodes, same order, same extents.

import { deepEqual, ok } from "node:assert/strict";
import { PhpParser } from "../../../lib/lang/php/parser.ts";
import { loadGrammars } from "../../../wasm/loader.ts";

const parser = await PhpParser.load(loadGrammars());
const TEXT =
  '<?php\nfunction f(A $a) { return [$a->b()?->c, "x $a[k]", new class(1) { const X = 1; }]; }\n$y = $ ( ;';

Deno.test("every node of the copy is a node of the tree, in the same order", () => {
  const tree = parser.parse(TEXT);
  const flat = parser.flatten(tree);
  const copied: string[] = [];
  for (let i = 0; i < flat.size; i++) copied.push(`${flat.type(i)} ${flat.start[i]}-${flat.end[i]}`);
  const original: string[] = [];
  const cursor = tree.walk();
  walk: for (;;) {
    original.push(`${cursor.nodeType} ${cursor.startIndex}-${cursor.endIndex}`);
    if (cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) break walk;
  }
  cursor.delete();
  tree.delete();
  let at = 0;
  const found = copied.filter((node) => {
    const place = original.indexOf(node, at);
    if (place >= 0) at = place + 1;
    return place >= 0;
  });
  deepEqual(found, copied);
  ok(copied.length > 30);
});

Deno.test("parents, ends and fields of the copy", () => {
  const tree = parser.parse("<?php f($a)->m(1, 2);");
  const flat = parser.flatten(tree);
  tree.delete();
  const call = [...Array(flat.size).keys()].find((i) => flat.type(i) === "member_call_expression")!;
  deepEqual(flat.children(call).map((c) => `${flat.field(c)}:${flat.type(c)}`), [
    "object:function_call_expression",
    "name:name",
    "arguments:arguments",
  ]);
  deepEqual(flat.children(call).map((c) => flat.parent[c]), [call, call, call]);
  deepEqual(flat.last[call], flat.size);
});
