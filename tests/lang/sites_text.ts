// Call sites, uses and terms of a file as text that people can read and compare. It asserts nothing.

import type { FileFacts } from "../../lib/facts/file_facts.ts";
import type { SiteFact, UseFact } from "../../lib/facts/site.ts";
import type { TermId } from "../../lib/facts/type_term.ts";

/** A term as nested words: `property(static, cart)`. */
export function termText(facts: FileFacts, id: TermId): string {
  const term = facts.terms?.[id] ?? ["unknown"];
  const one = (t: TermId) => termText(facts, t);
  const many = (ts: readonly TermId[]) => ts.map(one).join(", ");
  switch (term[0]) {
    case "name":
      return term[1];
    case "scalar":
      return term[1];
    case "union":
      return term[1].map(one).join(" | ");
    case "array":
    case "element":
    case "class_string":
    case "named_by":
    case "invoke":
      return `${term[0]}(${one(term[1])})`;
    case "generic":
      return `${one(term[1])}<${many(term[2])}>`;
    case "property":
    case "static_property":
    case "constant":
    case "callable_method":
      return `${term[0]}(${one(term[1])}, ${term[2]})`;
    case "call":
      return `call(${[term[1].join("|"), ...term[2].map(one)].join(", ")})`;
    case "method_call":
    case "static_call":
      return `${term[0]}(${[one(term[1]), term[2], ...term[3].map(one)].join(", ")})`;
    case "closure":
      return `closure(${facts.nodes[term[1]]!.fqn})`;
    case "callable_function":
      return `callable_function(${term[1].join("|")})`;
    case "template":
      return term[2] === 0 ? `template ${term[1]}` : `template ${term[1]} of ${one(term[2])}`;
    default:
      return term[0];
  }
}

/** `12 method add on property(self, cart) (2)`, with the number of arguments at the end. */
export function siteText(facts: FileFacts, site: SiteFact): string {
  const words = [String(site.line), site.kind, site.name];
  if (site.functions !== undefined) words.push(`-> ${site.functions.join(" | ")}`);
  if (site.receiver !== undefined) words.push(`on ${termText(facts, site.receiver)}`);
  if (site.via !== undefined) words.push(`via ${site.via}`);
  if (site.of !== undefined) words.push(`of ${site.of}`);
  if (site.hook !== undefined) words.push(`hook ${site.hook}`);
  if (site.include !== undefined) {
    words.push(site.include === null ? "unknown" : `from ${site.include.base}`);
    if (site.include?.constants) {
      words.push(Object.entries(site.include.constants).map(([n, all]) => `${n}=${all.join("|")}`).join(" "));
    }
  }
  if (site.kind !== "include" && site.kind !== "callable") words.push(`(${site.arguments ?? "..."})`);
  return words.join(" ");
}

export function useText(facts: FileFacts, use: UseFact): string {
  const words = [String(use.line), use.kind, use.name];
  if (use.constants !== undefined) words.push(`-> ${use.constants.join(" | ")}`);
  if (use.receiver !== undefined) words.push(`of ${termText(facts, use.receiver)}`);
  if (use.access !== undefined) words.push(`[${use.access}]`);
  return words.join(" ");
}

/** All of it, by the declaration that it stands in. */
export function sitesText(facts: FileFacts): string {
  const out: string[] = [];
  facts.nodes.forEach((node, local) => {
    const lines: string[] = [];
    if (node.term !== undefined) lines.push(`is ${termText(facts, node.term)}`);
    if (node.templates !== undefined) lines.push(`templates ${node.templates.join(" ")}`);
    for (const p of node.params ?? []) {
      if (p.term !== undefined) lines.push(`param ${p.name} ${termText(facts, p.term)}`);
    }
    for (const bind of node.binds ?? []) {
      lines.push(`binds ${bind.parent}<${bind.terms.map((t) => termText(facts, t)).join(", ")}>`);
    }
    for (const [name, t] of Object.entries(node.magic?.methods ?? {})) {
      lines.push(`magic ${name}() ${termText(facts, t)}`);
    }
    for (const [name, t] of Object.entries(node.magic?.properties ?? {})) {
      lines.push(`magic $${name} ${termText(facts, t)}`);
    }
    for (const t of node.magic?.mixins ?? []) lines.push(`mixin ${termText(facts, t)}`);
    for (const rule of facts.trait_rules ?? []) {
      if (rule.from !== local) continue;
      const { trait, method, insteadof, alias, visibility } = rule;
      const what = trait === undefined ? method : `${trait}::${method}`;
      lines.push(
        insteadof !== undefined
          ? `rule ${what} insteadof ${insteadof.join(", ")}`
          : `rule ${what} as ${[visibility, alias].filter(Boolean).join(" ")}`,
      );
    }
    for (const site of facts.sites ?? []) if (site.from === local) lines.push(siteText(facts, site));
    for (const use of facts.uses ?? []) if (use.from === local) lines.push("  " + useText(facts, use));
    if (lines.length > 0) out.push(`${node.kind} ${node.fqn}`, ...lines.map((l) => `    ${l}`));
  });
  return out.join("\n") + "\n";
}
