// Full index of every corpus as a whole process: wall time, peak memory, index size, beside universal-ctags and beside
// the bare parse of the same files, in one run (DESIGN §12). `deno task bench index [corpus …] [--runs N]`.

import { CORPORA, corpusRoot } from "./fetch.ts";
import { folderBytes, measure, median, printTable } from "./measure.ts";
import { makeWorkspace, ragrafCommand } from "./workspace.ts";

const runsAt = Deno.args.indexOf("--runs");
const runs = runsAt >= 0 ? Number(Deno.args[runsAt + 1]) : 3;
const asked = Deno.args.filter((a, i) => !a.startsWith("--") && (runsAt < 0 || i !== runsAt + 1));
const names = asked.length > 0 ? asked : CORPORA.map((c) => c.name);
const ragraf = ragrafCommand();
const rows: string[][] = [];
for (const name of names) {
  const root = corpusRoot(name);
  if (root === null) {
    console.log(`${name}: not fetched (deno task corpora ${name})`);
    continue;
  }
  const exclude = CORPORA.find((c) => c.name === name)?.exclude ?? [];
  const times: number[] = [];
  const peaks: number[] = [];
  const ctags: number[] = [];
  let report: { files: number; nodes: number; stages: { stage: string; ms: number }[] } | null = null;
  let size = 0;
  let source = 0;
  let lines = 0;
  for (let run = 0; run < runs; run++) {
    const work = makeWorkspace(name, root, exclude);
    const index = await measure(
      ragraf.program,
      [...ragraf.args, "-p", work.config, "--json", "index"],
      work.env,
    );
    if (index.code !== 0) throw new Error(`${name}: ${index.stderr || index.stdout}`);
    times.push(index.ms);
    peaks.push(index.peakMiB ?? NaN);
    report = JSON.parse(index.stdout).result;
    size = folderBytes(`${work.dir}/.ragraf/revs`);
    if (run === 0) {
      const status = await measure(
        ragraf.program,
        [...ragraf.args, "-p", work.config, "--json", "query", "index_status"],
        work.env,
      );
      const languages = JSON.parse(status.stdout).result.languages as Record<
        string,
        { lines: number; bytes: number }
      >;
      for (const l of Object.values(languages)) {
        lines += l.lines;
        source += l.bytes;
      }
    }
    Deno.removeSync(work.dir, { recursive: true });
    ctags.push((await measure("ctags", ["-R", "--languages=PHP", "-f", "/dev/null", root])).ms);
  }
  const referenceScript = new URL("reference_parse.ts", import.meta.url).pathname;
  const reference = await measure(Deno.execPath(), ["run", "-A", referenceScript, root]);
  const bare = JSON.parse(reference.stdout).ms as number;
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  rows.push([
    name,
    String(report!.files),
    String(lines),
    String(report!.nodes),
    seconds(median(times)),
    seconds(bare),
    `${(median(times) / bare).toFixed(2)}×`,
    seconds(median(ctags)),
    median(peaks).toFixed(0),
    (size / 2 ** 20).toFixed(1),
    `${(size / source).toFixed(2)}×`,
    report!.stages.map((s) => `${s.stage} ${s.ms.toFixed(0)}`).join(", "),
  ]);
  console.log(`${name}: done`);
}
console.log(`\n${runs} runs each, medians, whole processes; ${navigator.hardwareConcurrency} cores`);
printTable(
  [
    "corpus",
    "files",
    "lines",
    "nodes",
    "index s",
    "bare parse s",
    "ratio",
    "ctags s",
    "peak MiB",
    "size MiB",
    "of source",
    "stages ms (last run)",
  ],
  rows,
);
