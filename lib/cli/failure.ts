// How a failed command is told: what, where, what to do, on standard error; with --json also as one object on standard
// output. The only place of the command line that looks at an unexpected exception.

import { Problem, type ProblemData } from "../base/problem.ts";
import { type Envelope, envelopeOf } from "../facts/envelope.ts";
import { isBrokenPipe, type Streams } from "./streams.ts";

export interface FailureContext {
  op: string;
  json: boolean;
  streams: Streams;
}

/** Reports anything thrown; the exit code. */
export async function reportFailure(error: unknown, context: FailureContext): Promise<number> {
  const problem = Problem.from(error);
  const { op, json, streams } = context;
  streams.err(problemText(problem.message, problem.hint));
  if (Deno.env.get("RAGRAF_TRACE") && error instanceof Error && error.stack) streams.err(`${error.stack}\n`);
  if (json) {
    try {
      await streams.out(`${JSON.stringify(failureEnvelope(op, problem.toData()))}\n`);
    } catch (broken) {
      if (!isBrokenPipe(broken)) throw broken;
    }
  }
  return problem.exit;
}

/** Two lines: what happened and where, what to do. */
export function problemText(message: string, hint: string): string {
  return `ragraf: ${message}\n${hint ? `  hint: ${hint}\n` : ""}`;
}

/** The envelope of a call that no project answered: no field is missing in it (FT-16). */
export function failureEnvelope(op: string, problem: ProblemData): Envelope<null> {
  return envelopeOf(op, { found: false, result: null, problem });
}
