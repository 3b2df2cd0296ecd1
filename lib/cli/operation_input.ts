// From words on a command line to the input of an operation, and from a failed validation to a message that names the
// field, what was given and what is allowed. The operation's own schema is the only judge.

import { usageProblem } from "../base/problem.ts";
import type { Operation } from "../ops/define.ts";
import type { ParsedArguments } from "./command.ts";
import { allows, branches, describeAllowed, type JsonSchema } from "./json_schema.ts";
import { exampleCommand, flagName, inputSchema, operationShape } from "./operation_shape.ts";
import { usageLine } from "./usage.ts";

/** Builds and checks the input; throws a usage Problem. */
export function readInput(operation: Operation, args: ParsedArguments): Record<string, unknown> {
  const schema = inputSchema(operation);
  const input: Record<string, unknown> = {};
  const words = args.positionals;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const flag = flagName(name);
    if (name === operation.positional) {
      if (words.length > 0) input[name] = coerce(property, words);
    } else if (args.booleans[flag] !== undefined) input[name] = args.booleans[flag];
    else if (args.strings[flag] !== undefined) input[name] = coerce(property, args.strings[flag]);
  }
  const missing = (schema.required ?? []).filter((name) => input[name] === undefined);
  if (missing.length > 0) {
    const named = missing.map((n) => n === operation.positional ? n.toUpperCase() : `--${flagName(n)}`);
    throw usageProblem(
      "MISSING_INPUT",
      `query ${operation.name} needs ${named.join(" and ")}`,
      `usage: ${usageLine(operationShape(operation))}\n  example: ${exampleCommand(operation)}`,
    );
  }
  const fault = inputFault(
    operation,
    input,
    (name) => name === operation.positional ? name.toUpperCase() : `--${flagName(name)}`,
  );
  if (fault !== undefined) {
    throw usageProblem(
      "BAD_INPUT",
      `query ${operation.name}: ${fault}`,
      `example: ${exampleCommand(operation)}`,
    );
  }
  return input;
}

/** What is wrong with an input, or undefined. `label` is how the caller writes a field. */
export function inputFault(
  operation: Operation,
  input: Record<string, unknown>,
  label: (name: string) => string = (name) => name,
): string | undefined {
  const checked = operation.input.safeParse(input);
  if (checked.success) return undefined;
  const schema = inputSchema(operation);
  const told = new Map<string, string>();
  for (const issue of checked.error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : "";
    if (told.has(field)) continue;
    const property = schema.properties?.[field];
    // A message written in the operation says more than the schema can.
    const own = issue.code === "custom" ? issue.message : undefined;
    if (!property) told.set(field, own ?? issue.message);
    else {told.set(
        field,
        `${label(field)} ${given(input[field])}; ${own ?? `allowed: ${describeAllowed(property)}`}`,
      );}
  }
  return [...told.values()].join("; ");
}

function given(value: unknown): string {
  return value === undefined ? "is missing" : `cannot be ${JSON.stringify(value)}`;
}

/** Words as the type that the schema asks for; what does not fit stays text and fails in validation, with its name. */
export function coerce(property: JsonSchema, words: readonly string[]): unknown {
  const list = branches(property).find((b) => b.type === "array");
  const scalar = branches(property).filter((b) => b.type !== "array");
  const single = words.length === 1 && scalar.length > 0 && !(list && words[0]!.includes(","));
  if (list && !single) {
    const parts = words.flatMap((w) => w.split(",")).map((w) => w.trim()).filter((w) => w !== "");
    return parts.map((part) => coerceOne(list.items ?? {}, part));
  }
  return coerceOne(property, words.join(" "));
}

function coerceOne(schema: JsonSchema, word: string): unknown {
  if (allows(schema, "integer") && /^[+-]?\d+$/.test(word)) return Number(word);
  if (allows(schema, "number") && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) return Number(word);
  if (allows(schema, "boolean") && (word === "true" || word === "false")) return word === "true";
  if (allows(schema, "object") && word.startsWith("{")) {
    try {
      return JSON.parse(word);
    } catch {
      return word;
    }
  }
  return word;
}
