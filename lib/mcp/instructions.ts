// What a model is told once, when the server is initialised. Five lines.

/** The `instructions` of the initialize result. */
export const INSTRUCTIONS = [
  "A code index of one PHP project. Call ragraf_ensure first; it is cheap when nothing changed.",
  "Every fact has path and line (path:line). `found: false` is an answer; then read the file with ragraf_live_read.",
  "Links come in two blocks: `stated` follows from the code, `derived` from a named rule with a confidence.",
  "`freshness.stale` and `stale_warnings` mark what may differ from the files now: read those with ragraf_live_read.",
  "`limits` says what an answer does not cover; lists have `total` and `truncated`; `problem` says what to do.",
].join("\n");
