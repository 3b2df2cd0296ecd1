// The value of a quoted literal. Interpolated and escaped texts have none here: who asks wants a name or a path.

/** The value of a quoted literal without interpolation, or `null` for any other expression. */
export function literalText(quoted: string): string | null {
  // Nearly all of them are as plain as this.
  if (quoted.charCodeAt(0) === 39 && !quoted.includes("\\") && quoted.length >= 2) return quoted.slice(1, -1);
  const single = /^'((?:[^'\\]|\\[^])*)'$/.exec(quoted);
  if (single !== null) return single[1]!.replace(/\\(['\\])/g, "$1");
  const double = /^"((?:[^"\\$]|\\[\\$"])*)"$/.exec(quoted);
  return double === null ? null : double[1]!.replace(/\\([\\$"])/g, "$1");
}
