// The stage after parsing: what needs the facts of all files. Every step is a pure function of lib/resolve; here its
// results become rows. The steps are the only list: a new kind of link is one function of lib/resolve and one step here.

import { evidence, stated } from "../facts/evidence.ts";
import { CallResolver } from "../resolve/calls.ts";
import type { DeclarationIndex, Reference } from "../resolve/declarations.ts";
import { overrides } from "../resolve/overrides.ts";
import { TypeEvaluator } from "../resolve/types.ts";
import { UseResolver } from "../resolve/uses.ts";
import type { World, WorldFile } from "../resolve/world.ts";
import { type EdgeRow, type GraphWriter, nodeRow } from "../store/graph_writer.ts";

/** All files' facts, as the steps read them. */
export interface LinkInput {
  world: World;
  declarations: DeclarationIndex;
  references: { file: number; reference: Reference }[];
}

/** What every step gets. */
interface Linking extends LinkInput {
  /** In the order of their numbers. */
  files: WorldFile[];
  types: TypeEvaluator;
  edges: EdgeTable;
  graph: GraphWriter;
}

const STEPS: readonly ((linking: Linking) => void)[] = [
  linkReferences,
  linkCalls,
  linkUses,
  linkOverrides,
];

export function linkCorpus(input: LinkInput, graph: GraphWriter): void {
  const files = [...input.world.files.values()].sort((a, b) => a.file - b.file);
  const edges = new EdgeTable();
  const linking: Linking = { ...input, files, types: new TypeEvaluator(input.world), edges, graph };
  for (const step of STEPS) step(linking);
  for (const edge of edges.rows()) graph.edge(edge);
}

/** Inheritance and mentions in documents. */
function linkReferences({ references, declarations, edges, graph }: Linking): void {
  references.sort((a, b) =>
    a.file - b.file || a.reference.evidence.line - b.reference.evidence.line ||
    a.reference.from - b.reference.from
  );
  for (const { file, reference } of references) {
    const resolved = declarations.resolve(reference);
    if (resolved.length === 0 && !reference.kind.startsWith("doc_")) {
      graph.externalRef(reference.from, reference.kind, reference.target, reference.evidence.line);
    }
    for (const { kind, src, dst, proof } of resolved) {
      edges.add({ kind, src, dst, file, line: proof.line, proof, count: 1 });
    }
  }
}

/** A site is a row whatever becomes of it. */
function linkCalls({ world, files, types, edges, graph }: Linking): void {
  const paths = new Map(files.map((f) => [f.path, f.file]));
  const calls = new CallResolver(world, paths, types);
  for (const { file, facts } of files) {
    for (const site of facts.sites ?? []) {
      const src = nodeRow(file, site.from);
      const { outcome, candidates, edges: found } = calls.resolve(file, site);
      const { line, kind, name } = site;
      graph.site({ file, line, kind, outcome, candidates: candidates ?? null, src, name });
      for (const { kind, dst, proof } of found) {
        edges.add({ kind, src, dst: nodeRow(dst.file, dst.local), file, line: proof.line, proof, count: 1 });
      }
    }
  }
}

function linkUses({ world, files, types, edges }: Linking): void {
  const uses = new UseResolver(world, types);
  for (const { file, facts } of files) {
    for (const use of facts.uses ?? []) {
      const src = nodeRow(file, use.from);
      for (const { dst, proof } of uses.resolve(file, use)) {
        const to = nodeRow(dst.file, dst.local);
        edges.add({ kind: "references", src, dst: to, file, line: use.line, proof, count: 1 });
      }
    }
  }
}

function linkOverrides({ world, edges }: Linking): void {
  for (const { src, dst } of overrides(world)) {
    const at = evidence(world.files.get(src.file)!.path, src.node.start_line);
    edges.add({
      kind: "overrides",
      src: nodeRow(src.file, src.local),
      dst: nodeRow(dst.file, dst.local),
      file: src.file,
      line: at.line,
      proof: stated("same-method-above", at),
      count: 1,
    });
  }
}

/** Edges by what tells them apart: two alike on one line are one with a count, and what is proven once is proven. */
class EdgeTable {
  readonly #rows = new Map<string, EdgeRow>();

  add(row: EdgeRow): void {
    const key = `${row.src}|${row.dst}|${row.kind}|${row.file}|${row.line}`;
    const known = this.#rows.get(key);
    if (known === undefined) {
      this.#rows.set(key, row);
      return;
    }
    known.count++;
    if (row.proof.confidence > known.proof.confidence) known.proof = row.proof;
  }

  rows(): Iterable<EdgeRow> {
    return this.#rows.values();
  }
}
