// Declarations of PHP: one construct a line, and what it declares.

import { deepEqual, equal } from "node:assert/strict";
import { extract, node, outline, php } from "../extract.ts";

function declares(code: string, ...expected: string[]): void {
  const facts = php(code);
  deepEqual(outline(facts), expected, code);
  equal(facts.state, "parsed", code);
}

Deno.test("FT-2: every kind of declaration is a node with its lines", () => {
  declares("class A {}", "class A 1-1");
  declares("interface I { const X = 1; }", "interface I 1-1", "constant I::X 1-1");
  declares("trait T { public $p; }", "trait T 1-1", "property T::$p 1-1");
  declares("enum E { case A; }", "enum E 1-1", "enum_case E::A 1-1");
  declares("function f() {}", "function f 1-1");
  declares("const A = 1, B = 2;", "constant A 1-1", "constant B 1-1");
  declares("define('X', 1);", "constant X 1-1");
  declares("namespace A\\B; class C {}", "namespace A\\B 1-1", "class A\\B\\C 1-1");
  declares("abstract class A { abstract function m(); }", "class A 1-1", "method A::m 1-1");
});

Deno.test("FT-2: lines begin with the attributes and end with the body", () => {
  declares("\n/** doc */\n#[A]\n#[B(\n1)]\nfunction f(\n$a\n) {\n}", "function f 3-9");
  declares("\nclass A {\n#[X]\npublic\n$a =\n1;\n}", "class A 2-7", "property A::$a 3-6");
  declares("\nconst A = 1,\nB = [\n2];", "constant A 2-2", "constant B 3-4");
  declares("\ndefine(\n'X',\n1);", "constant X 2-4");
});

Deno.test("methods and cases may be named like keywords", () => {
  for (
    const name of [
      "list",
      "match",
      "enum",
      "readonly",
      "class",
      "print",
      "fn",
      "static",
      "new",
      "function",
      "exit",
    ]
  ) {
    declares(`class A { function ${name}() {} }`, "class A 1-1", `method A::${name} 1-1`);
    declares(
      `class A { function &${name}() { $this->${name}(); self::${name}(); } }`,
      "class A 1-1",
      `method A::${name} 1-1`,
    );
  }
  declares(
    "enum E { case Default; case List = 1; }",
    "enum E 1-1",
    "enum_case E::Default 1-1",
    "enum_case E::List 1-1",
  );
  declares(
    "class A { const CLASS_ = 1, NEW = 2; }",
    "class A 1-1",
    "constant A::CLASS_ 1-1",
    "constant A::NEW 1-1",
  );
  declares(
    "namespace App\\List\\Match; use A\\Function\\B; function f() {}",
    "namespace App\\List\\Match 1-1",
    "function App\\List\\Match\\f 1-1",
  );
  declares("function enum() {} function readonly() {}", "function enum 1-1", "function readonly 1-1");
});

Deno.test("promoted parameters in every order of modifiers", () => {
  const promoted = (head: string) => {
    const facts = php(`class A { function __construct(${head} int $x) {} }`);
    equal(facts.state, "parsed", head);
    equal(node(facts, "A::$x").parent, 1, head);
    return node(facts, "A::$x").signature;
  };
  for (
    const head of [
      "public",
      "readonly",
      "private readonly",
      "readonly private",
      "public private(set)",
      "public protected(set) readonly",
      "final public",
      "#[A] readonly",
    ]
  ) equal(promoted(head), `${head.replace("#[A] ", "")} int $x`);
  declares(
    "f(new readonly class { public $a; });",
    "class class@anonymous#f.php:1 1-1",
    "property class@anonymous#f.php:1::$a 1-1",
  );
});

Deno.test("FT-8: the signature is the whole head, folded, without comments and attributes", () => {
  const signature = (code: string, fqn: string, expected: string) =>
    equal(node(php(code), fqn).signature, expected);
  signature(
    "function f( int $a /* c */ ,\n  // d\n ?B &$b = null ) : ? int {}",
    "f",
    "function f( int $a , ?B &$b = null ) : ? int",
  );
  signature(
    "class A { #[X] final public static function m(#[Y] $a) {} }",
    "A::m",
    "final public static function m( $a)",
  );
  signature("class A { const X = 'a  b'; }", "A::X", "const X = 'a  b'");
  signature("class A { public int $x = 1 { get => 2; } }", "A::$x", "public int $x = 1");
  signature("final class A extends B implements C, D { }", "A", "final class A extends B implements C, D");
  const long = Array.from({ length: 300 }, (_, i) => `int $parameter${i} = ${i}`).join(", ");
  signature(`function f(${long}) {}`, "f", `function f(${long})`);
});

Deno.test("FT-8: parameters one by one", () => {
  const [a, b, c, d] = node(
    php("function f(A|null $a, int &$b = 1 + 2, $c = [1, 'x' => F::Y], ?B ...$d) {}"),
    "f",
  ).params!;
  deepEqual(a, {
    name: "$a",
    type: "A|null",
    default: null,
    optional: false,
    by_ref: false,
    variadic: false,
  });
  deepEqual(b, { name: "$b", type: "int", default: "1 + 2", optional: true, by_ref: true, variadic: false });
  deepEqual(c, {
    name: "$c",
    type: null,
    default: "[1, 'x' => F::Y]",
    optional: true,
    by_ref: false,
    variadic: false,
  });
  deepEqual(d, { name: "$d", type: "?B", default: null, optional: true, by_ref: false, variadic: true });
});

