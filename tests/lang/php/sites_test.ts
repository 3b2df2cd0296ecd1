// What holds for the sites of any file: no depth of nesting ends the walk, broken code gives what it can, and the same text
// gives the same facts.

import { deepEqual, equal, ok } from "node:assert/strict";
import type { FileFacts } from "../../../lib/facts/file_facts.ts";
import { php } from "../extract.ts";
import { siteText } from "../sites_text.ts";

const sites = (facts: FileFacts) => (facts.sites ?? []).map((s) => siteText(facts, s));

const DEEP = 5000;
const NESTED: Record<string, string> = {
  calls: "f(".repeat(DEEP) + ")".repeat(DEEP) + ";",
  chain: "$x" + "->m()".repeat(DEEP) + ";",
  concatenation: "$s = " + "f() . ".repeat(DEEP) + "'';",
  conditions: "if ($a) { ".repeat(DEEP) + "f();" + "}".repeat(DEEP),
  alternatives: "if ($a) {}" + " elseif ($x instanceof A) { $x = new A; }".repeat(DEEP),
  ternaries: "$x = " + "$a ? 1 : (".repeat(DEEP) + "2" + ")".repeat(DEEP) + ";",
  arrays: "$x = " + "[".repeat(DEEP) + "]".repeat(DEEP) + ";",
  parentheses: "if (" + "(".repeat(DEEP) + "$x instanceof A" + ")".repeat(DEEP) + ") {}",
  negations: "$x = " + "!".repeat(DEEP) + "f();",
  conjunctions: "if (" + "$x instanceof A && ".repeat(DEEP) + "$x->m()) {}",
  loops: "foreach ($x as $y) { $x = $y; ".repeat(300) + "$x->m();" + "}".repeat(300),
  closures: "$f = " + "fn() => ".repeat(1000) + "1;",
  assignments: "$a = ".repeat(DEEP) + "new A;",
};

for (const [name, code] of Object.entries(NESTED)) {
  Deno.test(`deep nesting: ${name}`, () => {
    const facts = php(code);
    ok(facts.problems.every((p) => p.code !== "EXTRACTOR_FAILED"), JSON.stringify(facts.problems[0]));
    JSON.stringify(facts);
  });
}

Deno.test("a chain over five lines gives five lines", () => {
  const facts = php("\n$q->a()\n->b()\n->c()\n->d()\n->e();");
  deepEqual(facts.sites!.map((s) => [s.line, s.name]), [[2, "a"], [3, "b"], [4, "c"], [5, "d"], [6, "e"]]);
});

Deno.test("any beginning of a program gives facts", () => {
  const code = Deno.readTextFileSync(new URL("../../fixtures/php/rule4_flow.php", import.meta.url)).slice(5);
  for (let end = 0; end < code.length; end += 97) {
    const facts = php(code.slice(0, end));
    ok(
      facts.problems.every((p) => p.code !== "EXTRACTOR_FAILED"),
      `up to ${end}: ${facts.problems[0]?.message}`,
    );
  }
});

Deno.test("the same text gives the same facts", () => {
  const code = Deno.readTextFileSync(new URL("../../fixtures/php/rule4_docs.php", import.meta.url)).slice(5);
  equal(JSON.stringify(php(code)), JSON.stringify(php(code)));
});

Deno.test("terms are stored once, and only when something points to them", () => {
  const facts = php("$a = new A; $a->x(); $a->y(); $unused = new B([1, 2]); $c = [new C];");
  deepEqual(facts.terms, [["unknown"], ["name", "A"], ["name", "B"], ["name", "C"]]);
  deepEqual(sites(facts), [
    "1 new A on A (0)",
    "1 method x on A (0)",
    "1 method y on A (0)",
    "1 new B on B (1)",
    "1 new C on C (0)",
  ]);
});

Deno.test("constructs of the language are no sites", () => {
  const code =
    "isset($a); empty($a); list($a) = array(1); unset($a); eval(''); print('x'); echo('x'); exit(1); die();";
  equal(php(code).sites, undefined);
});

Deno.test("what is unknown has no receiver", () => {
  const facts = php("$a->m(); f()->m(); $b = g(); $b->m();");
  deepEqual(sites(facts), [
    "1 method m (0)",
    "1 function f -> f (0)",
    "1 method m on call(f) (0)",
    "1 function g -> g (0)",
    "1 method m on call(g) (0)",
  ]);
});
