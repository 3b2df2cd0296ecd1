// Every record of a revision as JSON lines, in a stable order: what tests, oracles and users read (DESIGN §10). No time,
// no absolute path, nothing that two builds of the same files would not share.

import type { SchemaTable } from "../facts/schema.ts";
import type { GraphReader, NodeRecord } from "../store/graph_reader.ts";
import type { RevisionPointer } from "../store/revisions.ts";

export function* exportRecords(
  graph: GraphReader,
  pointer: RevisionPointer,
  stale: string | null,
): IterableIterator<Record<string, unknown>> {
  const { index_rev, corpus_hash } = pointer;
  yield { t: "rev", index_rev, corpus_hash, ...(stale !== null && { stale: true, reason: stale }) };
  const files = [...graph.files()];
  for (const { id: _, reason, ...file } of files) {
    yield { t: "file", ...file, ...(reason !== null && { reason }) };
  }
  for (const file of files) {
    for (const node of graph.nodesOfFile(file.id)) yield { t: "node", ...nodeFields(node) };
  }
  for (const edge of graph.edges()) yield { t: "edge", ...edge };
  for (const site of graph.sites()) yield { t: "site", ...site };
  for (const table of graph.allSchemaTables()) yield* schemaRecords(table);
  for (const problem of graph.problems(Number.MAX_SAFE_INTEGER)) yield { t: "problem", ...problem };
}

/** A table and its columns (DESIGN §10, §14). */
function* schemaRecords(table: SchemaTable): IterableIterator<Record<string, unknown>> {
  const { variant, name, kind, prefix, path, line, keys, foreign_keys } = table;
  const more = { ...(keys.length > 0 && { keys }), ...(foreign_keys.length > 0 && { foreign_keys }) };
  yield { t: "table", variant, name, kind, ...(prefix !== undefined && { prefix }), path, line, ...more };
  for (const column of table.columns) {
    const { history: _, comment: __, ...shown } = column;
    yield { t: "column", variant, table: name, ...shown };
  }
}

function nodeFields(node: NodeRecord): Record<string, unknown> {
  const { id, kind, name, fqn, path, start_line, end_line, signature, modifiers, type, params } = node;
  return {
    id,
    kind,
    name,
    fqn,
    path,
    start_line,
    end_line,
    ...(signature !== null && { signature }),
    ...(modifiers.length > 0 && { modifiers }),
    ...(type !== null && { type }),
    ...(params !== null && { params }),
  };
}
