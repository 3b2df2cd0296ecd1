// The protocol server: the official SDK's low-level server with our own JSON Schemas. It answers `initialize` at once,
// whatever state the project is in, and holds nothing per operation.

import { Server } from "@modelcontextprotocol/sdk/server";
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { nearestNames } from "../base/names.ts";
import { callTool } from "./calls.ts";
import { ENSURE_NAME, progressCounter } from "./ensure_tool.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { ServeOptions } from "./options.ts";
import type { Session } from "./session.ts";
import { listTools, toolName } from "./tools.ts";

/** Least time between two progress notifications. */
const PROGRESS_EVERY_MS = 100;

export interface RunningServer {
  server: Server;
  /** Resolves when no call is being answered. */
  idle(): Promise<void>;
}

/** Builds the server; nothing is opened and nothing is read. */
export function makeServer(options: ServeOptions, session: Session): RunningServer {
  const server = new Server(
    { name: "ragraf", title: "ragraf", version: options.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const running = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    work.catch(() => {}).finally(() => running.delete(work));
    return work;
  };

  server.setRequestHandler(
    ListToolsRequestSchema,
    () =>
      track(options.operations().then((operations) => ({ tools: listTools(operations, options.profile) }))),
  );

  server.setRequestHandler(CallToolRequestSchema, (request, extra) => {
    const token = request.params._meta?.progressToken;
    const count = progressCounter();
    let last = -Infinity;
    const call = {
      name: request.params.name,
      input: request.params.arguments ?? {},
      agent: server.getClientVersion()?.name ?? "mcp",
      onProgress(progress: { stage: string; done: number; total: number }) {
        if (token === undefined || extra.signal.aborted) return;
        const params = { progressToken: token, ...count(progress) };
        if (performance.now() - last < PROGRESS_EVERY_MS) return;
        last = performance.now();
        extra.sendNotification({ method: "notifications/progress", params }).catch(() => {});
      },
    };
    return track(answer(options, session, call));
  });

  return { server, idle: () => Promise.allSettled([...running]).then(() => {}) };
}

async function answer(
  options: ServeOptions,
  session: Session,
  call: Parameters<typeof callTool>[2],
): Promise<CallToolResult> {
  const envelope = await callTool(options, session, call);
  if (envelope === undefined) {
    const known = [ENSURE_NAME, ...(await options.operations()).map((o) => toolName(o.name))];
    const near = nearestNames(call.name, known);
    throw new McpError(
      ErrorCode.InvalidParams,
      `unknown tool ${call.name}${near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ""}`,
    );
  }
  return {
    content: [{ type: "text", text: JSON.stringify(envelope) }],
    structuredContent: envelope as unknown as Record<string, unknown>,
    ...(envelope.problem && { isError: true }),
  };
}
