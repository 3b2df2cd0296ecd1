import assert from "node:assert/strict";
import { evidence } from "../../lib/facts/evidence.ts";
import type { NodeKind } from "../../lib/facts/kinds.ts";
import { DeclarationIndex, isNamedBy, type Reference } from "../../lib/resolve/declarations.ts";

function index(...declarations: [NodeKind, string][]): DeclarationIndex {
  const all = new DeclarationIndex();
  declarations.forEach(([kind, fqn], i) => all.add({ row: i + 1, kind, fqn }));
  all.addFile("src/cart.php", 100);
  all.addFile("docs/src/cart.php", 101);
  return all;
}

/** `kind src->dst certainty rule` of what a reference resolves to. */
function check(
  all: DeclarationIndex,
  kind: Reference["kind"],
  target: string,
  expected: string[],
  path = "docs/a.md",
) {
  const edges = all.resolve({ kind, from: 9, target, evidence: evidence(path, 3) });
  assert.deepEqual(
    edges.map((e) => `${e.kind} ${e.src}->${e.dst} ${e.proof.certainty} ${e.proof.rule}`),
    expected,
  );
}

const shop = () =>
  index(["class", "App\\Cart"], ["function", "App\\cart"], ["method", "App\\Cart::add"], [
    "method",
    "App\\Box::add",
  ], [
    "class",
    "App\\MyCart",
  ], ["property", "App\\Cart::$items"]);

Deno.test("a parent is found by its qualified name, case ignored, and only among types", () => {
  check(shop(), "extends", "app\\CART", ["extends 9->1 stated qualified-name"]);
});

Deno.test("two declarations of one type are both candidates and nothing is stated", () => {
  const twice = index(["class", "Http"], ["class", "Http"]);
  check(twice, "extends", "Http", [
    "extends 9->1 derived several-declarations",
    "extends 9->2 derived several-declarations",
  ]);
});

Deno.test("a type outside the corpus gives no edge", () => check(shop(), "implements", "Countable", []));

Deno.test("FT-8: a document names a symbol: qualified is stated, short and single is derived", () => {
  check(shop(), "doc_symbol", "App\\Cart::add()", ["documented_by 3->9 stated doc-qualified-name"]);
  check(shop(), "doc_symbol", "Cart::add", ["documented_by 3->9 derived doc-names-one-symbol"]);
  check(shop(), "doc_symbol", "add()", [
    "documented_by 3->9 derived doc-names-several-symbols",
    "documented_by 4->9 derived doc-names-several-symbols",
  ]);
  check(shop(), "doc_symbol", "Cart::$items", ["documented_by 6->9 derived doc-names-one-symbol"]);
  check(shop(), "doc_symbol", "nothing()", []);
});

Deno.test("a word that would name more than five declarations is no link", () => {
  const many = index(...Array.from({ length: 6 }, (_, i): [NodeKind, string] => ["method", `C${i}::get`]));
  check(many, "doc_symbol", "get()", []);
});

Deno.test("FT-8: a path is meant relative to the document first, then to the root", () => {
  check(shop(), "doc_path", "../src/cart.php", ["documented_by 100->9 stated doc-path"]);
  check(shop(), "doc_path", "src/cart.php", ["documented_by 101->9 stated doc-path"]);
  check(shop(), "doc_path", "src/cart.php", ["documented_by 100->9 stated doc-path"], "README.md");
  check(shop(), "doc_path", "../../etc/passwd", []);
});

const named = (fqn: string, name: string, expected: boolean) =>
  Deno.test(`isNamedBy ${fqn} ${name}`, () => assert.equal(isNamedBy(fqn, name), expected));

named("App\\Shop\\Cart::add", "Cart::add", true);
named("App\\Shop\\Cart::add", "shop\\cart::ADD", true);
named("App\\Shop\\MyCart::add", "Cart::add", false);
named("App\\Cart::$items", "Cart::items", true);
named("App\\Cart::$items", "$items", true);
named("Cart", "Cart", true);
