// `ragraf init [DIR]`: the configuration of a project, written when there is none. It indexes nothing.

import { envelopeOf } from "../facts/envelope.ts";
import { dirname, join, resolve } from "node:path";
import type { ProjectReference } from "../project/types.ts";
import type { Command } from "./command.ts";
import { DIRECTORY, target } from "./target.ts";

const CONFIG = ".ragraf/project.yaml";

export const command: Command = {
  shape: {
    path: "init",
    summary: "Write the configuration of a project (.ragraf/project.yaml) when there is none; index nothing.",
    positionals: [DIRECTORY],
    options: {},
    example: "ragraf init .",
  },
  async run(context) {
    const { doors, streams, json } = context;
    const reference = target(context, true);
    const before = configured(reference);
    const client = await doors.open(reference);
    try {
      const result = {
        name: client.name,
        root: client.root,
        config_file: client.configFile,
        written: !before,
      };
      await streams.out(
        json
          ? `${JSON.stringify(envelopeOf("init", { found: true, result }))}\n`
          : `${result.config_file} ${result.written ? "was written" : "exists and was left as it is"}\n` +
            `next: \`ragraf ensure\` in ${result.root}\n`,
      );
    } finally {
      await client.close();
    }
    return 0;
  },
};

/** Whether the project had a configuration before this command. */
function configured({ ref, cwd }: ProjectReference): boolean {
  if (ref !== undefined) {
    const path = resolve(cwd, ref);
    // A configuration file, or the name of a project in the catalog: both exist already.
    return !isDirectory(path) || exists(join(path, CONFIG));
  }
  for (let dir = cwd;; dir = dirname(dir)) {
    if (exists(join(dir, CONFIG))) return true;
    if (dirname(dir) === dir) return false;
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
