import { scanPhp } from "/work/main/lib/lang/php/scan.ts";
import { Language, Parser } from "web-tree-sitter";
import { loadGrammars } from "/work/main/wasm/loader.ts";
import { phpFiles } from "/work/main/tests/oracle/symbols/records.ts";
const g = loadGrammars();
await Parser.init({ wasmBinary: g.runtime });
const lang = await Language.load(g.php);
const parser = new Parser();
parser.setLanguage(lang);
const root = Deno.args[0]!;
const t: Record<string, number> = {};
const files = phpFiles(root).map((p) => new TextDecoder().decode(Deno.readFileSync(root + "/" + p))).map((
  text,
) => ({ text, scan: scanPhp(text) })).filter((f) => f.scan.hasPhp);
const P = { row: 0, column: 0 };
const modes: Record<string, (f: typeof files[0]) => any> = {
  raw: (f) => parser.parse(f.text),
  blank: (f) => parser.parse(f.scan.parseText),
  ranges: (f) => {
    const gaps: number[] = [];
    const h = f.scan.html, c = f.scan.comments;
    let i = 0, j = 0;
    const add = (s: number, e: number) => {
      if (e - s > 16) gaps.push(s + 1, e);
    };
    while (i < h.length || j < c.length) {
      if (j >= c.length || (i < h.length && h[i]! < c[j]!)) {
        add(h[i]!, h[i + 1]!);
        i += 2;
      } else {
        add(c[j]!, c[j + 1]!);
        j += 2;
      }
    }
    const ranges = [];
    let at = 0;
    for (let k = 0; k < gaps.length; k += 2) {
      ranges.push({ startIndex: at, endIndex: gaps[k]!, startPosition: P, endPosition: P });
      at = gaps[k + 1]!;
    }
    ranges.push({ startIndex: at, endIndex: f.text.length, startPosition: P, endPosition: P });
    return parser.parse(f.scan.parseText, null, { includedRanges: ranges });
  },
};
for (let round = 0; round < 2; round++) {
  for (const [name, m] of Object.entries(modes)) {
    let err = 0, desc = 0;
    const a = performance.now();
    for (const f of files) {
      const tree = m(f);
      if (tree.rootNode.hasError) err++;
      desc += tree.rootNode.descendantCount;
      tree.delete();
    }
    console.log(name, Math.round(performance.now() - a), err, desc);
  }
}
