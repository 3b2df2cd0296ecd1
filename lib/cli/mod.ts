// The command line. COMMANDS is the only list of commands; each is loaded when it is called, so that a query pays for
// nothing it does not use. This file maps arguments to a command and failures to messages and exit codes.

import { nearestNames } from "../base/names.ts";
import { Problem, usageProblem } from "../base/problem.ts";
import { firstWord, parseArguments, unknownOption } from "./arguments.ts";
import { type Command, type CommandShape, COMMON_OPTIONS, lastString } from "./command.ts";
import type { Doors } from "./doors.ts";
import { reportFailure } from "./failure.ts";
import { isBrokenPipe, processStreams, type Streams } from "./streams.ts";
import { helpText } from "./usage.ts";

export interface CommandEntry {
  name: string;
  summary: string;
  load(): Promise<{ command: Command }>;
}

/** Every command, in the order of the help text. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "ensure",
    summary: "initialise and index a project as far as needed",
    load: () => import("./ensure.ts"),
  },
  {
    name: "init",
    summary: "write the configuration of a project, index nothing",
    load: () => import("./init.ts"),
  },
  { name: "index", summary: "build a new revision", load: () => import("./index.ts") },
  {
    name: "reindex",
    summary: "build a new revision of an indexed project",
    load: () => import("./reindex.ts"),
  },
  {
    name: "check",
    summary: "compare the files with the index, rebuild nothing",
    load: () => import("./check.ts"),
  },
  {
    name: "status",
    summary: "show the revision, its coverage and layers",
    load: () => import("./status.ts"),
  },
  { name: "query", summary: "ask one question: query <operation> …", load: () => import("./query.ts") },
  { name: "catalog", summary: "list the projects of this machine", load: () => import("./catalog.ts") },
  { name: "export", summary: "print every record of the revision", load: () => import("./export.ts") },
  { name: "drop", summary: "remove the index of a project", load: () => import("./drop.ts") },
  {
    name: "doctor",
    summary: "show versions, capabilities and what is missing",
    load: () => import("./doctor.ts"),
  },
  {
    name: "mcp",
    summary: "serve the operations as tools on standard input and output",
    load: () => import("./mcp.ts"),
  },
  {
    name: "completions",
    summary: "print a completion script for a shell",
    load: () => import("./completions.ts"),
  },
  { name: "help", summary: "show help on a command or an operation", load: () => import("./help.ts") },
  { name: "version", summary: "show the version", load: () => import("./version.ts") },
];

/** Runs one command line; the exit code. Nothing is thrown. */
export async function run(
  argv: readonly string[],
  doors: Doors,
  streams: Streams = processStreams(),
  cwd?: string,
): Promise<number> {
  const json = wantsJson(argv);
  let op = "";
  try {
    const { name, rest } = splitCommand(argv);
    op = name === "query" ? firstWord(rest) ?? name : name;
    if (name === "") {
      streams.err((await import("./help.ts")).overview());
      return 2;
    }
    const { command } = await findCommand(name).load();
    return await runCommand(command, rest, doors, streams, cwd ?? Deno.cwd());
  } catch (error) {
    if (isBrokenPipe(error)) return 0;
    // Standard output of the server belongs to the protocol, also when it cannot start.
    return await reportFailure(error, { op, json: json && op !== "mcp", streams });
  }
}

async function runCommand(
  command: Command,
  argv: readonly string[],
  doors: Doors,
  streams: Streams,
  cwd: string,
): Promise<number> {
  const shape = await shapeOf(command, argv, doors);
  const args = parseArguments(argv, shape);
  if (args.booleans.help) {
    await streams.out(helpText(shape));
    return 0;
  }
  const ref = lastString(args, "project");
  return await command.run({ doors, streams, args, shape, ref, json: args.booleans.json === true, cwd });
}

/** The shape of a command for these arguments. */
export async function shapeOf(
  command: Command,
  argv: readonly string[],
  doors: Doors,
): Promise<CommandShape> {
  return typeof command.shape === "function" ? await command.shape(argv, doors) : command.shape;
}

/** The entry of a command; a usage Problem with the nearest names otherwise. */
export function findCommand(name: string): CommandEntry {
  const entry = COMMANDS.find((c) => c.name === name);
  if (entry) return entry;
  const near = nearestNames(name, COMMANDS.map((c) => c.name));
  throw usageProblem(
    "UNKNOWN_COMMAND",
    `unknown command "${name}"`,
    near.length > 0
      ? `did you mean ${near.map((n) => `\`ragraf ${n}\``).join(" or ")}?`
      : "see `ragraf help`",
  );
}

/** Moves the common options before the command behind it. */
function splitCommand(argv: readonly string[]): { name: string; rest: string[] } {
  const before: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (!word.startsWith("-")) return { name: word, rest: [...before, ...argv.slice(i + 1)] };
    if (word === "--version" || word === "-V") return { name: "version", rest: before };
    if (word === "--help" || word === "-h") return { name: "help", rest: [...before, ...argv.slice(i + 1)] };
    const known = /^--(project|json)(=|$)/.test(word) || word.startsWith("-p");
    if (!known) throw unknownOption(word, [...Object.keys(COMMON_OPTIONS), "version"]);
    before.push(word);
    if (word === "-p" || word === "--project") {
      const value = argv[++i];
      if (value === undefined) {
        throw new Problem(
          "MISSING_VALUE",
          `${word} needs a value`,
          "write -p DIRECTORY, or a catalog name",
          2,
        );
      }
      before.push(value);
    }
  }
  return { name: "", rest: before };
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}
