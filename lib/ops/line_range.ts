// Line ranges as people and agents write them: `10`, `10-20`, `10:20`, `10-`.

import { type Problem, usageProblem } from "../base/problem.ts";

/** First and last line, 1-based and inclusive; null when no range is given. Throws Problem BAD_LINES. */
export function parseLines(text: string | undefined): [number, number] | null {
  if (text === undefined || text.trim() === "") return null;
  const match = /^\s*(\d+)\s*(?:([-:,])\s*(\d+)?)?\s*$/.exec(text);
  const first = match ? Number(match[1]) : 0;
  const last = match?.[3] !== undefined ? Number(match[3]) : match?.[2] ? Number.MAX_SAFE_INTEGER : first;
  if (!match || first < 1 || last < first) {
    throw usageProblem(
      "BAD_LINES",
      `«${text.slice(0, 40)}» is not a range of lines`,
      "give `10` or `10-20`; lines begin at 1",
    );
  }
  return [first, last];
}

/** A range that begins behind the last line: the file's length is what the caller lacks. */
export function beyondEnd(path: string, lines: number): Problem {
  return usageProblem("BAD_LINES", `${path} has ${lines} line(s)`, "ask for lines within the file");
}
