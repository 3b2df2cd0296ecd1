// Written types as terms: native ones and those of documentation blocks.

import { equal } from "node:assert/strict";
import { php } from "../extract.ts";
import { termText } from "../sites_text.ts";

/** What a function with a documented result returns, as text; `-` when nothing is known. */
function returned(type: string, native = "", head = ""): string {
  const code =
    `namespace App; use Lib\\Row as R; ${head} class K { /** @return ${type} */ function f()${native} {} }`;
  const facts = php(code);
  const node = facts.nodes.find((n) => n.name === "f")!;
  return node.term === undefined ? "-" : termText(facts, node.term);
}

Deno.test("a documented type becomes a term", () => {
  const cases: [string, string][] = [
    ["Foo", "App\\Foo"],
    ["\\Foo", "Foo"],
    ["R", "Lib\\Row"],
    ["R\\Cell", "Lib\\Row\\Cell"],
    ["?Foo", "App\\Foo"],
    ["Foo|null", "App\\Foo"],
    ["null|Foo|Bar", "App\\Bar | App\\Foo"],
    ["int|string", "-"],
    ["mixed", "-"],
    ["object", "-"],
    ["void", "-"],
    ["array", "-"],
    ["Foo[]", "array(App\\Foo)"],
    ["Foo[][]", "array(array(App\\Foo))"],
    ["(Foo|null)[]", "array(App\\Foo)"],
    ["array<Foo>", "array(App\\Foo)"],
    ["array<int, Foo>", "array(App\\Foo)"],
    ["list<Foo>", "array(App\\Foo)"],
    ["non-empty-list<Foo>", "array(App\\Foo)"],
    ["iterable<string, Foo>", "array(App\\Foo)"],
    ["array<int, string>", "-"],
    ["array<string, array<int, Foo>>", "array(array(App\\Foo))"],
    ["array{a: Foo, b?: int}", "array(App\\Foo)"],
    ["array{a: Foo, b: Bar}", "-"],
    ["Collection<Foo>", "App\\Collection<App\\Foo>"],
    ["Collection<int, Foo>|null", "App\\Collection<int, App\\Foo>"],
    ["Collection|Foo[]", "App\\Collection | array(App\\Foo)"],
    ["\\Generator<int, Foo, mixed, void>", "Generator<int, App\\Foo, unknown, void>"],
    ["class-string<Foo>", "class_string(App\\Foo)"],
    ["class-string", "-"],
    ["static", "static"],
    ["$this", "static"],
    ["self", "self"],
    ["static|null", "static"],
    ["Foo&Bar", "App\\Bar | App\\Foo"],
    ["Foo::BAR", "constant(App\\Foo, BAR)"],
    ["Foo::*", "-"],
    ["'a'|'b'", "-"],
    ["1|2", "-"],
    ["int<0, max>", "-"],
    ["callable(Foo): Bar", "-"],
    ["\\Closure(Foo): Bar", "Closure"],
    ["($x is string ? Foo : Bar)", "App\\Bar | App\\Foo"],
    ["Foo the words of a sentence", "App\\Foo"],
    ["<broken", "-"],
    ["array<", "-"],
    ["", "-"],
  ];
  for (const [type, expected] of cases) {
    equal(returned(type).split(" | ").sort().join(" | "), expected.split(" | ").sort().join(" | "), type);
  }
});

Deno.test("a native type stands unless the documented one says more", () => {
  equal(returned("Bar", ": Foo"), "App\\Foo");
  equal(returned("static", ": self"), "static");
  equal(returned("Foo[]", ": array"), "array(App\\Foo)");
  equal(returned("Foo", ": object"), "App\\Foo");
  equal(returned("Collection<Foo>", ": Collection"), "App\\Collection<App\\Foo>");
  equal(returned("int", ": Foo"), "App\\Foo");
  equal(returned("mixed", ": ?Foo"), "App\\Foo");
});

Deno.test("an analyser's tag wins over the plain one, whatever the order", () => {
  const both = (a: string, b: string) => {
    const facts = php(`/**\n * ${a}\n * ${b}\n */\nfunction f() {}`);
    return termText(facts, facts.nodes[1]!.term!);
  };
  equal(both("@return array", "@phpstan-return list<Foo>"), "array(Foo)");
  equal(both("@psalm-return list<Foo>", "@return array"), "array(Foo)");
});

Deno.test("names of types and templates are no classes", () => {
  const head = "/** @template T of R\n * @phpstan-type Rows list<R>\n * @phpstan-import-type Far from Foo */";
  equal(returned("Rows", "", head), "array(Lib\\Row)");
  equal(returned("Far", "", head), "-");
  equal(returned("T", "", head), "template T of Lib\\Row");
  equal(returned("T[]", "", head), "array(template T of Lib\\Row)");
});

Deno.test("a type over several lines", () => {
  const facts = php("/**\n * @return array<\n *   string,\n *   Foo\n * > words\n */\nfunction f() {}");
  equal(termText(facts, facts.nodes[1]!.term!), "array(Foo)");
});
