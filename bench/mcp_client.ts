// A minimal MCP client over stdio for benchmarks and system tests: one request at a time, nothing hidden. It refuses any
// byte on standard output that is not a JSON-RPC line.

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export class McpClient {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";
  #next = 1;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async start(
    program: string,
    args: string[],
    env: Record<string, string>,
    cwd?: string,
  ): Promise<McpClient> {
    const command = new Deno.Command(program, {
      args,
      env,
      cwd,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    });
    const client = new McpClient(command.spawn());
    await client.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "0" },
    });
    await client.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return client;
  }

  /** The tool's structured content. */
  async call(tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const result = await this.request("tools/call", { name: tool, arguments: input });
    return result.structuredContent as Record<string, unknown>;
  }

  async request(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = this.#next++;
    await this.#send({ jsonrpc: "2.0", id, method, params });
    for (;;) {
      const reply = await this.#receive();
      if (reply.id !== id) continue;
      if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
      return reply.result!;
    }
  }

  async close(): Promise<number> {
    await this.#writer.close();
    await this.#reader.cancel();
    return (await this.#child.status).code;
  }

  #send(message: unknown): Promise<void> {
    return this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  }

  async #receive(): Promise<Reply> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("the server closed its output");
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return JSON.parse(line);
  }
}
