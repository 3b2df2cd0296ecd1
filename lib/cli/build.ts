// What `ensure`, `index` and `reindex` share: open, build with a progress line, show the report.

import { buildEnvelope } from "../project/build_envelope.ts";
import type { BuildReport, ProjectClient, ProjectReference } from "../project/types.ts";
import { buildText } from "./build_text.ts";
import type { CommandContext } from "./command.ts";
import { progressLine } from "./progress.ts";

/** Runs one of the two ways to build; always exit code 0, failures are thrown. */
export async function build(
  context: CommandContext,
  op: string,
  reference: ProjectReference,
  how: "ensure" | "index",
): Promise<number> {
  const { doors, streams, json } = context;
  const client = await doors.open(reference);
  try {
    const report = await withProgress(context, client, how);
    await streams.out(
      json ? `${JSON.stringify(buildEnvelope(op, report, client.root))}\n` : buildText(report, client.root),
    );
  } finally {
    await client.close();
  }
  return 0;
}

async function withProgress(
  { streams }: CommandContext,
  client: ProjectClient,
  how: "ensure" | "index",
): Promise<BuildReport> {
  const line = progressLine(streams);
  try {
    return await client[how](line.report);
  } finally {
    line.end();
  }
}
