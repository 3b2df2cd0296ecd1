// When an unchanged time stamp proves that nothing changed. Every change of a file or directory sets its change time to the
// clock; it stays unseen only if it could carry the very stamp that was read.

/** A file system stamps times with a clock that lags by up to one tick (10 ms on Linux); ten of them are allowed. */
const CLOCK_LAG_MS = 100;

/**
 * The earliest change time that a change after `readMs` can carry, in the grain in which this platform reports
 * `ctimeMs` (whole seconds on some). Only an older stamp vouches for what was read. Milliseconds since 1970.
 */
export function earliestLaterStamp(ctimeMs: number, readMs: number): number {
  const grain = ctimeMs % 1000 === 0 ? 1000 : 1;
  return Math.floor((readMs - CLOCK_LAG_MS) / grain) * grain;
}
