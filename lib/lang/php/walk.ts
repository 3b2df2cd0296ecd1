// The way through the tree to what is declared. A tree of a large project has millions of nodes and every question to
// one of them crosses into the parser's memory, so the walk enters only what holds a word that can begin a
// declaration, as the scan noted it. It keeps no stack of its own but the names of the nodes it is in.

import type { Node, Tree } from "./parser.ts";

/** Called for each entered node in document order, containers first. `ancestors` are the types of the nodes around. */
export type Visit = (type: string, node: () => Node, ancestors: readonly string[]) => void;

/** Visits the nodes that contain one of the offsets, which are sorted. */
export function walkTo(tree: Tree, offsets: readonly number[], visit: Visit): void {
  const cursor = tree.walk();
  const ancestors: string[] = [];
  const ends: number[] = [];
  let next = 0;
  const node = () => cursor.currentNode;
  try {
    for (;;) {
      const start = cursor.startIndex;
      while (next < offsets.length && offsets[next]! < start) next++;
      if (next === offsets.length) return;
      const goal = offsets[next]!;
      const end = cursor.endIndex;
      if (goal < end) {
        const type = cursor.nodeType;
        visit(type, node, ancestors);
        if (cursor.gotoFirstChildForIndex(goal)) {
          ancestors.push(type);
          ends.push(end);
          continue;
        }
        // A word of its own: the offset is done with.
        next++;
      }
      // On to what may hold the next offset; a parent that ends before it has nothing more to show.
      while (
        ends.length > 0 &&
        ((next < offsets.length && offsets[next]! >= ends[ends.length - 1]!) || !cursor.gotoNextSibling())
      ) {
        cursor.gotoParent();
        ancestors.pop();
        ends.pop();
      }
      if (ends.length === 0 && !cursor.gotoNextSibling()) return;
    }
  } finally {
    cursor.delete();
  }
}
