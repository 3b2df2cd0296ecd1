// Who uses what in one file: the door to the walk over bodies. It puts the handlers together and returns facts; it knows
// nothing about other files, so what a name or a receiver really is stays open.

import type { FileFacts, NodeFact } from "../../facts/file_facts.ts";
import { BodyWalk, type Handlers } from "./body.ts";
import { CALLS } from "./calls.ts";
import { CONTROL } from "./control.ts";
import { EXPRESSIONS } from "./expressions.ts";
import type { FlatTree } from "./flat_tree.ts";
import { MEMBERS } from "./members.ts";
import type { PhpText } from "./source.ts";

const HANDLERS: Handlers = { ...EXPRESSIONS, ...CALLS, ...CONTROL, ...MEMBERS };

/**
 * Sites, uses and terms of a file. `nodes` are its declarations, which get their terms; `places` says what is declared at
 * an offset.
 */
export function callFacts(
  tree: FlatTree,
  source: PhpText,
  nodes: NodeFact[],
  places: ReadonlyMap<number, number>,
): Pick<FileFacts, "terms" | "sites" | "uses" | "trait_rules"> {
  const walk = new BodyWalk(tree, source, nodes, places, HANDLERS);
  walk.run();
  return walk.facts();
}
