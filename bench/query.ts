// One-shot queries as whole processes, and warm ones through a living MCP server, at the size of a corpus.
// `deno task bench query [corpus …] [--runs N]`.

import { CORPORA, corpusRoot } from "./fetch.ts";
import { measure, printTable, quantile } from "./measure.ts";
import { McpClient } from "./mcp_client.ts";
import { makeWorkspace, ragrafCommand } from "./workspace.ts";

const runsAt = Deno.args.indexOf("--runs");
const runs = runsAt >= 0 ? Number(Deno.args[runsAt + 1]) : 11;
const asked = Deno.args.filter((a, i) => !a.startsWith("--") && (runsAt < 0 || i !== runsAt + 1));
const names = asked.length > 0 ? asked : ["wordpress", "mediawiki"];
const WARM_CALLS = 100;
const ragraf = ragrafCommand();

for (const name of names) {
  const root = corpusRoot(name);
  if (root === null) {
    console.log(`${name}: not fetched (deno task corpora ${name})`);
    continue;
  }
  const work = makeWorkspace(name, root, CORPORA.find((c) => c.name === name)?.exclude ?? []);
  const base = [...ragraf.args, "-p", work.config];
  await measure(ragraf.program, [...base, "ensure"], work.env);
  const exported = await measure(ragraf.program, [...base, "export", "--format", "jsonl"], work.env);
  const symbols = sample(exported.stdout, WARM_CALLS);

  const empty = new URL("empty.ts", import.meta.url).pathname;
  const rows: string[][] = [];
  const oneShot = async (label: string, args: string[]) => {
    const times: number[] = [];
    for (let i = 0; i < runs; i++) times.push((await measure(ragraf.program, args, work.env)).ms);
    rows.push([label, "one-shot", ...figures(times)]);
  };
  const bare: number[] = [];
  for (let i = 0; i < runs; i++) bare.push((await measure(Deno.execPath(), ["run", "-A", empty], {})).ms);
  rows.push(["an empty Deno program", "one-shot", ...figures(bare)]);
  await oneShot("query symbol", [...base, "--json", "query", "symbol", symbols[0]!.fqn]);
  await oneShot("query search", [...base, "--json", "query", "search", "parse the request headers"]);

  const client = await McpClient.start(ragraf.program, [...base, "mcp"], work.env);
  const warm = async (tool: string, input: (i: number) => Record<string, unknown>, calls = WARM_CALLS) => {
    const times: number[] = [];
    for (let i = 0; i < calls; i++) {
      const started = performance.now();
      await client.call(tool, input(i));
      times.push(performance.now() - started);
    }
    rows.push([tool, "warm, MCP", ...figures(times)]);
  };
  const at = (i: number) => symbols[i % symbols.length]!;
  await client.call("ragraf_symbol", { name: at(0).fqn });
  await warm("ragraf_symbol", (i) => ({ name: at(i).fqn }));
  await warm("ragraf_search", (i) => ({ query: at(i).words }));
  await warm("ragraf_code", (i) => ({ name: at(i).fqn }));
  await warm("ragraf_live_read", (i) => ({ path: at(i).path, lines: "1-40" }));
  await warm("ragraf_repo_map", () => ({ budget_tokens: 2000 }), 5);
  await warm("ragraf_index_status", () => ({}), 20);
  await warm("ragraf_freshness", () => ({}), 20);
  await client.close();
  Deno.removeSync(work.dir, { recursive: true });
  console.log(`\n${name}: milliseconds, the guard's look at every file included`);
  printTable(["operation", "how", "p50", "p95", "max"], rows);
}

function figures(times: number[]): string[] {
  return [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(1));
}

/** Every n-th method, function or class of the corpus. */
function sample(jsonl: string, count: number): { fqn: string; path: string; words: string }[] {
  const nodes = jsonl.split("\n").filter((line) => line.startsWith('{"t":"node"')).map((line) =>
    JSON.parse(line)
  )
    .filter((n) => ["method", "function", "class"].includes(n.kind) && !n.fqn.includes("@"));
  const step = Math.max(1, Math.floor(nodes.length / count));
  return nodes.filter((_, i) => i % step === 0).slice(0, count).map((n) => ({
    fqn: n.fqn,
    path: n.path,
    words: n.name.replace(/([a-z])([A-Z])|_/g, "$1 $2"),
  }));
}
