// Invariant 1: an extractor returns facts for any text. Nothing here is PHP that runs; all of it is text that people
// or machines leave in files.

import { equal, ok } from "node:assert/strict";
import { scanBrokenPhp, scanPhp } from "../../../lib/lang/php/scan.ts";
import { extract, outline } from "../extract.ts";

/** Texts that end too early, contain what no program contains, or are deeper or longer than any program. */
const TEXTS: Record<string, string> = {
  "NUL bytes": "<?php \0\0 class A {} \0",
  "unterminated string": "<?php $a = 'abc; function f() {}",
  "unterminated interpolation": '<?php $a = "x {$b[";',
  "unterminated comment": "<?php class A {} /* function f() {}",
  "unterminated heredoc": "<?php $a = <<<X\nfunction f() {}\n",
  "lone surrogates": "<?php $a = '\ud800'; class \udc00 {}",
  "only an opening tag": "<?php",
  "only a short tag": "<?",
  "closing braces only": "<?php }}}}",
  "5,000 blocks deep": `<?php function f() {${"if (1) {".repeat(5000)}function g() {}${"}".repeat(5000)}}`,
  "5,000 closures deep": `<?php $x = ${"function () { return ".repeat(5000)}1${";}".repeat(5000)};`,
  "5,000 arrays deep": `<?php $x = ${"[".repeat(5000)}${"]".repeat(5000)};`,
  "a sum of 20,000": `<?php $x = ${"1 + ".repeat(20000)}1;`,
  "one line of 1 MB": `<?php $x = '${"x".repeat(1_000_000)}'; class A {}`,
  "prose": "<?php " + 'It\'s a (test) of {braces} and "quotes". '.repeat(200),
};

for (const [name, text] of Object.entries(TEXTS)) {
  Deno.test(`FT-2: facts for ${name}`, () => {
    const facts = extract("php", text);
    ok(facts.state === "parsed" || (facts.state === "partial" && facts.problems.length > 0), facts.state);
    equal(facts.nodes[0]!.kind, "file");
    ok(facts.problems.length <= 21);
    for (const node of facts.nodes) ok(node.start_line >= 1 && node.start_line <= node.end_line);
  });
}

Deno.test("FT-2: what is sound in a broken file is kept", () => {
  const kept = (text: string, ...expected: string[]) => {
    const facts = extract("php", text);
    equal(facts.state, "partial");
    equal(outline(facts).join("\n"), expected.join("\n"));
  };
  kept("<?php class A { function f() {", "class A 1-1", "method A::f 1-1");
  kept(
    "<?php\nclass A {\nfunction f() {\n\npublic function g() {}\n}\n",
    "class A 2-6",
    "method A::f 3-3",
    "method A::g 5-5",
  );
  kept("<?php function f() { $x = ; } class A {}", "function f 1-1", "class A 1-1");
  kept("<?php\n$a = 'abc;\nfunction f() {}", "function f 3-3");
});

Deno.test("FT-2: a file of 168,000 lines is read to its end", () => {
  const rows = Array.from(
    { length: 168_000 },
    (_, i) => `  "k${i}" => ${i},\n`,
  );
  const facts = extract("php", `<?php\nreturn [\n${rows.join("")}];\nfunction last() {}\n`);
  equal(facts.state, "parsed");
  equal(outline(facts).join(), "function last 168004-168004");
});

Deno.test("the text for the parser has the length of the file's text", () => {
  for (const text of Object.values(TEXTS)) {
    equal(scanPhp(text).parseText.length, text.length);
    ok(scanBrokenPhp(text).parseText.length >= text.length);
  }
});
