// Cleaning up around a build, under the lock: what a dead process left, and revisions beyond `retain_revs`. Folders go,
// history stays (FT-34).

import type { ControlStore } from "../store/control.ts";
import { Revisions } from "../store/revisions.ts";

/** Removes the folders of builds that never became ready. Returns what was removed. */
export function sweepUnfinished(revisions: Revisions, control: ControlStore): string[] {
  const current = revisions.currentNumber();
  control.closeAbandoned(new Date().toISOString(), current);
  const removed: string[] = [];
  for (const number of revisions.existing()) {
    const id = Revisions.id(number);
    if (number === current || control.revision(number)?.state === "ready") continue;
    if (revisions.remove(id)) removed.push(id);
  }
  return removed;
}

/** Keeps the newest `retain` ready revisions, the current one among them. Returns what was removed. */
export function rotate(revisions: Revisions, control: ControlStore, retain: number): string[] {
  const current = revisions.currentNumber();
  const removed: string[] = [];
  const numbers = revisions.existing();
  for (const number of numbers.slice(0, Math.max(0, numbers.length - retain))) {
    const id = Revisions.id(number);
    if (number === current || !revisions.remove(id)) continue;
    control.rotated(number, new Date().toISOString());
    removed.push(id);
  }
  return removed;
}
