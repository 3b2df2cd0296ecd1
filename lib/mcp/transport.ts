// The protocol's lines over the standard streams. It answers nothing itself except a malformed request, survives every
// line that is not a message, and writes whole messages in the order they were sent.

// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";

export interface ByteReader {
  read(buffer: Uint8Array): Promise<number | null>;
}

export interface ByteWriter {
  write(data: Uint8Array): Promise<number>;
}

/** A longer line is dropped: no request of these tools comes near it. Bytes. */
const MOST_LINE_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 10;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when the input ends or the output is gone. */
  readonly ended: Promise<void>;
  #end!: () => void;
  #queue: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(private readonly input: ByteReader, private readonly output: ByteWriter) {
    this.ended = new Promise((resolve) => this.#end = resolve);
  }

  start(): Promise<void> {
    this.#readLines().catch((error) => this.onerror?.(error)).finally(() => this.#end());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    this.#queue = this.#queue.then(() => this.#writeAll(bytes)).catch((error) => {
      this.onerror?.(error);
      // Nobody reads any more: as good as the end of the input.
      this.#end();
    });
    return this.#queue;
  }

  /** Resolves when everything sent so far is written. */
  flush(): Promise<void> {
    return this.#queue;
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#end();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0 && !this.#closed) {
      try {
        rest = rest.subarray(await this.output.write(rest));
      } catch (error) {
        if (!(error instanceof Deno.errors.WouldBlock)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  }

  async #readLines(): Promise<void> {
    const buffer = new Uint8Array(64 * 1024);
    let parts: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const count = await this.input.read(buffer);
      if (count === null) break;
      let from = 0;
      for (let at = buffer.indexOf(LINE_FEED); at >= 0 && at < count; at = buffer.indexOf(LINE_FEED, from)) {
        parts.push(buffer.slice(from, at));
        this.#takeLine(parts, size + at - from);
        parts = [];
        size = 0;
        from = at + 1;
      }
      size += count - from;
      if (size <= MOST_LINE_BYTES) parts.push(buffer.slice(from, count));
      else parts = [];
    }
    if (size > 0) this.#takeLine(parts, size);
  }

  #takeLine(parts: readonly Uint8Array[], size: number): void {
    if (size > MOST_LINE_BYTES) {
      this.onerror?.(new Error(`a line of ${size} bytes was dropped`));
      return;
    }
    const decoder = new TextDecoder();
    const line = parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
    if (line.trim() === "") return;
    try {
      this.#takeMessage(JSON.parse(line));
    } catch (error) {
      this.onerror?.(new Error(`a line that is not JSON was skipped: ${(error as Error).message}`));
    }
  }

  #takeMessage(value: unknown): void {
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) {
      this.onmessage?.(message.data);
      return;
    }
    this.onerror?.(new Error("a line that is not a JSON-RPC message was skipped"));
    const id = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : undefined;
    if (typeof id === "string" || typeof id === "number") {
      this.send({
        jsonrpc: "2.0",
        id,
        error: { code: ErrorCode.InvalidRequest, message: "Invalid Request" },
      });
    }
  }
}
