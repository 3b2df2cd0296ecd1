// `ragraf completions SHELL`: a completion script made from the list of commands and operations, so that it cannot name
// what does not exist.

import { usageProblem } from "../base/problem.ts";
import type { Command, CommandShape } from "./command.ts";
import { COMMON_OPTIONS } from "./command.ts";
import { completionScript, SHELLS, type Words } from "./completion_scripts.ts";
import type { Doors } from "./doors.ts";
import { COMMANDS, shapeOf } from "./mod.ts";
import { operationShape } from "./operation_shape.ts";

export const command: Command = {
  shape: {
    path: "completions",
    summary: `Print a completion script for a shell: ${SHELLS.join(", ")}.`,
    positionals: [{ name: "SHELL", required: true }],
    options: {},
    example: "ragraf completions bash > ~/.local/share/bash-completion/completions/ragraf",
  },
  async run({ args, doors, streams }) {
    const shell = args.positionals[0] ?? "";
    const known = SHELLS.find((s) => s === shell);
    if (known === undefined) {
      throw usageProblem(
        shell === "" ? "MISSING_INPUT" : "BAD_INPUT",
        shell === "" ? "completions needs a SHELL" : `completions: "${shell}" is not a shell it knows`,
        `allowed: ${SHELLS.join(", ")}`,
      );
    }
    await streams.out(completionScript(known, await words(doors)));
    return 0;
  },
};

/** What can follow what: the empty key is the first word, `query` the second, `query symbol` the flags. */
async function words(doors: Doors): Promise<Words> {
  const operations = await doors.operations();
  const flags: Record<string, string[]> = {};
  for (const entry of COMMANDS) {
    const { command } = await entry.load();
    flags[entry.name] = flagsOf(await shapeOf(command, [], doors));
  }
  for (const operation of operations) flags[`query ${operation.name}`] = flagsOf(operationShape(operation));
  return {
    commands: COMMANDS.map((c) => [c.name, c.summary] as const),
    operations: operations.map((o) => [o.name, o.title] as const),
    flags,
  };
}

function flagsOf(shape: CommandShape): string[] {
  return [...Object.keys(shape.options), ...Object.keys(COMMON_OPTIONS)].map((name) => `--${name}`);
}
