import { loadExtractors } from "/work/main/lib/lang/mod.ts";
import { loadGrammars } from "/work/main/wasm/loader.ts";
import { LineIndex } from "/work/main/lib/base/text.ts";
const ex = (await loadExtractors(loadGrammars())).get("php")!;
for (const f of Deno.args) {
  const text = new TextDecoder("utf-8").decode(Deno.readFileSync(f));
  const facts = ex.extract({ path: f.split("/").at(-1)!, text, lines: new LineIndex(text) });
  console.log(f, facts.state);
  for (const n of facts.nodes) console.log(JSON.stringify(n));
  for (const n of facts.refs) console.log(JSON.stringify(n));
  for (const n of facts.problems) console.log(JSON.stringify(n));
}
