// Asks a project one operation and shows the envelope: as JSON as it is, or readable. Shared by every command that is
// backed by an operation.

import type { Envelope } from "../facts/envelope.ts";
import type { CommandContext } from "./command.ts";
import { problemText } from "./failure.ts";

/** Opens the project, asks, prints; the exit code. */
export async function askOperation(
  context: CommandContext,
  op: string,
  input: Record<string, unknown>,
  rev?: string,
): Promise<number> {
  const { doors, ref, cwd } = context;
  if (await needsNoProject(context, op)) return await showEnvelope(context, await doors.catalog());
  const client = await doors.open({ ...(ref !== undefined && { ref }), cwd });
  try {
    const envelope = await client.query(op, input, { ...(rev !== undefined && { rev }), agent: "cli" });
    return await showEnvelope(context, envelope);
  } finally {
    await client.close();
  }
}

/** Only the registry is asked, which is the same in every folder; a named project is still opened. */
async function needsNoProject({ doors, ref }: CommandContext, op: string): Promise<boolean> {
  if (ref !== undefined) return false;
  return (await doors.operations()).some((o) =>
    o.name === op && o.needs.every((layer) => layer === "catalog")
  );
}

/** Prints an envelope; the exit code that its problem asks for. */
export async function showEnvelope(context: CommandContext, envelope: Envelope): Promise<number> {
  const { streams, json } = context;
  const { problem } = envelope;
  if (problem) streams.err(problemText(problem.message, problem.hint));
  if (json) await streams.out(`${JSON.stringify(envelope)}\n`);
  else if (!problem || envelope.result !== null) {
    const { renderEnvelope } = await import("./render.ts");
    await streams.out(renderEnvelope(envelope, { columns: streams.columns, colour: streams.outColour }));
  }
  return problem?.exit ?? 0;
}
