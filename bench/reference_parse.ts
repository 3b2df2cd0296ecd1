// The reference of bench/index.ts: parse the same PHP files with the same grammar on one thread and walk every node,
// nothing else. What ragraf takes is quoted as a multiple of it, because machines differ and the ratio does not.

import { Language, Parser } from "web-tree-sitter";
import { loadGrammars } from "../wasm/loader.ts";

const files: string[] = [];
const visit = (dir: string) => {
  for (const entry of Deno.readDirSync(dir)) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "vendor") visit(path);
    else if (entry.isFile && /\.(php|inc|phtml|module)$/.test(entry.name)) files.push(path);
  }
};
visit(Deno.args[0]!);

const grammars = loadGrammars();
await Parser.init({ wasmBinary: grammars.runtime });
const parser = new Parser();
parser.setLanguage(await Language.load(grammars.php));
const texts = files.map((f) => new TextDecoder("latin1").decode(Deno.readFileSync(f)));

const started = performance.now();
let nodes = 0;
for (const text of texts) {
  const tree = parser.parse(text);
  if (tree === null) continue;
  const cursor = tree.walk();
  for (let down = true;;) {
    if (down) {
      nodes++;
      if (cursor.gotoFirstChild()) continue;
    }
    if (cursor.gotoNextSibling()) down = true;
    else if (cursor.gotoParent()) down = false;
    else break;
  }
  cursor.delete();
  tree.delete();
}
console.log(JSON.stringify({ ms: performance.now() - started, files: files.length, nodes }));
