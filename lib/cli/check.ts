// `ragraf check`: the operation `freshness`, told not to rebuild. For scripts: the answer is the envelope.

import { askOperation } from "./ask.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  shape: {
    path: "check",
    summary: "Compare the files with the index and rebuild nothing.",
    positionals: [],
    options: { force: { type: "boolean", help: "hash every file instead of trusting size and times" } },
    example: "ragraf check",
  },
  run: (context) => askOperation(context, "freshness", context.args.booleans.force ? { force: true } : {}),
};
