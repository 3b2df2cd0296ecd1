// `ragraf query <op> …`: every operation, none by name. The shape comes from the operation's schema, the answer is its
// envelope, the exit code is decided by the envelope's problem.

import { usageProblem } from "../base/problem.ts";
import type { Operation } from "../ops/define.ts";
import { firstWord } from "./arguments.ts";
import { type Command, type CommandShape, lastString } from "./command.ts";
import { askOperation } from "./ask.ts";
import { readInput } from "./operation_input.ts";
import { findOperation, operationShape } from "./operation_shape.ts";
import { alignRows } from "./table.ts";

export const command: Command = {
  async shape(argv, doors) {
    const name = firstWord(argv);
    if (name !== undefined && !argv.includes("--help") && !argv.includes("-h")) doors.expect?.(argv);
    const operations = await doors.operations();
    if (name === undefined) return generalShape(operations);
    return operationShape(findOperation(operations, name));
  },
  async run(context) {
    const operations = await context.doors.operations();
    const name = context.shape.path.split(" ")[1];
    if (name === undefined) {
      throw usageProblem(
        "MISSING_INPUT",
        "query needs an operation",
        `operations: ${operations.map((o) => o.name).join(", ")}; see \`ragraf query --help\``,
      );
    }
    const operation = findOperation(operations, name);
    const input = readInput(operation, context.args);
    return await askOperation(context, operation.name, input, lastString(context.args, "rev"));
  },
};

function generalShape(operations: readonly Operation[]): CommandShape {
  return {
    path: "query",
    summary: "Ask one question of the index.",
    positionals: [{ name: "OPERATION", required: true }, { name: "ARGUMENT", required: false, rest: true }],
    options: {},
    example: "ragraf query symbol Cart",
    details: [
      "Operations (each has its own `--help`):",
      ...alignRows(operations.map((o) => [`  ${o.name}`, o.title])),
    ].join("\n"),
  };
}