Deno.test("FT-9: a documentation block belongs to the declaration right after it", () => {
  const doc = (code: string, fqn: string) => node(php(code), fqn).doc;
  deepEqual(doc("\n/** a */\nfunction f() {}", "f"), [2, 2]);
  deepEqual(doc("\n/** a */\n\n// b\n#[C]\nfunction f() {}", "f"), [2, 2]);
  deepEqual(doc("\n#[C]\n/** a\n */\nfunction f() {}", "f"), [3, 4]);
  deepEqual(doc("\n/** a */\n/** b */\nfunction f() {}", "f"), [3, 3]);
  deepEqual(doc("class A {\n/** a */\npublic $a; }", "A::$a"), [2, 2]);
  deepEqual(doc("class A {\n/** a */\nconst X = 1,\n/** b */\nY = 2; }", "A::Y"), [4, 4]);
  deepEqual(doc("enum E {\n/** a */\ncase A; }", "E::A"), [2, 2]);
  deepEqual(doc("\n/** a */\ndefine('X', 1);", "X"), [2, 2]);
  equal(doc("\n/** a */\n$x = 1;\nfunction f() {}", "f"), undefined);
  equal(doc("\n/* a */\nfunction f() {}", "f"), undefined);
  equal(doc("\n/** a */ class A {}\nfunction f() {}", "f"), undefined);
});

Deno.test("FT-9: no comment text is among the facts", () => {
  const facts = php(
    "/** SECRET */ class A { /** SECRET */ public function m(/* SECRET */ $a) {} // SECRET\n }",
  );
  equal(JSON.stringify(facts).includes("SECRET"), false);
});

Deno.test("closures and anonymous classes are scopes of their own, counted on a line", () => {
  declares(
    "f(fn() => 1, function () { return new class { function m() { return fn() => 2; } }; });",
    "closure {closure}#f.php:1 1-1",
    "closure {closure}#f.php:1:2 1-1",
    "class class@anonymous#f.php:1 1-1",
    "method class@anonymous#f.php:1::m 1-1",
    "closure {closure}#f.php:1:3 1-1",
  );
  const facts = php("function f() { return new class(fn() => 1) { function m() {} }; }");
  equal(facts.nodes[node(facts, "{closure}#f.php:1").parent]!.fqn, "f");
  equal(facts.nodes[node(facts, "class@anonymous#f.php:1::m").parent]!.fqn, "class@anonymous#f.php:1");
  declares("$a = new #[X]\nclass {};", "class class@anonymous#f.php:2 1-2");
});

Deno.test("nested functions are functions of the namespace, inside of what declares them", () => {
  const facts = php("namespace N; class A { function m() { function inner() {} } }");
  equal(facts.nodes[node(facts, "N\\inner").parent]!.fqn, "N\\A::m");
  equal(node(facts, "N\\inner").kind, "function");
});

Deno.test("a function under a condition is marked", () => {
  const conditional = (code: string) => (node(php(code), "f").modifiers ?? 0) !== 0;
  equal(conditional("function f() {}"), false);
  equal(conditional("{ function f() {} }"), false);
  equal(conditional("if (1) { function f() {} }"), true);
  equal(conditional("if (1): else: function f() {} endif;"), true);
  equal(conditional("try { function f() {} } finally {}"), true);
});

Deno.test("define gives a constant only for a literal name and a real call", () => {
  declares(
    "define('A', 1); \\define(\"B\\\\C\", 2); Define('\\D', 3);",
    "constant A 1-1",
    "constant B\\C 1-1",
    "constant D 1-1",
  );
  declares(
    "define($a, 1); define('a' . 'b', 2); $o->define('X', 1); A::define('X'); define(...); x\\define('X', 1);",
  );
  declares("namespace N; define('A', 1);", "namespace N 1-1", "constant A 1-1");
});

Deno.test("names are resolved by the file's own namespace and imports", () => {
  const target = (code: string) => php(code).refs.map((r) => r.target).join();
  equal(target("namespace N; class A extends B {}"), "N\\B");
  equal(target("namespace N; class A extends \\B {}"), "B");
  equal(target("namespace N; use X\\B; class A extends b {}"), "X\\B");
  equal(target("namespace N; use X\\Y as Z; class A extends z\\B {}"), "X\\Y\\B");
  equal(target("namespace N; use X\\{B, C as D}; class A extends B implements D {}"), "X\\B,X\\C");
  equal(target("namespace N; use X\\{function B, Y\\C}; class A extends B implements C {}"), "N\\B,X\\Y\\C");
  equal(target("namespace N; use function X\\B; class A extends B {}"), "N\\B");
  equal(target("namespace N; class A extends namespace\\B {}"), "N\\B");
  equal(target("namespace N; class N extends N\\N {}"), "N\\N\\N");
  equal(target("use A\\B; namespace N; class C extends B {}"), "N\\B");
});

Deno.test("the line of a reference is that of the name", () => {
  const facts = php("class A extends\n B implements\n C,\n D { use\n E; }");
  deepEqual(facts.refs.map((r) => `${r.kind} ${r.target} ${r.line}`), [
    "extends B 2",
    "implements C 3",
    "implements D 4",
    "uses_trait E 5",
  ]);
});

Deno.test("a file without PHP has the file node only", () => {
  for (const text of ["", "\n", "<html>\n</html>\n", "class A {}", "<?xml version='1.0'?>"]) {
    const facts = extract("php", text);
    equal(facts.nodes.length, 1);
    equal(facts.state, "parsed");
    equal(facts.nodes[0]!.start_line, 1);
  }
});
