// `ragraf drop`: removes the revisions of a project; with --all the whole .ragraf folder. It asks on a terminal and
// demands --yes elsewhere.

import { envelopeOf } from "../facts/envelope.ts";
import { usageProblem } from "../base/problem.ts";
import type { Command } from "./command.ts";
import { target } from "./target.ts";

export const command: Command = {
  shape: {
    path: "drop",
    summary:
      "Remove the index of a project. Its configuration, history and archives stay unless --all is given.",
    positionals: [],
    options: {
      yes: { type: "boolean", short: "y", help: "do not ask" },
      all: { type: "boolean", help: "remove the configuration, the history and the archives too" },
    },
    example: "ragraf -p ./shop drop --yes",
  },
  async run(context) {
    const { doors, streams, args, json } = context;
    const all = args.booleans.all === true;
    if (args.booleans.yes !== true && !confirmed(context.streams.err, all)) return 2;
    const report = await doors.drop(target(context), all);
    const found = report.removed.length > 0;
    await streams.out(
      json
        ? `${JSON.stringify(envelopeOf("drop", { found, result: report }))}\n`
        : `${report.root}: ${found ? `removed ${report.removed.join(", ")}` : "no index, nothing removed"}${
          report.kept.length > 0 ? `; kept ${report.kept.join(", ")}` : ""
        }\n`,
    );
    return 0;
  },
};

/** Asks on the terminal. Without one there is nobody to ask. */
function confirmed(say: (text: string) => void, all: boolean): boolean {
  if (!Deno.stdin.isTerminal()) {
    throw usageProblem(
      "NOT_CONFIRMED",
      "drop: nobody can be asked, because standard input is not a terminal",
      "add --yes",
    );
  }
  say(`remove ${all ? "the whole .ragraf folder" : "the revisions in .ragraf"}? [y/N] `);
  const buffer = new Uint8Array(256);
  const count = Deno.stdin.readSync(buffer) ?? 0;
  const yes = /^y(es)?\s*$/i.test(new TextDecoder().decode(buffer.subarray(0, count)));
  if (!yes) say("ragraf: nothing was removed\n");
  return yes;
}
