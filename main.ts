// The entry of the executable. It wires the front doors to the engine and turns their outcome into the exit code; there
// is no logic here. Everything is loaded when it is needed.

import "./lib/base/quiet_console.ts";
import { run } from "./lib/cli/mod.ts";
import type { Doors } from "./lib/cli/doors.ts";
import { EarlyOpen, guessProject } from "./lib/cli/early_open.ts";

const early = new EarlyOpen(async (reference) =>
  (await import("./lib/project/project.ts")).openProject(reference)
);

const doors: Doors = {
  operations: async () => (await import("./lib/ops/mod.ts")).OPERATIONS,
  open: (reference) => early.take(reference),
  expect: (argv) => {
    const ref = guessProject(argv);
    early.start({ ...(ref !== undefined && { ref }), cwd: Deno.cwd() });
  },
  catalog: async () => (await import("./lib/project/catalog_rows.ts")).queryCatalog(),
  drop: async (reference, all) => (await import("./lib/project/drop.ts")).drop(reference, all),
  serve: async (request) => {
    const [{ serve }, { VERSION }, { inputFault }, { failureEnvelope: failure }] = await Promise.all([
      import("./lib/mcp/mod.ts"),
      import("./lib/cli/about.ts"),
      import("./lib/cli/operation_input.ts"),
      import("./lib/cli/failure.ts"),
    ]);
    const { operations, open } = doors;
    return await serve({ ...request, version: VERSION, operations, open, inputFault, failure });
  },
  grammars: async () => (await import("./wasm/loader.ts")).grammarReport(),
};

if (import.meta.main) Deno.exit(await run(Deno.args, doors));
