// Which project a command means: `-p`, a directory given as an argument, or the nearest parent with .ragraf. Both at
// once is an error; a directory argument is always a directory, never a catalog name.

import { resolve } from "node:path";
import { usageProblem } from "../base/problem.ts";
import type { ProjectReference } from "../project/types.ts";
import type { CommandContext, PositionalSpec } from "./command.ts";

/** The argument of `init`, `ensure` and `index`. */
export const DIRECTORY: PositionalSpec = { name: "DIR", required: false };

/** The reference for a command that takes `[DIR]`. */
export function target(context: CommandContext, initialise = false): ProjectReference {
  const { ref, cwd, args, shape } = context;
  const dir = args.positionals[0];
  if (dir !== undefined && ref !== undefined) {
    throw usageProblem(
      "TWO_PROJECTS",
      `${shape.path}: both -p ${ref} and the directory ${dir} name a project`,
      `give one of them, for example: ${shape.example}`,
    );
  }
  const chosen = dir === undefined ? ref : resolve(cwd, dir);
  return { ...(chosen !== undefined && { ref: chosen }), cwd, ...(initialise && { initialise }) };
}
