// `ragraf doctor`: what this installation is made of, what it can do here, and what is missing. Exit code 1 when
// something essential is missing; an absent optional program is only said.

import { envelopeOf } from "../facts/envelope.ts";
import type { Command, CommandContext } from "./command.ts";
import { doctorText } from "./doctor_text.ts";
import { diagnose } from "./diagnose.ts";

export const command: Command = {
  shape: {
    path: "doctor",
    summary: "Show versions, capabilities, permissions, external programs and the project's state.",
    positionals: [],
    options: {},
    example: "ragraf doctor --json",
  },
  async run(context: CommandContext) {
    const { doors, streams, ref, cwd, json } = context;
    const result = await diagnose(doors, { ...(ref !== undefined && { ref }), cwd });
    const ok = result.missing.length === 0;
    await streams.out(
      json
        ? `${
          JSON.stringify(
            envelopeOf("doctor", {
              index_rev: result.project.index_rev,
              provenance: "live",
              found: true,
              result,
            }),
          )
        }\n`
        : doctorText(result),
    );
    return ok ? 0 : 1;
  },
};
