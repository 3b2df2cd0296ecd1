// `ragraf version`: one line, or with --json the version of what it runs on too.

import { envelopeOf } from "../facts/envelope.ts";
import { VERSION } from "./about.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  shape: {
    path: "version",
    summary: "Show the version.",
    positionals: [],
    options: {},
    example: "ragraf version --json",
  },
  async run({ streams, json }) {
    const { deno, v8, typescript } = Deno.version;
    const result = { ragraf: VERSION, deno, v8, typescript };
    await streams.out(
      json ? `${JSON.stringify(envelopeOf("version", { found: true, result }))}\n` : `ragraf ${VERSION}\n`,
    );
    return 0;
  },
};
