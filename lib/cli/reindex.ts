// `ragraf reindex`: a new revision of a project that has a configuration. Unlike `index` it never writes one.

import { build } from "./build.ts";
import type { Command } from "./command.ts";
import { target } from "./target.ts";

export const command: Command = {
  shape: {
    path: "reindex",
    summary: "Build a new revision of an indexed project.",
    positionals: [],
    options: {
      commit: { type: "boolean", help: "make the new revision the current one; this is what reindex does" },
    },
    example: "ragraf reindex --commit",
  },
  run: (context) => build(context, "reindex", target(context), "index"),
};
