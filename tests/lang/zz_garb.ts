import { loadExtractors } from "/work/main/lib/lang/mod.ts";
import { loadGrammars } from "/work/main/wasm/loader.ts";
import { LineIndex } from "/work/main/lib/base/text.ts";
const ex = (await loadExtractors(loadGrammars())).get("php")!;
const rnd = (n: number, abc: string) => {
  let s = 1, o = "";
  for (let i = 0; i < n; i++) {
    s = (s * 1103515245 + 12345) & 0x7fffffff;
    o += abc[(s >> 8) % abc.length];
  }
  return o;
};
const cases: Record<string, string> = {
  randomAscii: "<?php " +
    rnd(1e6, Array.from({ length: 96 }, (_, i) => String.fromCharCode(32 + i)).join("")),
  punct: "<?php " + rnd(1e6, "(){}[];,.$a =>:?<-+'"),
  opens: "<?php " + "(".repeat(1e6),
  braces: "<?php " + "{".repeat(1e6),
  arrays: "<?php $a=" + "[".repeat(300000) + "]".repeat(300000) + ";",
  words: "<?php " + "foo ".repeat(300000),
  classes: "<?php " + "class A { function f( ".repeat(50000),
  text: "<?php " + "Lorem ipsum dolor sit amet, consectetur. It's (a) test: foo {bar} ".repeat(20000),
  ternary: "<?php $x = " + "$a ? ".repeat(50000) + "1;",
  types: "<?php function f(" + "A|B&C|".repeat(20000) + "D $x) {}",
  lt: "<?php $x = " + "a<b>(".repeat(50000) + ";",
  concat: "<?php $x = " + "'a' . ".repeat(200000) + "1;",
  ifs: "<?php " + "if ($a) ".repeat(100000) + ";",
  elseifs: "<?php " + "if ($a) {} else ".repeat(20000) + ";",
  heredocs: "<?php " + "$a = <<<X\n".repeat(50000),
  dq: '<?php $x = "' + '{$a["'.repeat(100000),
  nested5000: "<?php function f(){" + "if(1){".repeat(5000) + "function g(){}" + "}".repeat(5000) + "}",
  closures5000: "<?php $x = " + "function(){ return ".repeat(5000) + "1" + ";}".repeat(5000) + ";",
  binary: "<?php " + rnd(1e6, Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join("")),
  sql: "<?php " + "INSERT INTO `x` VALUES (1,'it''s',\"b\");\n".repeat(25000),
  nul: "<?php " + "\0".repeat(1e5) + "class A {}",
  big: "<?php\n" +
    Array.from({ length: 42000 }, (_, i) => `function f${i}($a, $b = 1) {\n  return $a + $b;\n\n}\n`).join(
      "",
    ),
  bigif: "<?php\nif (1) {\n" +
    Array.from({ length: 20000 }, (_, i) => `function f${i}($a, $b = 1) {\n  return $a + $b;\n\n}\n`).join(
      "",
    ) +
    "}",
  bigarr: "<?php\nreturn [\n" +
    Array.from({ length: 168000 }, (_, i) => `  'key${i}' => ['a', ${i}, "some text here that is longer"],\n`)
      .join("") +
    "];",
};
for (const [k, text] of Object.entries(cases)) {
  if (Deno.args.length && !Deno.args.includes(k)) continue;
  const a = performance.now();
  const f = ex.extract({ path: "x.php", text, lines: new LineIndex(text) });
  console.log(
    k,
    text.length,
    Math.round(performance.now() - a) + "ms",
    f.state,
    f.nodes.length,
    f.problems.length,
    JSON.stringify(f.problems[0] ?? null)?.slice(0, 150),
  );
}
