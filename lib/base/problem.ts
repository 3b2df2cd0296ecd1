// The one error that crosses layers. Everything a person can cause (a wrong path, a bad configuration, a locked
// project) becomes a Problem with a code, what happened and what to do. It refuses to carry a stack trace outward:
// an unexpected exception is wrapped once, at the front door, as INTERNAL.

/** Exit codes of the executable (DESIGN §9): 0 success, 1 runtime error, 2 usage error, 3 the layer refuses. */
export type ExitCode = 1 | 2 | 3;

/** A problem as it travels between threads and in an envelope. */
export interface ProblemData {
  /** Stable upper-case code, for example `EMPTY_CORPUS`. */
  code: string;
  /** What happened, and where. */
  message: string;
  /** What to do about it. */
  hint: string;
  exit: ExitCode;
}

/** An expected failure: what happened, where, and what to do. */
export class Problem extends Error {
  readonly code: string;
  readonly hint: string;
  readonly exit: ExitCode;

  constructor(code: string, message: string, hint: string, exit: ExitCode = 1) {
    super(message);
    this.name = "Problem";
    this.code = code;
    this.hint = hint;
    this.exit = exit;
  }

  toData(): ProblemData {
    return { code: this.code, message: this.message, hint: this.hint, exit: this.exit };
  }

  static fromData(data: ProblemData): Problem {
    return new Problem(data.code, data.message, data.hint, data.exit);
  }

  /** Wraps anything thrown. A Problem stays itself; the rest is `INTERNAL` with its own message. */
  static from(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new Problem(
      "INTERNAL",
      message,
      "this is a defect of ragraf; run again with RAGRAF_TRACE=1 and report the output",
    );
  }
}

/** The caller asked for something that does not exist or is malformed: exit 2. */
export function usageProblem(code: string, message: string, hint: string): Problem {
  return new Problem(code, message, hint, 2);
}

/** The layer has no right to answer: exit 3. */
export function refusal(code: string, message: string, hint: string): Problem {
  return new Problem(code, message, hint, 3);
}
