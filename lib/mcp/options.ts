// What the protocol server is given by main.ts. It opens nothing by itself and knows no operation by name.

import type { ProblemData } from "../base/problem.ts";
import type { Envelope } from "../facts/envelope.ts";
import type { Operation } from "../ops/define.ts";
import type { ProjectClient, ProjectReference } from "../project/types.ts";

export type Profile = "default" | "full";

export interface ServeOptions {
  /** Value of `-p`; else the nearest parent of `cwd` with .ragraf, else `cwd`. */
  ref?: string;
  cwd: string;
  profile: Profile;
  version: string;
  operations(): Promise<readonly Operation[]>;
  open(reference: ProjectReference): Promise<ProjectClient>;
  /** What is wrong with an input, or undefined. */
  inputFault(operation: Operation, input: Record<string, unknown>): string | undefined;
  /** The envelope of a call that no project answered. */
  failure(op: string, problem: ProblemData): Envelope;
}
