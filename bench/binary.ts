// The executable as a user gets it: its size, what is inside, and how fast it starts beside `deno run` of the source.
// `deno task bench binary [--runs N]` compiles it first.

import { ASSETS, ENTRIES, ROOT } from "../tools/bundle.ts";
import { measure, printTable, quantile } from "./measure.ts";
import { makeWorkspace } from "./workspace.ts";

const runsAt = Deno.args.indexOf("--runs");
const runs = runsAt >= 0 ? Number(Deno.args[runsAt + 1]) : 11;
const root = ROOT.replace(/\/$/, "");
const binary = `${root}/dist/ragraf`;
const built = await measure(Deno.execPath(), ["run", "-A", `${root}/tools/compile.ts`]);
if (built.code !== 0) throw new Error(built.stderr);

const bundled = [...walk(`${root}/dist/bundle`)].sort((a, b) => b.bytes - a.bytes);
const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
console.log(
  `dist/ragraf: ${mib(Deno.statSync(binary).size)} MiB, of it the program ${
    mib(bundled.reduce((sum, f) => sum + f.bytes, 0))
  } MiB`,
);
console.log(`entries: ${ENTRIES.length}, assets: ${ASSETS.length}; the largest parts:`);
for (const { path, bytes } of bundled.slice(0, 6)) console.log(`  ${mib(bytes).padStart(5)} MiB  ${path}`);

const work = makeWorkspace("sample", `${root}/tests/fixtures/sample`);
const source = { program: Deno.execPath(), args: ["run", "-A", `${root}/main.ts`] };
const exe = { program: binary, args: [] as string[] };
await measure(exe.program, [...exe.args, "-p", work.config, "ensure"], work.env);
const rows: string[][] = [];
for (
  const [what, tail] of [
    ["--version", ["--version"]],
    ["query symbol (sample)", ["-p", work.config, "--json", "query", "symbol", "Cart::add"]],
  ] as [string, string[]][]
) {
  const times: Record<string, number[]> = { executable: [], "deno run": [] };
  // In turn, so that a change of the machine's speed meets both.
  for (let i = 0; i < runs; i++) {
    times.executable!.push((await measure(exe.program, [...exe.args, ...tail], work.env)).ms);
    times["deno run"]!.push((await measure(source.program, [...source.args, ...tail], work.env)).ms);
  }
  for (const [how, ms] of Object.entries(times)) {
    rows.push([what, how, ...[0.5, 0.95].map((q) => quantile(ms, q).toFixed(1))]);
  }
}
Deno.removeSync(work.dir, { recursive: true });
console.log(`\nmilliseconds, ${runs} runs in turn`);
printTable(["what", "how", "p50", "p95"], rows);

function* walk(dir: string): Iterable<{ path: string; bytes: number }> {
  for (const entry of Deno.readDirSync(dir)) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory) yield* walk(path);
    else yield { path: path.slice(dir.length + 1), bytes: Deno.statSync(path).size };
  }
}
