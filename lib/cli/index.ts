// `ragraf index [DIR]`: always a new revision. A directory without a configuration is initialised.

import { build } from "./build.ts";
import type { Command } from "./command.ts";
import { DIRECTORY, target } from "./target.ts";

export const command: Command = {
  shape: {
    path: "index",
    summary: "Build a new revision, whether or not the files changed.",
    positionals: [DIRECTORY],
    options: {},
    example: "ragraf index .",
  },
  run: (context) => build(context, "index", target(context, context.args.positionals.length > 0), "index"),
};
