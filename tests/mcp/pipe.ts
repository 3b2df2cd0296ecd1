// A byte pipe in memory, and a client transport over two of them.

import type { ByteReader, ByteWriter } from "../../lib/mcp/transport.ts";

export class Pipe implements ByteReader, ByteWriter {
  #chunks: Uint8Array[] = [];
  #all: Uint8Array[] = [];
  #ended = false;
  #wake: () => void = () => {};

  /** `short`: every write takes half of what it is given, as a full pipe does. */
  constructor(private readonly short = false) {}

  write(data: Uint8Array): Promise<number> {
    const part = data.slice(0, this.short ? Math.ceil(data.length / 2) : data.length);
    this.#chunks.push(part);
    this.#all.push(part);
    this.#wake();
    return Promise.resolve(part.length);
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async read(buffer: Uint8Array): Promise<number | null> {
    while (this.#chunks.length === 0) {
      if (this.#ended) return null;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const chunk = this.#chunks.shift()!;
    const taken = chunk.subarray(0, buffer.length);
    buffer.set(taken);
    if (taken.length < chunk.length) this.#chunks.unshift(chunk.subarray(taken.length));
    return taken.length;
  }

  /** Everything ever written. */
  text(): string {
    const decoder = new TextDecoder();
    return this.#all.map((c) => decoder.decode(c, { stream: true })).join("") + decoder.decode();
  }
}

/** The client's end of two pipes. Its own line reading, so that the server's is not tested against itself. */
export class PipeTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  // deno-lint-ignore no-explicit-any
  onmessage?: (message: any) => void;

  constructor(private readonly input: ByteReader, private readonly output: Pipe) {}

  start(): Promise<void> {
    this.#read();
    return Promise.resolve();
  }

  async send(message: unknown): Promise<void> {
    await this.output.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(4096);
    let rest = "";
    for (;;) {
      const count = await this.input.read(buffer);
      if (count === null) return;
      const lines = (rest + decoder.decode(buffer.subarray(0, count), { stream: true })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.onmessage?.(JSON.parse(line));
    }
  }
}
