// `ragraf catalog`: the operation `catalog`.

import { askOperation } from "./ask.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  shape: {
    path: "catalog",
    summary: "List the projects registered on this machine.",
    positionals: [],
    options: {},
    example: "ragraf catalog --json",
  },
  run: (context) => askOperation(context, "catalog", {}),
};
