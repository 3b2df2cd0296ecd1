// The closed vocabularies of the index. The number that a store holds is the position in these lists: append only.

export const NODE_KINDS = [
  "file",
  "namespace",
  "class",
  "interface",
  "trait",
  "enum",
  "enum_case",
  "function",
  "method",
  "property",
  "constant",
  "closure",
  "table",
  "column",
  "web_route",
  "http_endpoint",
  "cli_command",
  "cron_job",
  "doc",
  "doc_section",
] as const;
export type NodeKind = typeof NODE_KINDS[number];

export const EDGE_KINDS = [
  "contains",
  "calls",
  "calls_heuristic",
  "references",
  "extends",
  "implements",
  "uses_trait",
  "overrides",
  "instantiates",
  "includes",
  "queries",
  "references_table",
  "documented_by",
  "routes_to",
  "configures",
] as const;
export type EdgeKind = typeof EDGE_KINDS[number];

/** State of one selected file. The sum over the states equals the number of corpus files (DESIGN §2.1). */
export const FILE_STATES = ["parsed", "partial", "failed", "skipped"] as const;
export type FileState = typeof FILE_STATES[number];

/** Languages the scan can name. Only those with an extractor in lib/lang give symbols. */
export const LANGUAGES = ["php", "markdown", "sql", "text"] as const;
export type Language = typeof LANGUAGES[number];

/** PHP and SQL words before a declaration, as bits in the order of this list. */
export const MODIFIERS = [
  "public",
  "protected",
  "private",
  "static",
  "abstract",
  "final",
  "readonly",
  "var",
  "by_ref",
  "promoted",
  "conditional",
  "private_set",
  "protected_set",
  "public_set",
] as const;
export type Modifier = typeof MODIFIERS[number];

export function modifierBits(words: Iterable<Modifier>): number {
  let bits = 0;
  for (const word of words) bits |= 1 << MODIFIERS.indexOf(word);
  return bits;
}

export function modifierWords(bits: number): Modifier[] {
  return MODIFIERS.filter((_, i) => (bits & (1 << i)) !== 0);
}
