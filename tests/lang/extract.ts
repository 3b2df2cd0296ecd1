// Text to facts for the tests of this folder, and facts to text that people can read and compare. It runs the real
// extractors and asserts nothing.

import { LineIndex } from "../../lib/base/text.ts";
import type { FileFacts, NodeFact, ParamFact } from "../../lib/facts/file_facts.ts";
import { modifierWords } from "../../lib/facts/kinds.ts";
import { loadExtractors } from "../../lib/lang/mod.ts";
import { loadGrammars } from "../../wasm/loader.ts";

const extractors = await loadExtractors(loadGrammars());

/** Facts of a text in one of the languages that have an extractor. */
export function extract(language: "php" | "markdown", text: string, path = "f.php"): FileFacts {
  return extractors.get(language)!.extract({ path, text, lines: new LineIndex(text) });
}

/** Facts of PHP code without its opening tag; lines count as if the tag stood on the first one. */
export function php(code: string): FileFacts {
  return extract("php", `<?php ${code}`);
}

/** `kind fqn start-end` of every node but the file. */
export function outline(facts: FileFacts): string[] {
  return facts.nodes.slice(1).map((n) => `${n.kind} ${n.fqn} ${n.start_line}-${n.end_line}`);
}

/** The node with a qualified name; fails when there is none. */
export function node(facts: FileFacts, fqn: string): NodeFact {
  const found = facts.nodes.find((n) => n.fqn === fqn);
  if (found === undefined) throw new Error(`no ${fqn} among ${facts.nodes.map((n) => n.fqn).join(", ")}`);
  return found;
}

/** All facts of a file, a tree of declarations first. */
export function render(facts: FileFacts): string {
  const out = [`state ${facts.state}`, ""];
  facts.nodes.forEach((n) => {
    const indent = "  ".repeat(depth(facts, n));
    const words = n.modifiers === undefined ? "" : ` [${modifierWords(n.modifiers).join(" ")}]`;
    const doc = n.doc === undefined ? "" : ` doc ${n.doc[0]}-${n.doc[1]}`;
    out.push(`${indent}${n.kind} ${n.fqn} ${n.start_line}-${n.end_line}${words}${doc}`);
    if (n.kind === "doc_section") out.push(`${indent}    "${n.name}"`);
    if (n.signature !== undefined) out.push(`${indent}    ${n.signature}`);
    if (n.type !== undefined) out.push(`${indent}    type ${n.type}`);
    for (const p of n.params ?? []) out.push(`${indent}    param ${param(p)}`);
  });
  out.push("");
  for (const r of facts.refs) out.push(`${r.line} ${facts.nodes[r.from]!.fqn} ${r.kind} ${r.target}`);
  for (const p of facts.problems) out.push(`${p.line} ${p.code} ${p.message}`);
  return out.join("\n").trimEnd() + "\n";
}

function depth(facts: FileFacts, of: NodeFact): number {
  let count = 0;
  for (let at = of; at.parent >= 0; at = facts.nodes[at.parent]!) count++;
  return count;
}

function param(p: ParamFact): string {
  const flags = [p.optional && "optional", p.by_ref && "by_ref", p.variadic && "variadic"].filter(Boolean);
  const promoted = p.promoted === undefined ? [] : [`promoted(${p.promoted})`];
  return [p.name, p.type ?? "-", p.default ?? "-", ...flags, ...promoted].join(" | ");
}
