// The stage that makes the schema: all files' changes are replayed into a catalog, a running database may join it, and
// tables and columns become nodes of the files that create them.

import { nodeId } from "../base/ids.ts";
import { LIVE_VARIANT, replay, withLiveSchema } from "../ddl/mod.ts";
import type { SqlDialect } from "../facts/config.ts";
import type { NodeFact } from "../facts/file_facts.ts";
import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import type { SchemaCatalog, SchemaTable } from "../facts/schema.ts";
import type { WorldFile } from "../resolve/world.ts";
import { type GraphWriter, nodeRow } from "../store/graph_writer.ts";

export interface SchemaInput {
  dialect: SqlDialect;
  live: LiveSchemaOutcome | null;
}

/** Writes the catalog and its nodes; a project without a schema has none of either. */
export function writeSchema(
  files: readonly WorldFile[],
  input: SchemaInput,
  graph: GraphWriter,
): SchemaCatalog {
  const changing = files.filter((f) => f.facts.ddl !== undefined).sort((a, b) => a.file - b.file);
  let catalog = replay(
    changing.map(({ path, facts }) => ({ path, ddl: facts.ddl! })),
    { dialect: input.dialect },
  );
  if (input.live?.state === "read") catalog = withLiveSchema(catalog, input.live.schema);
  if (input.live !== null) {
    const { live } = input;
    const said = live.state === "read"
      ? { state: "read", server: live.schema.server, database: live.schema.database }
      : { state: "failed", code: live.code, message: live.message, hint: live.hint };
    graph.meta("live_schema", JSON.stringify(said));
    graph.meta("live_schema_rows", JSON.stringify(live));
  }
  const nodes = new SchemaNodes(files, graph);
  for (const variant of catalog.variants) {
    const { tables, ...rest } = variant;
    graph.schemaVariant(rest);
    for (const table of tables) graph.schemaTable(table, nodes.write(table));
  }
  for (const problem of catalog.problems) graph.schemaProblem(problem);
  return catalog;
}

/** Gives tables and columns their nodes, behind those that the file itself declares. */
class SchemaNodes {
  readonly #files = new Map<string, { file: number; next: number; path: string }>();
  readonly #seen = new Map<string, number>();

  constructor(files: readonly WorldFile[], readonly graph: GraphWriter) {
    for (const { file, path, facts } of files) {
      this.#files.set(path, { file, next: facts.nodes.length, path });
    }
  }

  /** Row number of the table's node; null when no file of the corpus holds it, or another variant has made it. */
  write(table: SchemaTable): number | null {
    const owner = this.#files.get(table.path);
    if (owner === undefined || table.variant === LIVE_VARIANT) return null;
    const row = this.#node(owner, {
      kind: "table",
      name: table.name,
      fqn: table.name,
      parent: 0,
      start_line: table.line,
      end_line: Math.max(
        table.line,
        ...table.columns.filter((c) => c.path === table.path).map((c) => c.line),
      ),
    });
    const local = owner.next - 1;
    for (const column of table.columns) {
      const home = this.#files.get(column.path) ?? owner;
      this.#node(home, {
        kind: "column",
        name: column.name,
        fqn: `${table.name}.${column.name}`,
        // The table is a node of another file when a later migration added the column.
        parent: home === owner ? local : 0,
        start_line: column.line,
        end_line: column.line,
        type: column.type,
      });
    }
    return row;
  }

  #node(owner: { file: number; next: number; path: string }, fact: NodeFact): number {
    const local = owner.next++;
    const key = `${fact.kind}|${fact.fqn}|${owner.path}`;
    const ordinal = this.#seen.get(key) ?? 0;
    this.#seen.set(key, ordinal + 1);
    this.graph.node(owner.file, local, fact, nodeId(fact.kind, fact.fqn, owner.path, ordinal));
    return nodeRow(owner.file, local);
  }
}
