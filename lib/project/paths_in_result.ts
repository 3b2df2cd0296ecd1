// Which files an answer points into. Every record of every operation names its file in `path`, so one walk serves the
// stale marks and the journal alike, whatever the operation.

/** Distinct values of `path` anywhere in a result. */
export function pathsIn(result: unknown): Set<string> {
  const out = new Set<string>();
  const open: unknown[] = [result];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    else if (value !== null && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) {
        if (key === "path" && typeof inner === "string") out.add(inner);
        else if (typeof inner === "object") open.push(inner);
      }
    }
  }
  return out;
}
