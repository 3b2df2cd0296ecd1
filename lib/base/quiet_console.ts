// Standard output belongs to the answer: the envelope of the command line, the protocol of the server. Imported before
// everything else, this file sends what any library prints to standard error instead.

const toError = console.error.bind(console);

for (
  const method of ["log", "info", "debug", "dir", "dirxml", "table", "count", "timeLog", "timeEnd"] as const
) {
  console[method] = toError;
}
for (const method of ["group", "groupCollapsed"] as const) console[method] = toError;
