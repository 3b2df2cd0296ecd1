// Documentation blocks: tags in any order, types with brackets, array shapes and names for types.

import { deepEqual, equal } from "node:assert/strict";
import { arrayShapes, parseDocblock, returnShape, typeAliases } from "../../../lib/lang/php/phpdoc.ts";

const block = (...lines: string[]) => parseDocblock(`/**\n${lines.map((l) => ` * ${l}\n`).join("")} */`);
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

Deno.test("summary and description", () => {
  const doc = block("Adds a thing", "to a cart.", "", "More words.", "", "@return int");
  equal(doc.summary, "Adds a thing to a cart.");
  equal(doc.description, "More words.");
  equal(parseDocblock("/** One line. */").summary, "One line.");
  equal(parseDocblock("").summary, "");
});

Deno.test("a parameter's type and variable in any order", () => {
  const param = (text: string, name: string, type: string | undefined, words = "") => {
    deepEqual(plain(block(`@param ${text}`).params), {
      [name]: type === undefined ? { text: words } : { type, text: words },
    });
  };
  param("Foo $x", "x", "Foo");
  param("$x Foo", "x", "Foo");
  param("$x int the number", "x", "int", "the number");
  param("$x The value", "x", undefined, "The value");
  param("$x", "x", undefined);
  param("int|null   $x  a  b", "x", "int|null", "a b");
  param("int | null $x", "x", "int | null");
  param("array<string, Foo> $x", "x", "array<string, Foo>");
  param("callable(int, string): bool $x why", "x", "callable(int, string): bool", "why");
  param("Foo &$x", "x", "Foo");
  param("Foo ...$x", "x", "Foo");
  param("'a b'|\"c\" $x", "x", "'a b'|\"c\"");
});

Deno.test("returns, variables, properties, methods, templates", () => {
  const doc = block(
    "@return $this fluent",
    "@var ?Foo",
    "@property-read \\A\\B $b words",
    "@method static Foo make(int $a, array $b = [])",
    "@method bar()",
    "@throws A|B",
    "@mixin Other",
    "@template T of Foo",
    "@deprecated since 2",
  );
  deepEqual(doc.returns, { type: "$this", text: "fluent" });
  deepEqual(doc.vars, [{ type: "?Foo" }]);
  deepEqual(plain(doc.properties), { b: { type: "\\A\\B", access: "read" } });
  deepEqual(doc.methods, [
    { name: "make", type: "Foo", static: true, params: "int $a, array $b = []" },
    { name: "bar", type: "mixed", static: false, params: "" },
  ]);
  deepEqual(doc.throws, ["A", "B"]);
  deepEqual(doc.mixins, ["Other"]);
  deepEqual(plain(doc.templates), { T: "Foo" });
  equal(doc.deprecated, true);
});

Deno.test("FT-10: array shapes of parameters", () => {
  const shape = (type: string, expected: Record<string, [string, boolean]>) => {
    const fields = Object.fromEntries(
      Object.entries(expected).map(([k, [type, required]]) => [k, { type, required }]),
    );
    deepEqual(plain(arrayShapes(block(...`@param ${type} $data`.split("\n")))), { data: fields });
  };
  shape("array{action:string, user_id?:int}", { action: ["string", true], user_id: ["int", false] });
  shape("array{a: array{b: int, c?: string}, ...}", { a: ["array{b: int, c?: string}", true] });
  shape("array{'a b': int, \"c\"?: int|null}", { "a b": ["int", true], c: ["int|null", false] });
  shape("array{int, string}", { "0": ["int", true], "1": ["string", true] });
  shape("array{\n  id: int, // the id\n  name?: string,\n}", { id: ["int", true], name: ["string", false] });
  shape("?array{a: int}", { a: ["int", true] });
  shape("array{a: int}|null", { a: ["int", true] });
  shape("array{f: callable(int, int): bool, g: array<int, string>}", {
    f: ["callable(int, int): bool", true],
    g: ["array<int, string>", true],
  });
  deepEqual(plain(arrayShapes(block("@param array<string, int> $x", "@param int $y"))), {});
  deepEqual(plain(arrayShapes(block("@phpstan-param array{a: int} $x", "@param array $x"))), {
    x: { a: { type: "int", required: true } },
  });
});

Deno.test("FT-10: names for types", () => {
  const aliases = typeAliases(
    block(
      "@phpstan-type Row array{",
      "   id: int,",
      " }",
      "@psalm-type Id = int",
      "@phpstan-import-type X from \\A\\Y as Z",
    ),
  );
  deepEqual(plain(aliases.own), { Row: "array{id: int}", Id: "int" });
  deepEqual(plain(aliases.imported), { Z: { name: "X", from: "\\A\\Y" } });
  deepEqual(plain(returnShape(block("@return Row|null"), aliases.own)), {
    id: { type: "int", required: true },
  });
  equal(returnShape(block("@return Loop"), { Loop: "Loop" }), null);
});
