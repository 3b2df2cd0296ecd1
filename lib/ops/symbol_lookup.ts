// Finding declarations by name, for every operation that takes one. First exact, then by the end of the qualified name;
// names that PHP compares with their case are compared so. It returns all matches and chooses none.

import { shortName } from "../base/names.ts";
import { isNamedBy } from "../resolve/declarations.ts";
import type { NodeKind } from "../facts/kinds.ts";
import type { GraphReader, NodeRecord } from "../store/graph_reader.ts";
import { nearestNames } from "../base/names.ts";

/** Kinds whose names PHP compares exactly (DESIGN §6.1). */
const CASE_SENSITIVE = new Set<NodeKind>(["property", "constant", "enum_case"]);

/** Declarations meant by a short, qualified or member name, best first. */
export function findSymbols(graph: GraphReader, name: string, kind?: string): NodeRecord[] {
  const wanted = name.replace(/^\\/, "");
  const column = /^([^.\\:$]+)\.([^.\\:$]+)$/.exec(wanted);
  if (column !== null && (kind === undefined || kind === "column")) {
    const found = graph.nodesByName(column[2]!).filter((n) =>
      n.kind === "column" && n.fqn.toLowerCase() === wanted.toLowerCase()
    );
    if (found.length > 0) return found;
  }
  const last = shortName(wanted).replace(/^\$/, "");
  // A dollar sign makes it a property: `$items`, `Cart::$items`.
  const property = /(?:^|::)\$[^:]*$/.test(wanted);
  const matches = graph.nodesByName(last).filter((node) => {
    if (kind !== undefined && node.kind !== kind) return false;
    if (property && node.kind !== "property") return false;
    if (CASE_SENSITIVE.has(node.kind) && node.name !== last) return false;
    return isNamedBy(node.fqn, wanted) || (node.name === last && last === wanted);
  });
  if (matches.length === 0) {
    matches.push(...namedByFile(graph, wanted).filter((n) => !kind || n.kind === kind));
  }
  return matches.sort((a, b) => order(a, wanted) - order(b, wanted));
}

/** What is named by its file: `{closure}#src/a.php:3`, `class@anonymous#src/a.php:3`, `docs/a.md#prices`, `src/a.php`. */
function namedByFile(graph: GraphReader, wanted: string): NodeRecord[] {
  const [head, tail] = wanted.split("#", 2);
  const paths = tail === undefined ? [head!] : [head!, tail.replace(/(?::\d+)+$/, "")];
  return paths.flatMap((path) => {
    const file = graph.file(path);
    return file === undefined ? [] : graph.nodesOfFile(file.id).filter((n) => n.fqn === wanted);
  });
}

/** Whole qualified name first, then the case as written, then types before functions before members. */
function order(node: NodeRecord, wanted: string): number {
  const rank = KIND_ORDER.indexOf(node.kind);
  return (node.fqn === wanted ? 0 : 1000) + (node.name === shortName(wanted) ? 0 : 100) +
    (rank < 0 ? KIND_ORDER.length : rank);
}

const KIND_ORDER: NodeKind[] = [
  "class",
  "interface",
  "trait",
  "enum",
  "function",
  "method",
  "constant",
  "enum_case",
  "property",
  "namespace",
  "file",
];

/** Names of the corpus that a mistyped one may have meant. */
export function similarNames(graph: GraphReader, name: string): string[] {
  const last = shortName(name);
  return nearestNames(last, graph.namesLike(last, 2000), 5).filter((n) => n !== last);
}
