// What the scanner must see, and what only looks like an import.

import assert from "node:assert/strict";
import { importedPath, packageOf, scanImports } from "../../tools/import_scan.ts";

function check(text: string, expected: string[]): void {
  const seen = scanImports(text).map((i) => `${i.line}${i.dynamic ? " dynamic" : ""} ${i.specifier}`);
  assert.deepEqual(seen, expected, text);
}

Deno.test("imports are found in every form", () => {
  check('import { a } from "./a.ts";\n', ["1 ./a.ts"]);
  check('import type { A } from "../a.ts";\nimport b, { type C } from "zod/mini";\n', [
    "1 ../a.ts",
    "2 zod/mini",
  ]);
  check('import {\n  a,\n  b as c,\n} from "node:path";\n', ["1 node:path"]);
  check('import * as z from "zod";\nimport "./effect.ts";\n', ["1 zod", "2 ./effect.ts"]);
  check('export { a } from "./a.ts";\nexport * from "./b.ts";\nexport type { C } from "./c.ts";\n', [
    "1 ./a.ts",
    "2 ./b.ts",
    "3 ./c.ts",
  ]);
  check('import data from "./a.json" with { type: "json" };\n', ["1 ./a.json"]);
  check('const m = await import("./a.ts");\n', ["1 dynamic ./a.ts"]);
  check('let x: import("yaml").Node;\n', ["1 dynamic yaml"]);
  check("const m = await import(name);\n", ["1 dynamic "]);
});

Deno.test("what only looks like an import is not one", () => {
  check('// import { a } from "./a.ts";\n/* import "./b.ts" */\n', []);
  check('/**\n * await import("./a.ts")\n */\n', []);
  check('class A {\n  import(kind: string) {}\n}\nthing.import("x");\n', []);
  check('export function f(): string {\n  return "x from " + "y";\n}\n', []);
  check('export const a = 1;\nconst from = "./a.ts";\n', []);
});

Deno.test("specifiers are named by package and by path", () => {
  assert.equal(packageOf("@modelcontextprotocol/sdk/server/index.js"), "@modelcontextprotocol/sdk");
  assert.equal(packageOf("zod/mini"), "zod");
  assert.equal(packageOf("node:fs/promises"), "node:fs/promises");
  assert.equal(importedPath("lib/lang/php/parser.ts", "../mod.ts"), "lib/lang/mod.ts");
  assert.equal(importedPath("main.ts", "./lib/cli/run.ts"), "lib/cli/run.ts");
  assert.equal(importedPath("main.ts", "yaml"), undefined);
});
