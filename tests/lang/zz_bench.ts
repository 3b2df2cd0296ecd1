import { scanPhp } from "/work/main/lib/lang/php/scan.ts";
import { PhpParser } from "/work/main/lib/lang/php/parser.ts";
import { PhpText } from "/work/main/lib/lang/php/source.ts";
import { declarations } from "/work/main/lib/lang/php/declarations.ts";
import { syntaxProblems } from "/work/main/lib/lang/php/problems.ts";
import { loadGrammars } from "/work/main/wasm/loader.ts";
import { LineIndex } from "/work/main/lib/base/text.ts";
import { phpFiles } from "/work/main/tests/oracle/symbols/records.ts";
const parser = await PhpParser.load(loadGrammars());
for (const root of Deno.args) {
  const t = { read: 0, lines: 0, scan: 0, parse: 0, problems: 0, decl: 0 };
  let n = 0, lines = 0, nodes = 0;
  for (const p of phpFiles(root)) {
    let a = performance.now();
    const lap = (k: keyof typeof t) => {
      const b = performance.now();
      t[k] += b - a;
      a = b;
    };
    const text = new TextDecoder().decode(Deno.readFileSync(root + "/" + p));
    lap("read");
    const li = new LineIndex(text);
    lines += li.count;
    lap("lines");
    const scan = scanPhp(text);
    lap("scan");
    if (!scan.hasPhp) continue;
    const tree = parser.parse(scan.parseText)!;
    lap("parse");
    const src = new PhpText({ path: p, text, lines: li }, scan);
    syntaxProblems(tree, src);
    lap("problems");
    nodes += declarations(parser, tree, src).nodes.length;
    lap("decl");
    tree.delete();
    n++;
  }
  console.log(
    root,
    n,
    lines,
    nodes,
    Object.fromEntries(Object.entries(t).map(([k, v]) => [k, Math.round(v)])),
  );
}
