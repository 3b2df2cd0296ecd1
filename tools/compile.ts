// Makes the executable: bundle, then `deno compile` of the bundle, for one target or several. It grants the program
// what docs/ARCHITECTURE.md says and nothing more, and it builds from verified inputs only: the pinned Deno version,
// pinned runtimes, pinned WebAssembly binaries.
//
//   deno task compile [--target <triple>|all]…
//
// DENORT_BIN names a runtime of your own (one target at a time); RAGRAF_PLAIN_COMPILE=1 lets Deno fetch its own.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { ASSETS, bundle, ENTRIES, ROOT } from "./bundle.ts";
import { DENORT_VERSION, denortFor, DONORS } from "./denort.ts";
import { runCommand } from "./run_command.ts";

/** Programs that the main thread may start, as they are found on PATH; Workers start nothing. */
const ENGINES = ["git", "java", "php", "joern", "joern-parse", "joern-export", "atom"];

/** Of the main thread. Projects are anywhere, so it reads and writes what the user names; it never reaches a network. */
const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys",
  // For one thread only, which may reach the one database that the configuration names (lib/project/live_schema.ts).
  "--allow-net",
  `--allow-run=${ENGINES.join(",")}`,
  "--deny-net",
];

/** Builds one executable; returns its path. */
export async function compile(target: string, folder: string): Promise<string> {
  const own = target === Deno.build.target;
  const name = `ragraf${own ? "" : `-${target}`}${target.includes("windows") ? ".exe" : ""}`;
  const output = join(ROOT, "dist", name);
  const runtime = await runtimeFor(target);
  // The code cache would be written to the shared temporary folder; it was measured to save nothing.
  const fixed = ["--no-config", "--no-lock", "--no-npm", "--no-remote", "--no-prompt", "--no-code-cache"];
  const included = [...ENTRIES.slice(1).map((entry) => entry.replace(/\.ts$/, ".js")), ...ASSETS];
  await runCommand(
    Deno.execPath(),
    [
      "compile",
      "--quiet",
      ...fixed,
      "--unstable-worker-options",
      ...PERMISSIONS,
      ...included.flatMap((path) => ["--include", path]),
      // Also with a runtime of our own: it decides in which format the payload is put in.
      "--target",
      target,
      "--output",
      output,
      "main.js",
    ],
    { cwd: folder, env: runtime === undefined ? {} : { DENORT_BIN: runtime }, quiet: true },
  );
  return output;
}

/** The runtime to embed; undefined lets Deno fetch its own. */
async function runtimeFor(target: string): Promise<string | undefined> {
  if (Deno.env.get("RAGRAF_PLAIN_COMPILE") === "1") return undefined;
  if (Deno.version.deno !== DENORT_VERSION) {
    throw new Error(
      `this is Deno ${Deno.version.deno}, the runtime is that of ${DENORT_VERSION}: ` +
        `use \`npx -y deno@${DENORT_VERSION}\`, or set RAGRAF_PLAIN_COMPILE=1 where Deno can fetch its own`,
    );
  }
  return Deno.env.get("DENORT_BIN") || await denortFor(target);
}

/** Median milliseconds from start to end of `--version` over several runs; undefined when it does not run. */
async function startUp(executable: string): Promise<number | undefined> {
  const times: number[] = [];
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    const { success } = await new Deno.Command(executable, { args: ["--version"], stdin: "null" }).output();
    if (!success) return undefined;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[3];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: { target: { type: "string", multiple: true } } });
  const wanted = values.target ?? [Deno.build.target];
  const targets = wanted.includes("all") ? Object.keys(DONORS) : wanted;
  if (targets.length > 1 && Deno.env.get("DENORT_BIN")) {
    throw new Error("DENORT_BIN holds the runtime of one target: name that target alone");
  }
  const folder = await bundle();
  for (const target of targets) {
    const path = await compile(target, folder);
    const megabytes = ((await Deno.stat(path)).size / 1e6).toFixed(1);
    const ms = target === Deno.build.target ? await startUp(path) : undefined;
    const start = target !== Deno.build.target
      ? ""
      : ms === undefined
      ? ", --version fails"
      : `, --version in ${ms.toFixed(0)} ms`;
    console.log(`${path}: ${megabytes} MB${start}`);
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(`compile: ${error instanceof Error ? error.message : String(error)}`);
    Deno.exit(1);
  }
}
