// Progress of a build on standard error, only on a terminal: one line that is overwritten and finally removed.

import type { Progress } from "../project/types.ts";
import type { Streams } from "./streams.ts";

const EVERY_MS = 80;
const ERASE = "\r\x1b[K";

export interface ProgressLine {
  report(progress: Progress): void;
  /** Removes the line. */
  end(): void;
}

/** A progress line, or one that does nothing when standard error is not a terminal. */
export function progressLine(streams: Streams, now: () => number = () => performance.now()): ProgressLine {
  if (!streams.errTerminal) return { report() {}, end() {} };
  let shown = false;
  let last = -Infinity;
  let stage = "";
  return {
    report(progress) {
      if (progress.stage === stage && now() - last < EVERY_MS) return;
      stage = progress.stage;
      last = now();
      shown = true;
      streams.err(`${ERASE}${progressText(progress)}`);
    },
    end() {
      if (shown) streams.err(ERASE);
    },
  };
}

/** `parse  120/940  12%` */
export function progressText({ stage, done, total }: Progress): string {
  if (total <= 0) return stage;
  return `${stage}  ${done}/${total}  ${Math.floor(100 * done / total)}%`;
}
