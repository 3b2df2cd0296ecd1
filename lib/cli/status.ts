// `ragraf status`: the operation `index_status` under a shorter name.

import { askOperation } from "./ask.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  shape: {
    path: "status",
    summary: "Show the current revision, its coverage, layers and stage timings.",
    positionals: [],
    options: {},
    example: "ragraf status",
  },
  run: (context) => askOperation(context, "index_status", {}),
};
