// Migrations -> catalog: what a set of files leaves behind, replayed in their order and never executed. Pure; the rows of
// a running database join it as one more variant.

export { dialectOfPath, dialectOfText, type FoundDialect } from "./dialect.ts";
export { LIVE_VARIANT, withLiveSchema } from "./live_variant.ts";
export { type ParsedDdl, parseDdl } from "./parse.ts";
export { replay, type ReplayOptions } from "./replay.ts";
export { diffSchemas, type SchemaChange } from "./schema_diff.ts";
export type { DdlFile } from "./sets.ts";
