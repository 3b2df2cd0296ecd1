// One tool call: from arguments to an envelope. Everything that goes wrong in it is an answer with `problem`, so that a
// model reads what to do; only a tool that does not exist is a protocol error.

import * as z from "zod/mini";
import { nearestNames } from "../base/names.ts";
import { Problem, usageProblem } from "../base/problem.ts";
import type { Envelope } from "../facts/envelope.ts";
import type { Operation } from "../ops/define.ts";
import type { Progress } from "../project/types.ts";
import { buildEnvelope } from "../project/build_envelope.ts";
import { ENSURE_NAME } from "./ensure_tool.ts";
import type { ServeOptions } from "./options.ts";
import type { Session } from "./session.ts";
import { forTools, inToolNames } from "./tool_names.ts";
import { toolName } from "./tools.ts";

export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
  agent: string;
  onProgress(progress: Progress): void;
}

/** The answer of a call; undefined when no such tool exists. Never throws. */
export async function callTool(
  options: ServeOptions,
  session: Session,
  call: ToolCall,
): Promise<Envelope | undefined> {
  if (call.name === ENSURE_NAME) return await answer(options, "ensure", () => ensure(session, call));
  const operation = (await options.operations()).find((o) => toolName(o.name) === call.name);
  if (!operation) return undefined;
  return await answer(options, operation.name, async () => {
    checkInput(options, operation, call.input);
    return await session.query(operation.name, call.input, { agent: call.agent });
  });
}

async function answer(options: ServeOptions, op: string, ask: () => Promise<Envelope>): Promise<Envelope> {
  try {
    return inToolNames(await ask(), await names(options));
  } catch (error) {
    const problem = Problem.from(error);
    if (problem.code === "INTERNAL" && error instanceof Error) console.error(error.stack);
    return options.failure(op, forTools(problem.toData(), await names(options)));
  }
}

async function names(options: ServeOptions): Promise<string[]> {
  return (await options.operations()).map((operation) => operation.name);
}

async function ensure(session: Session, call: ToolCall): Promise<Envelope> {
  const surplus = Object.keys(call.input);
  if (surplus.length > 0) {
    throw usageProblem(
      "BAD_INPUT",
      `${ENSURE_NAME}: unknown argument ${surplus.join(", ")}`,
      "it takes no arguments: it builds the index of the project the server was started for",
    );
  }
  const { report, root } = await session.ensure(call.onProgress);
  return buildEnvelope("ensure", report, root);
}

function checkInput(options: ServeOptions, operation: Operation, input: Record<string, unknown>): void {
  const known = Object.keys(
    z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }).properties ?? {},
  );
  const example = `example: ${JSON.stringify(operation.example)}`;
  const unknown = Object.keys(input).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const near = nearestNames(unknown[0]!, known);
    throw usageProblem(
      "BAD_INPUT",
      `${operation.name}: unknown argument ${unknown.join(", ")}`,
      `${
        near.length > 0 ? `did you mean ${near.join(" or ")}` : `arguments: ${known.join(", ") || "none"}`
      }; ${example}`,
    );
  }
  const fault = options.inputFault(operation, input);
  if (fault !== undefined) throw usageProblem("BAD_INPUT", `${operation.name}: ${fault}`, example);
}
