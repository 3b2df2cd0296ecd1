// `ragraf help [COMMAND [OPERATION]]`: the list of commands, or the help text of one, derived from its declaration.

import { VERSION } from "./about.ts";
import type { Command } from "./command.ts";
import { COMMANDS, findCommand, shapeOf } from "./mod.ts";
import { alignRows } from "./table.ts";
import { helpText } from "./usage.ts";

export const command: Command = {
  shape: {
    path: "help",
    summary: "Show help on ragraf, a command or an operation.",
    positionals: [{ name: "COMMAND", required: false }, { name: "OPERATION", required: false }],
    options: {},
    example: "ragraf help query symbol",
  },
  async run({ args, doors, streams }) {
    const [name, operation] = args.positionals;
    if (name === undefined) {
      await streams.out(overview());
      return 0;
    }
    const { command } = await findCommand(name).load();
    await streams.out(helpText(await shapeOf(command, operation === undefined ? [] : [operation], doors)));
    return 0;
  },
};

/** The short help. */
export function overview(): string {
  return [
    `ragraf ${VERSION}: a code index for agents that work on PHP projects`,
    "",
    "Usage: ragraf [-p PROJECT] [--json] COMMAND …",
    "",
    "Commands:",
    ...alignRows(COMMANDS.map((c) => [`  ${c.name}`, c.summary])),
    "",
    "Example:",
    "  ragraf ensure . && ragraf query symbol Cart",
    "",
    "`ragraf help COMMAND` explains a command, `ragraf help query OPERATION` an operation.",
    "Exit codes: 0 success or not found, 1 failure, 2 usage, 3 refusal.",
    "",
  ].join("\n");
}
