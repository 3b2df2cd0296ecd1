// The one gate: format, lint, types, tests, documents. Every step runs even when an earlier one failed, so that one
// run shows everything; the last lines say which steps failed. It changes nothing in the repository.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

interface Step {
  name: string;
  args: string[];
  /** A file without which the step has nothing to do yet; its absence is printed, never silent. */
  needs?: string;
}

const STEPS: readonly Step[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check", "."] },
  { name: "tests", args: ["test", "-A", "tests/"] },
  { name: "documents", args: ["run", "-A", "tools/docs.ts", "--check"], needs: "tools/docs.ts" },
];

/** Runs the steps of those names, or all; returns the names of those that failed. */
export async function ok(wanted: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, args, needs } of STEPS) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (needs !== undefined && !exists(`${ROOT}/${needs}`)) {
      console.log(`== ${name}: not run, there is no ${needs}`);
      continue;
    }
    console.log(`== ${name}: deno ${args.join(" ")}`);
    const start = performance.now();
    const { success } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdin: "null" }).spawn()
      .status;
    console.log(
      `== ${name}: ${success ? "ok" : "FAILED"} (${((performance.now() - start) / 1000).toFixed(1)} s)`,
    );
    if (!success) failed.push(name);
  }
  return failed;
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const known = STEPS.map((step) => step.name);
  const unknown = Deno.args.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`ok: no step ${unknown.join(", ")}; steps: ${known.join(", ")}`);
    Deno.exit(2);
  }
  const failed = await ok(Deno.args);
  console.log(failed.length === 0 ? "ok" : `FAILED: ${failed.join(", ")}`);
  Deno.exit(failed.length === 0 ? 0 : 1);
}
