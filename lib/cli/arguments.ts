// Turns an argument list into values by a command's declaration. node:util splits the list; this file decides what is
// allowed and says what is near when something is not. It knows no command.

import { parseArgs } from "node:util";
import { nearestNames } from "../base/names.ts";
import { type Problem, usageProblem } from "../base/problem.ts";
import type { CommandShape, OptionSpec, ParsedArguments } from "./command.ts";
import { COMMON_OPTIONS } from "./command.ts";
import { usageLine } from "./usage.ts";

/** Parses the arguments after the command. Throws a usage Problem on anything undeclared. */
export function parseArguments(argv: readonly string[], shape: CommandShape): ParsedArguments {
  const options = { ...shape.options, ...COMMON_OPTIONS };
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map((
        [name, o],
      ) => [name, { type: o.type, ...(o.short && { short: o.short }), multiple: true }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const parsed: ParsedArguments = { positionals: [], strings: {}, booleans: {} };
  for (const token of tokens) {
    if (token.kind === "positional") parsed.positionals.push(token.value);
    else if (token.kind === "option") takeOption(token, options, shape, parsed);
  }
  // `query symbol X`: the words of the path after the command's own name are not arguments.
  parsed.positionals.splice(0, shape.path.split(" ").length - 1);
  const rest = shape.positionals.at(-1)?.rest === true;
  const extra = parsed.positionals[shape.positionals.length];
  if (extra !== undefined && !rest && parsed.booleans.help !== true) {
    throw usageProblem(
      "UNEXPECTED_ARGUMENT",
      `${shape.path}: unexpected argument ${quoted(extra)}`,
      `put a text with spaces in quotes; usage: ${usageLine(shape)}`,
    );
  }
  return parsed;
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string;
  inlineValue?: boolean;
}

function takeOption(
  token: OptionToken,
  options: Record<string, OptionSpec>,
  shape: CommandShape,
  parsed: ParsedArguments,
): void {
  const negated = token.name.startsWith("no-") ? token.name.slice(3) : "";
  if (!Object.hasOwn(options, token.name)) {
    if (Object.hasOwn(options, negated) && options[negated]!.type === "boolean" && !token.inlineValue) {
      parsed.booleans[negated] = false;
      return;
    }
    throw unknownOption(token.rawName, Object.keys(options), shape);
  }
  const option = options[token.name]!;
  if (option.type === "boolean") {
    parsed.booleans[token.name] = booleanValue(token, shape);
    return;
  }
  const { value } = token;
  if (value === undefined || (!token.inlineValue && value.startsWith("--"))) {
    throw usageProblem(
      "MISSING_VALUE",
      `${shape.path}: ${token.rawName} needs a value`,
      `write ${token.rawName} ${
        option.value ?? "VALUE"
      }, or --${token.name}=VALUE when it begins with a dash`,
    );
  }
  if (option.choices && !option.choices.includes(value)) {
    throw usageProblem(
      "BAD_INPUT",
      `${shape.path}: ${token.rawName} ${quoted(value)} is not allowed`,
      `allowed: ${option.choices.join(", ")}`,
    );
  }
  const values = (parsed.strings[token.name] ??= []);
  if (values.length > 0 && !option.multiple) {
    throw usageProblem("REPEATED_OPTION", `${shape.path}: ${token.rawName} is given twice`, "give it once");
  }
  values.push(value);
}

function booleanValue(token: OptionToken, shape: CommandShape): boolean {
  if (token.value === undefined || token.value === "true") return true;
  if (token.value === "false") return false;
  throw usageProblem(
    "BAD_INPUT",
    `${shape.path}: ${token.rawName} takes no value, ${quoted(token.value)} was given`,
    `write ${token.rawName} or --no-${token.name}`,
  );
}

/** `--limt` -> which option was meant. */
export function unknownOption(rawName: string, known: readonly string[], shape?: CommandShape): Problem {
  const near = nearestNames(rawName.replace(/^-+/, ""), known).map((name) => `--${name}`);
  return usageProblem(
    "UNKNOWN_OPTION",
    `${shape ? `${shape.path}: ` : ""}unknown option ${rawName}`,
    near.length > 0
      ? `did you mean ${near.join(" or ")}?`
      : `see \`ragraf ${shape?.path ?? ""}${shape ? " " : ""}--help\``,
  );
}

/** A value as it is shown in a message. */
export function quoted(value: string): string {
  return `"${value.length > 80 ? `${value.slice(0, 77)}...` : value}"`;
}

/** The first word that is neither an option nor the value of `-p`. */
export function firstWord(argv: readonly string[]): string | undefined {
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === "-p" || word === "--project") i++;
    else if (!word.startsWith("-")) return word;
  }
  return undefined;
}
