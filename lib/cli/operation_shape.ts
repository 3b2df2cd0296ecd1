// The command-line form of an operation, derived from its input schema: `query <op> [POSITIONAL] [--flag VALUE]`. It
// knows no operation by name.

import * as z from "zod/mini";
import { foldName, nearestNames } from "../base/names.ts";
import { usageProblem } from "../base/problem.ts";
import type { Operation } from "../ops/define.ts";
import type { CommandShape, OptionSpec } from "./command.ts";
import { allows, branches, choicesOf, describeAllowed, type JsonSchema } from "./json_schema.ts";

/** The option of `query` that is not an input of the operation. */
export const REV_OPTION: OptionSpec = {
  type: "string",
  value: "REV",
  help: "answer from this kept revision, for example rev-0007",
};

/** JSON Schema of an operation's input. */
export function inputSchema(operation: Operation): JsonSchema {
  return z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** The operation of a name in snake or kebab case; a usage Problem with the nearest names otherwise. */
export function findOperation(operations: readonly Operation[], name: string): Operation {
  const wanted = foldName(name).replaceAll("-", "_");
  const found = operations.find((o) => o.name === wanted);
  if (found) return found;
  const near = nearestNames(wanted, operations.map((o) => o.name));
  throw usageProblem(
    "UNKNOWN_OPERATION",
    `unknown operation "${name}"`,
    near.length > 0
      ? `did you mean ${near.map((n) => `\`ragraf query ${n}\``).join(" or ")}?`
      : `operations: ${operations.map((o) => o.name).join(", ")}`,
  );
}

/** Usage, flags and example of `query <op>`. */
export function operationShape(operation: Operation): CommandShape {
  const schema = inputSchema(operation);
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  const options: Record<string, OptionSpec> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (name !== operation.positional) options[flagName(name)] = optionOf(property, required.includes(name));
  }
  options.rev = REV_OPTION;
  const positional = operation.positional;
  return {
    path: `query ${operation.name}`,
    summary: operation.summary,
    positionals: positional === null ? [] : [{
      name: positional.toUpperCase(),
      required: required.includes(positional),
      rest: allows(properties[positional] ?? {}, "array"),
    }],
    options,
    example: exampleCommand(operation),
    ...positionalHelp(positional, properties),
  };
}

/** `with_text` -> `with-text`. */
export function flagName(input: string): string {
  return input.replaceAll("_", "-");
}

/** The example of an operation as a command line. */
export function exampleCommand(operation: Operation): string {
  return commandLine(operation, operation.example);
}

/** Any input of an operation as a command line that a POSIX shell reads. */
export function commandLine(operation: Operation, input: Record<string, unknown>): string {
  const words = ["ragraf", "query", operation.name];
  const positional = operation.positional === null ? undefined : input[operation.positional];
  for (const value of positional === undefined ? [] : [positional].flat()) {
    words.push(shellWord(String(value)));
  }
  for (const [name, value] of Object.entries(input)) {
    if (name === operation.positional || value === undefined) continue;
    if (value === true) words.push(`--${flagName(name)}`);
    else if (value === false) words.push(`--no-${flagName(name)}`);
    else for (const one of [value].flat()) words.push(`--${flagName(name)}`, shellWord(plain(one)));
  }
  return words.join(" ");
}

/** Quotes a word for a POSIX shell when it needs it. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function plain(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function optionOf(property: JsonSchema, required: boolean): OptionSpec {
  const note = [
    descriptionOf(property),
    isFlag(property) ? "" : describeAllowed(property),
    property.default === undefined ? "" : `default ${JSON.stringify(property.default)}`,
    required ? "required" : "",
  ].filter(Boolean).join("; ");
  if (isFlag(property)) return { type: "boolean", help: note };
  const multiple = allows(property, "array");
  return { type: "string", value: placeholder(property), help: note, multiple };
}

/** A property that is only true or false is given without a value. */
export function isFlag(property: JsonSchema): boolean {
  return branches(property).every((b) => b.type === "boolean");
}

/** Without its final full stop, because more follows on the line. */
function descriptionOf(property: JsonSchema): string | undefined {
  const text = property.description ?? branches(property).find((b) => b.description)?.description;
  return text?.replace(/\.$/, "");
}

function placeholder(property: JsonSchema): string {
  if (choicesOf(property)) return allows(property, "array") ? "A,B" : "CHOICE";
  if (allows(property, "integer") || allows(property, "number")) {
    return allows(property, "array") ? "N,N" : "N";
  }
  if (allows(property, "array")) return "A,B";
  return "TEXT";
}

function positionalHelp(
  positional: string | null,
  properties: Record<string, JsonSchema>,
): { details?: string } {
  if (positional === null) return {};
  const property = properties[positional] ?? {};
  const text = [descriptionOf(property), describeAllowed(property)].filter(Boolean).join("; ");
  return { details: `  ${positional.toUpperCase()}  ${text}` };
}
