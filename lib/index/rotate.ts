// Cleaning up around a build, under the lock: what a dead process left, and revisions beyond `retain_revs`. Folders go,
// history stays (FT-34).

import type { ControlStore } from "../store/control.ts";
import { GraphReader } from "../store/graph_reader.ts";
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

/**
 * Removes older revisions that hold a file which the configuration has since made secret: what must not be indexed is not
 * kept either (FT-39). Returns what was removed.
 */
export function rotateSecrets(
  revisions: Revisions,
  control: ControlStore,
  isSecret: (path: string) => boolean,
): string[] {
  const current = revisions.currentNumber();
  const removed: string[] = [];
  for (const number of revisions.existing()) {
    const id = Revisions.id(number);
    if (number === current || !holds(revisions.graphPath(id), isSecret) || !revisions.remove(id)) continue;
    control.rotated(number, new Date().toISOString());
    removed.push(id);
  }
  return removed;
}

function holds(graphPath: string, isSecret: (path: string) => boolean): boolean {
  const graph = new GraphReader(graphPath);
  try {
    for (const file of graph.files()) if (isSecret(file.path)) return true;
    return false;
  } finally {
    graph.close();
  }
}
