import { markdownExtractor } from "/work/main/lib/lang/markdown/mod.ts";
import { LineIndex } from "/work/main/lib/base/text.ts";
const text = Deno.readTextFileSync(Deno.args[0]!);
const f = markdownExtractor.extract({ path: "d.md", text, lines: new LineIndex(text) });
for (const n of [...f.nodes, ...f.refs, ...f.problems]) console.log(JSON.stringify(n));
