// Cleaning up around a build, under the lock: what a dead process left, and revisions beyond `retain_revs`. Folders go,
// history stays (FT-34).

import type { ControlStore } from "../store/control.ts";
import { Revisions } from "../store/revisions.ts";

/** Removes the folders of builds that never became ready and of rotated revisions. Returns what was removed. */
export function sweepUnfinished(revisions: Revisions, control: ControlStore): string[] {
  const now = new Date().toISOString();
  const current = revisions.currentNumber();
  control.closeAbandoned(now, current);
  revisions.sweepTemporaries();
  const removed: string[] = [];
  for (const number of revisions.existing()) {
    const id = Revisions.id(number);
    const row = control.revision(number);
    if (number === current || (row?.state === "ready" && row.rotated_at === null)) continue;
    if (revisions.remove(id)) removed.push(id);
  }
  // A folder that somebody else removed is gone all the same: the history must not offer it.
  const present = new Set(revisions.existing());
  for (const number of control.unrotated()) if (!present.has(number)) control.rotated(number, now);
  return removed;
}

/** Keeps the newest `retain` ready revisions, the current one among them. Returns what was removed. */
export function rotate(revisions: Revisions, control: ControlStore, retain: number): string[] {
  const current = revisions.currentNumber();
  const removed: string[] = [];
  const numbers = revisions.existing();
  for (const number of numbers.slice(0, Math.max(0, numbers.length - retain))) {
    const id = Revisions.id(number);
    if (number === current) continue;
    // The row first: a folder that is removed in part is then known as such, and the next build finishes it.
    control.rotated(number, new Date().toISOString());
    if (revisions.remove(id)) removed.push(id);
  }
  return removed;
}
