// What a command declares. Its arguments, help text and completions are derived from the declaration; a command never
// reads the argument list or formats its own usage.

import type { Doors } from "./doors.ts";
import type { Streams } from "./streams.ts";

export interface OptionSpec {
  type: "boolean" | "string";
  short?: string;
  /** Placeholder in the usage line, for string options. */
  value?: string;
  help: string;
  /** Fixed values, checked and completed. */
  choices?: readonly string[];
  /** May be given more than once. */
  multiple?: boolean;
}

export interface PositionalSpec {
  name: string;
  required: boolean;
  /** Takes every remaining word. */
  rest?: boolean;
}

/** The outside of a command. */
export interface CommandShape {
  /** Words after `ragraf`, for example `query symbol`. */
  path: string;
  summary: string;
  positionals: readonly PositionalSpec[];
  options: Readonly<Record<string, OptionSpec>>;
  example: string;
  /** More lines of help, for example the list of operations. */
  details?: string;
}

export interface ParsedArguments {
  positionals: string[];
  /** Every given value of a string option, in order. */
  strings: Record<string, string[]>;
  booleans: Record<string, boolean>;
}

export interface CommandContext {
  doors: Doors;
  streams: Streams;
  args: ParsedArguments;
  shape: CommandShape;
  /** Value of `-p`. */
  ref: string | undefined;
  json: boolean;
  cwd: string;
}

export interface Command {
  /** A function where the shape depends on the arguments (`query <op>`). */
  shape: CommandShape | ((argv: readonly string[], doors: Doors) => Promise<CommandShape>);
  /** The exit code; failures are thrown as a Problem. */
  run(context: CommandContext): Promise<number>;
}

/** Options that every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  project: {
    type: "string",
    short: "p",
    value: "PROJECT",
    help: "configuration file, directory or catalog name; else the nearest parent with .ragraf",
  },
  json: { type: "boolean", help: "print one JSON object and nothing else on standard output" },
  help: { type: "boolean", short: "h", help: "show this help" },
};

/** The last value of a string option. */
export function lastString(args: ParsedArguments, name: string): string | undefined {
  return args.strings[name]?.at(-1);
}
