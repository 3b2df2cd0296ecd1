// `ragraf mcp`: the server over the standard streams until its input ends. Calls that are being answered then are
// finished first, so that requests piped into it get their answers.

import type { ServeOptions } from "./options.ts";
import { makeServer } from "./server.ts";
import { Session } from "./session.ts";
import { type ByteReader, type ByteWriter, LineTransport } from "./transport.ts";

export type { ServeOptions } from "./options.ts";

/** How long calls may go on after the input ended. */
const MOST_DRAIN_MS = 60_000;

/** Serves; always exit code 0, because what fails is told over the protocol. */
export async function serve(
  options: ServeOptions,
  input: ByteReader = Deno.stdin,
  output: ByteWriter = Deno.stdout,
): Promise<number> {
  const { ref, cwd } = options;
  const session = new Session(options.open, { ...(ref !== undefined && { ref }), cwd });
  const { server, idle } = makeServer(options, session);
  const transport = new LineTransport(input, output);
  server.onerror = (error) => console.error(`ragraf mcp: ${error.message}`);
  await server.connect(transport);
  await transport.ended;
  // A request of the last line may not have reached its handler yet.
  await nextTask();
  const drained = idle().then(nextTask).then(() => transport.flush());
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([drained, new Promise((resolve) => timer = setTimeout(resolve, MOST_DRAIN_MS))]);
  clearTimeout(timer);
  await server.close();
  await session.close();
  return 0;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
