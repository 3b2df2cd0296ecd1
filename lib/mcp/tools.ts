// The list of tools, derived from the operations. The default list stays under a fixed number of bytes: results are
// described in the greatest detail that fits, the same for every tool, so that adding an operation cannot break it.

import * as z from "zod/mini";
import type { Operation } from "../ops/define.ts";
import { compactInput, compactResult, type Detail, type Schema } from "./compact_schema.ts";
import { ENSURE_TOOL, ensureResultSchema } from "./ensure_tool.ts";
import type { Profile } from "./options.ts";

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema & { type: "object" };
  outputSchema: Schema & { type: "object" };
  annotations: Record<string, unknown>;
  [key: string]: unknown;
}

/** Most bytes of the default `tools/list` result (DESIGN §10: 12 KB). */
export const LIST_BUDGET = 12_000;

const FULL: Detail = { depth: Infinity, types: true, full: true };
/** From rich to short. */
const LEVELS: readonly Detail[] = [
  { depth: 4, types: true, full: false },
  { depth: 3, types: true, full: false },
  { depth: 3, types: false, full: false },
  { depth: 2, types: false, full: false },
  { depth: 1, types: false, full: false },
  { depth: 0, types: false, full: false },
];

/** Told by name only; the instructions say what they mean. */
const ENVELOPE_FIELDS = ["index_rev", "freshness", "limits", "stale_warnings", "found", "problem"];

/** The name of an operation's tool. */
export function toolName(operation: string): string {
  return `ragraf_${operation}`;
}

/** The tools of a profile. */
export function listTools(operations: readonly Operation[], profile: Profile): Tool[] {
  if (profile === "full") return toolsAt(operations, FULL);
  const listed = operations.filter((o) => o.profile === "default");
  let tools: Tool[] = [];
  for (const detail of LEVELS) {
    tools = toolsAt(listed, detail);
    if (new TextEncoder().encode(JSON.stringify({ tools })).length <= LIST_BUDGET) break;
  }
  return tools;
}

function toolsAt(operations: readonly Operation[], detail: Detail): Tool[] {
  const ensure: Tool = {
    ...ENSURE_TOOL,
    outputSchema: envelopeSchema(compactResult(ensureResultSchema(), detail), detail),
  };
  return [ensure, ...operations.map((operation) => operationTool(operation, detail))];
}

function operationTool(operation: Operation, detail: Detail): Tool {
  const input = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as Schema;
  const output = z.toJSONSchema(operation.output, { io: "output", unrepresentable: "any" }) as Schema;
  return {
    name: toolName(operation.name),
    title: operation.title,
    description: operation.summary,
    inputSchema: compactInput(input) as Tool["inputSchema"],
    outputSchema: envelopeSchema(compactResult(output, detail), detail),
    annotations: { readOnlyHint: true },
  };
}

/** The envelope around a result; `result` is null when there is a problem. */
function envelopeSchema(result: Schema, detail: Detail): Tool["outputSchema"] {
  const { $defs, ...own } = result;
  const nullable: Schema = own.type === "object"
    ? { ...own, type: ["object", "null"] }
    : own.type === undefined
    ? own
    : { anyOf: [own, { type: "null" }] };
  const hoisted = $defs === undefined ? {} : { $defs };
  if (!detail.full) {
    const named = detail.types ? Object.fromEntries(ENVELOPE_FIELDS.map((name) => [name, {}])) : {};
    return { type: "object", properties: { ...named, result: nullable }, required: ["found", "result"] };
  }
  const integer = { type: "integer" };
  const boolean = { type: "boolean" };
  const text = { type: "string" };
  return {
    type: "object",
    ...hoisted,
    properties: {
      op: text,
      index_rev: { type: ["string", "null"] },
      capability: { enum: ["full", "degraded"] },
      drift: { type: "object", properties: { files: integer, symbols: integer, entries: integer } },
      provenance: { enum: ["index", "live", "mixed"] },
      freshness: {
        type: "object",
        properties: {
          checked: boolean,
          stale: boolean,
          reason: text,
          changed: integer,
          added: integer,
          deleted: integer,
          config_changed: boolean,
          reindexed: boolean,
          reindex_rev: text,
        },
      },
      limits: { type: "array", items: text },
      stale_warnings: { type: "array", items: { type: "object" } },
      found: boolean,
      result: nullable,
      problem: { type: "object", properties: { code: text, message: text, hint: text, exit: integer } },
    },
    required: ["op", "index_rev", "freshness", "limits", "found", "result"],
  };
}
