// `ragraf ensure [DIR]`: a configuration when there is none, a revision when there is none or the files changed.

import { build } from "./build.ts";
import type { Command } from "./command.ts";
import { DIRECTORY, target } from "./target.ts";

export const command: Command = {
  shape: {
    path: "ensure",
    summary: "Initialise and index a project as far as needed; cheap when nothing changed.",
    positionals: [DIRECTORY],
    options: {},
    example: "ragraf ensure .",
  },
  run: (context) => build(context, "ensure", target(context, true), "ensure"),
};
