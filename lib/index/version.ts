// What an index was made by. A revision of another format, or of a parser that would give other facts, is not
// comparable with today's files even when their hashes agree: the guard then rebuilds and says so.

/** Version of the tool, as in deno.json (a test compares them). */
export const TOOL_VERSION = "0.1.0";

/** Raise it whenever the same files and configuration would give other rows. */
export const INDEX_FORMAT = "5";

/** What the revision's `maker` says; another maker means a full build. */
export const MAKER =
  `ragraf ${TOOL_VERSION} format ${INDEX_FORMAT} web-tree-sitter 0.27.2 tree-sitter-php 0.24.2`;
