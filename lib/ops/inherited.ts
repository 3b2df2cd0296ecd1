// Members that a class has without declaring them: inherited, of a trait, or only documented. «No such method» about one of
// these would be false.

import { foldName, shortName } from "../base/names.ts";
import type { NodeRecord } from "../store/graph_reader.ts";
import { fileOfRow } from "../store/graph_schema.ts";
import type { OperationContext } from "./context.ts";
import { docblockOf } from "./contract.ts";
import { findSymbols } from "./symbol_lookup.ts";

export interface Inherited {
  /** Declarations of the member in the nearest class above that has it. */
  members: NodeRecord[];
  /** The class that was asked about. */
  owner: NodeRecord | null;
  /** Says where the member comes from, or what might have it. */
  note: string | null;
}

const MEMBERS = new Set(["method", "property", "constant", "enum_case"]);
const ABOVE = ["uses_trait", "extends", "implements"] as const;

/** Looks up the hierarchy for `X::m`. */
export function findInherited(context: OperationContext, name: string): Inherited {
  const split = name.lastIndexOf("::");
  const nothing: Inherited = { members: [], owner: null, note: null };
  if (split <= 0) return nothing;
  const member = shortName(name).replace(/^\$/, "");
  const owner = findSymbols(context.graph, name.slice(0, split))
    .find((n) => ["class", "interface", "trait", "enum"].includes(n.kind));
  if (owner === undefined) return nothing;
  const outside: string[] = [];
  const seen = new Set<number>();
  let ring = [owner];
  while (ring.length > 0) {
    const next: NodeRecord[] = [];
    for (const type of ring) {
      if (seen.has(type.row)) continue;
      seen.add(type.row);
      const members = membersOf(context, type, member);
      if (members.length > 0) {
        return {
          members,
          owner,
          note: `${owner.fqn} has it from ${type.fqn}, declared at ${members[0]!.path}`,
        };
      }
      const documented = documentedMember(context, type, member);
      if (documented !== null) return { members: [], owner, note: documented };
      for (const kind of ABOVE) next.push(...context.graph.neighbours(type.row, kind, "out"));
      outside.push(...context.graph.externalRefs(type.row).map((r) => r.target));
    }
    ring = next;
  }
  const note = outside.length === 0
    ? null
    : `${owner.fqn} inherits from ${
      [...new Set(outside)].join(", ")
    }, outside the corpus: it may be declared there`;
  return { members: [], owner, note };
}

function membersOf(context: OperationContext, type: NodeRecord, name: string): NodeRecord[] {
  return context.graph.nodesOfFile(fileOfRow(type.row)).filter((n) =>
    n.parent === type.row && MEMBERS.has(n.kind) &&
    (n.kind === "method" ? foldName(n.name) === foldName(name) : n.name === name)
  );
}

function documentedMember(context: OperationContext, type: NodeRecord, name: string): string | null {
  const block = docblockOf(context, type);
  if (block === null) return null;
  const method = block.methods.find((m) => foldName(m.name) === foldName(name));
  const at = `the PHPDoc of ${type.fqn} at ${type.path}:${type.doc![0]}`;
  if (method !== undefined) {
    return `only documented, by @method in ${at}: ${method.type} ${method.name}(${method.params})`;
  }
  const property = block.properties[name];
  return property === undefined ? null : `only documented, by @property in ${at}: ${property.type} $${name}`;
}
