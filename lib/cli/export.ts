// `ragraf export`: every record of the current revision, one object a line, streamed. A file is complete or absent:
// it is written beside its name and renamed at the end.

import { envelopeOf } from "../facts/envelope.ts";
import { resolve } from "node:path";
import { Problem } from "../base/problem.ts";
import type { ProjectClient } from "../project/types.ts";
import { type Command, lastString } from "./command.ts";
import { target } from "./target.ts";
import { isBrokenPipe, writeAll } from "./streams.ts";

export const command: Command = {
  shape: {
    path: "export",
    summary: "Print every record of the current revision, one JSON object a line, in a stable order.",
    positionals: [],
    options: {
      format: { type: "string", value: "FORMAT", choices: ["jsonl"], help: "format of the records" },
      output: {
        type: "string",
        short: "o",
        value: "FILE",
        help: "write to this file instead of standard output",
      },
    },
    example: "ragraf export --format jsonl --output records.jsonl",
  },
  async run(context) {
    const { doors, streams, args, json, cwd } = context;
    const output = lastString(args, "output");
    const client = await doors.open(target(context));
    try {
      if (output === undefined) {
        try {
          await exportTo(client, (chunk) => streams.out(chunk));
        } catch (error) {
          if (!isBrokenPipe(error)) throw error;
        }
        return 0;
      }
      const path = resolve(cwd, output);
      const bytes = await exportToFile(client, path);
      await streams.out(
        json
          ? `${JSON.stringify(envelopeOf("export", { found: true, result: { output: path, bytes } }))}\n`
          : `${path}: ${bytes} bytes\n`,
      );
    } finally {
      await client.close();
    }
    return 0;
  },
};

/** What the writer throws arrives as it was thrown: the engine hands it back wrapped, as a defect of ragraf. */
async function exportTo(client: ProjectClient, write: (chunk: string) => Promise<void>): Promise<void> {
  let failed: { error: unknown } | undefined;
  try {
    await client.export(async (chunk) => {
      try {
        await write(chunk);
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    });
  } catch (error) {
    throw failed ? failed.error : error;
  }
}

async function exportToFile(client: ProjectClient, path: string): Promise<number> {
  const temporary = `${path}.${Deno.pid}.part`;
  try {
    const file = await Deno.open(temporary, { write: true, create: true, truncate: true });
    try {
      await exportTo(client, (chunk) => writeAll(file, chunk));
    } finally {
      file.close();
    }
    const { size } = await Deno.stat(temporary);
    await Deno.rename(temporary, path);
    return size;
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    if (error instanceof Problem) throw error;
    throw new Problem(
      "OUTPUT_FAILED",
      `${path} cannot be written: ${(error as Error).message}`,
      "give a file in an existing folder that may be written, or leave --output out",
    );
  }
}
