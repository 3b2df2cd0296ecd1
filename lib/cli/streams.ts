// Standard output and standard error as values, so that a command can be tested without a process. Writes are whole or
// fail: a reader that went away is BrokenPipe, a pipe that is full is waited for.

/** Where a command writes. `columns` is null when standard output is not a terminal. */
export interface Streams {
  out(text: string): Promise<void>;
  err(text: string): void;
  columns: number | null;
  outColour: boolean;
  errTerminal: boolean;
}

/** The streams of this process. */
export function processStreams(): Streams {
  const terminal = Deno.stdout.isTerminal();
  return {
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => writeQuietly(text),
    columns: terminal ? columnsOf() : null,
    outColour: terminal && !Deno.env.get("NO_COLOR") && Deno.env.get("TERM") !== "dumb",
    errTerminal: Deno.stderr.isTerminal(),
  };
}

/** True when the other end of standard output went away, which ends a command quietly. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Deno.errors.BrokenPipe ||
    (error instanceof Error && (error as { code?: string }).code === "EPIPE");
}

interface SyncWriter {
  writeSync(data: Uint8Array): number;
}

const encoder = new TextEncoder();

/** Writes all bytes, waiting while a non-blocking pipe is full. */
export async function writeAll(writer: SyncWriter, text: string): Promise<void> {
  let bytes = encoder.encode(text);
  let pause = 1;
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writer.writeSync(bytes));
      pause = 1;
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, 50);
    }
  }
}

/** Messages must not be able to end a command: a closed standard error is ignored. */
function writeQuietly(text: string): void {
  try {
    Deno.stderr.writeSync(encoder.encode(text));
  } catch { /* nobody reads it */ }
}

function columnsOf(): number {
  try {
    return Math.max(40, Deno.consoleSize().columns);
  } catch {
    return 80;
  }
}
