import { scanPhp } from "/work/main/lib/lang/php/scan.ts";
import { Language, Parser, Query } from "web-tree-sitter";
import { loadGrammars } from "/work/main/wasm/loader.ts";
import { phpFiles } from "/work/main/tests/oracle/symbols/records.ts";
const g = loadGrammars();
await Parser.init({ wasmBinary: g.runtime });
const lang = await Language.load(g.php);
const parser = new Parser();
parser.setLanguage(lang);
const root = Deno.args[0]!;
const D = [
  "namespace_definition",
  "namespace_use_declaration",
  "class_declaration",
  "interface_declaration",
  "trait_declaration",
  "enum_declaration",
  "anonymous_class",
  "use_declaration",
  "const_declaration",
  "property_declaration",
  "property_promotion_parameter",
  "enum_case",
  "method_declaration",
  "function_definition",
  "anonymous_function",
  "arrow_function",
];
const q = new Query(lang, "[" + D.map((d) => `(${d})`).join(" ") + "] @x");
const t: Record<string, number> = {};
let cnt = 0, c2 = 0, c3 = 0;
for (const p of phpFiles(root)) {
  const s = scanPhp(new TextDecoder().decode(Deno.readFileSync(root + "/" + p)));
  if (!s.hasPhp) continue;
  const tree = parser.parse(s.parseText)!;
  let a = performance.now();
  const lap = (k: string) => {
    const b = performance.now();
    t[k] = (t[k] ?? 0) + b - a;
    a = b;
  };
  cnt += tree.rootNode.descendantsOfType(D).length;
  lap("descendantsOfType");
  c2 += q.captures(tree.rootNode).length;
  lap("query");
  const c = tree.walk();
  let n = 0;
  outer: for (;;) {
    n++;
    c.nodeTypeId;
    if (c.gotoFirstChild()) continue;
    while (!c.gotoNextSibling()) if (!c.gotoParent()) break outer;
  }
  c.delete();
  lap("cursor");
  tree.delete();
}
console.log(cnt, c2, t);
