// Names the ways in which a disk refuses to take an index, so that a person learns what to do instead of what SQLite said.

import { Problem } from "../base/problem.ts";

const FULL = /disk is full|no space left|quota exceeded|os error (?:28|122|112)\b/i;
const DENIED =
  /readonly database|unable to open database|read-only file system|permission denied|access is denied|os error (?:1|5|13|30)\b/i;
const REFUSED = /disk I\/O error|input\/output error|file too large|os error (?:5|27|1117)\b/i;

/** A Problem stays itself; what no disk said is `INTERNAL`. `path` is what was written. */
export function writeProblem(path: string, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (FULL.test(text)) {
    return new Problem(
      "DISK_FULL",
      `the disk is full, ${path} could not be written: ${text}`,
      "free some space and call again; the revision before it still answers",
    );
  }
  if (REFUSED.test(text) && Deno.build.os !== "windows") return refused(path, text);
  if (DENIED.test(text)) return notWritable(path, error);
  if (REFUSED.test(text)) return refused(path, text);
  return Problem.from(error);
}

/** Refusal for a folder that cannot be written, with the reason of the operating system. */
export function notWritable(path: string, error: unknown): Problem {
  return new Problem(
    "NOT_WRITABLE",
    `${path} cannot be written: ${(error as Error).message}`,
    "give write access to the .ragraf folder, or keep the index elsewhere with `-p CONFIG` and its `root`",
  );
}

function refused(path: string, text: string): Problem {
  return new Problem(
    "WRITE_FAILED",
    `the system refused to write ${path}: ${text}`,
    "check the disk and the limits on file sizes and call again; the revision before it still answers",
  );
}
