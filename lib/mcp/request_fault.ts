// What is wrong with the parameters of a request, in words. The SDK would answer with the raw record of its validation
// and, for most methods, with the code of an internal error.

// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

interface Checker {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } };
}

/** The methods this server answers whose parameters can be wrong. */
const SCHEMAS: Record<string, Checker> = {
  "initialize": InitializeRequestSchema,
  "tools/list": ListToolsRequestSchema,
  "tools/call": CallToolRequestSchema,
};

/** For example `tools/call: params.name is missing`; undefined when nothing is wrong or the method is not known. */
export function requestFault(request: { method: string; params?: unknown }): string | undefined {
  if (!Object.hasOwn(SCHEMAS, request.method)) return undefined;
  const { error } = SCHEMAS[request.method]!.safeParse(request);
  if (error === undefined) return undefined;
  const faults = error.issues.map(({ path, message }) => {
    const what = valueAt(request, path) === undefined
      ? "is missing"
      : `is not valid: ${message.replace(/^Invalid input: /, "")}`;
    return `${path.join(".") || "the request"} ${what}`;
  });
  return `${request.method}: ${[...new Set(faults)].join("; ")}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
