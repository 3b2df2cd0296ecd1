// Bundles main.ts and the code of every Worker into dist/bundle/, with their npm packages inside, and puts beside them
// the binary files they read at run time. `deno run -A dist/bundle/main.js` then needs no network, no configuration
// and no package cache; tools/compile.ts turns the folder into an executable.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WORKER_ENTRIES } from "../lib/project/worker_urls.ts";
import { stageGrammars } from "../wasm/stage.ts";
import { runCommand } from "./run_command.ts";

/** Root of the repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Sources that are started on their own: the program and its Workers. */
export const ENTRIES: readonly string[] = ["main.ts", ...Object.values(WORKER_ENTRIES).map((e) => `${e}.ts`)];

/** Files and folders read at run time, copied under the same relative path. Absent ones are an error. */
export const ASSETS: readonly string[] = ["wasm/bin"];

/** Builds `dist/bundle/` from nothing; returns its path. */
export async function bundle(): Promise<string> {
  await stageGrammars();
  const out = join(ROOT, "dist", "bundle");
  await Deno.remove(out, { recursive: true }).catch(ignoreAbsence);
  // The bundler turns a name that a module does not export into an undefined value, without a word.
  await runCommand(Deno.execPath(), ["check", "--quiet", ...ENTRIES], { cwd: ROOT, quiet: true });
  await runCommand(
    Deno.execPath(),
    ["bundle", "--quiet", "--platform", "deno", "--code-splitting", "--outdir", out, ...ENTRIES],
    { cwd: ROOT, quiet: true },
  );
  for (const asset of ASSETS) await copy(join(ROOT, asset), join(out, asset));
  // Permissions of Workers are an unstable option of Deno, which `deno run` learns from the nearest configuration.
  await Deno.writeTextFile(
    join(out, "deno.json"),
    '{ "unstable": ["worker-options"], "nodeModulesDir": "none" }\n',
  );
  return out;
}

async function copy(from: string, to: string): Promise<void> {
  if (!(await Deno.stat(from)).isDirectory) {
    await Deno.mkdir(dirname(to), { recursive: true });
    await Deno.copyFile(from, to);
    return;
  }
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) await copy(join(from, entry.name), join(to, entry.name));
}

function ignoreAbsence(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

if (import.meta.main) console.log(await bundle());
