// The protocol's lines over the standard streams. It answers nothing itself except what is malformed, survives
// every line that is not a message, and writes whole messages in the order they were sent.

// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { requestFault } from "./request_fault.ts";

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
      this.#refuse(null, ErrorCode.InvalidRequest, `a message of ${size} bytes is too long`);
      return;
    }
    const decoder = new TextDecoder();
    const line = parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      this.#refuse(null, ErrorCode.ParseError, `Parse error: ${(error as Error).message}`);
      return;
    }
    this.#takeMessage(value);
  }

  #takeMessage(value: unknown): void {
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) {
      const fault = "method" in message.data && "id" in message.data ? requestFault(message.data) : undefined;
      if (fault === undefined) this.onmessage?.(message.data);
      else this.#refuse((message.data as { id: RequestId }).id, ErrorCode.InvalidParams, fault);
      return;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      const what = Array.isArray(value) ? "batches are not supported" : "a message is one JSON object";
      this.#refuse(null, ErrorCode.InvalidRequest, `Invalid Request: ${what}`);
      return;
    }
    const { id, method } = value as { id?: unknown; method?: unknown };
    // A malformed answer is not answered: two ends would refuse each other's refusals for ever.
    if (method === undefined && ("result" in value || "error" in value)) {
      this.onerror?.(new Error("an answer that is not a JSON-RPC message was skipped"));
      return;
    }
    this.#refuse(
      typeof id === "string" || typeof id === "number" ? id : null,
      ErrorCode.InvalidRequest,
      'Invalid Request: it needs "jsonrpc": "2.0", a method and, for an answer, an id',
    );
  }

  #refuse(id: RequestId | null, code: ErrorCode, message: string): void {
    this.onerror?.(new Error(message));
    // JSON-RPC demands null where the id could not be read, which the SDK's type does not know.
    this.send({ jsonrpc: "2.0", id: id as RequestId, error: { code, message } });
  }
}
