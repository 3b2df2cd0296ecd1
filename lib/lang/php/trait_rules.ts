// `insteadof` and `as` of a class that uses traits, and what a documentation block before `use` binds.

import type { TraitRule } from "../../facts/file_facts.ts";
import type { BodyWalk } from "./body.ts";
import { bindsOf, docTextBefore } from "./documented.ts";
import { parseDocblock } from "./phpdoc.ts";

const RULE = /^(?:(\\?[\w\\\x80-\uffff]+)\s*::\s*)?([\w\x80-\uffff]+)\s+(insteadof|as)\s+([^]+)$/i;
const ALIAS = /^(?:(public|protected|private)\b\s*)?([\w\x80-\uffff]+)?$/i;

export function traitRules(walk: BodyWalk, node: number): void {
  const { tree } = walk;
  const from = walk.cls?.local ?? -1;
  if (from < 0 || !walk.recording) return;
  const doc = docTextBefore(walk, tree.start[node]!);
  if (doc !== null) {
    const binds = bindsOf(walk, parseDocblock(doc), walk.cls!.types);
    if (binds.length > 0) (walk.nodes[from]!.binds ??= []).push(...binds);
  }
  const list = tree.childOf(node, "use_list");
  if (list < 0) return;
  const body = walk.source.fold(tree.start[list]! + 1, tree.end[list]! - 1);
  for (const statement of body.split(";")) {
    const match = RULE.exec(statement.trim());
    if (match === null) continue;
    const [, trait, method, word, rest] = match as unknown as [
      string,
      string | undefined,
      string,
      string,
      string,
    ];
    const target = trait === undefined ? null : walk.names.classTarget(trait);
    const rule: TraitRule = { from, ...(target !== null && { trait: target }), method };
    if (word.toLowerCase() === "insteadof") {
      rule.insteadof = rest.split(",").map((n) => walk.names.classTarget(n.trim())).filter((n) => n !== null);
    } else {
      const alias = ALIAS.exec(rest.trim());
      if (alias === null) continue;
      if (alias[2] !== undefined) rule.alias = alias[2];
      if (alias[1] !== undefined) rule.visibility = alias[1].toLowerCase();
    }
    walk.traitRules.push(rule);
  }
}
