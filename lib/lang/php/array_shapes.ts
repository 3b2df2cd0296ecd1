// What a documentation block says about the composition of arrays: shapes of parameters and of the return value, and
// the names that classes give to types. It follows no import into another file; it only says where one leads.

import type { Docblock } from "./phpdoc.ts";
import { type ArrayShape, plainName, record, shapeOf, takeType } from "./phpdoc_type.ts";

export type { ArrayShape };

export interface TypeAliases {
  /** `@phpstan-type` and `@psalm-type`: the type by its name. */
  own: Record<string, string>;
  /** `@phpstan-import-type X from Y as Z`: by the local name. */
  imported: Record<string, { name: string; from: string }>;
}

/**
 * Array shapes by parameter name without the dollar sign. Parameters of another type are not in it. `aliases` gives the
 * types behind names; an alias may use another one.
 */
export function arrayShapes(doc: Docblock, aliases: Record<string, string> = {}): Record<string, ArrayShape> {
  const shapes = record<ArrayShape>();
  for (const [name, { type }] of Object.entries(doc.params)) {
    const shape = type === undefined ? null : aliasedShape(type, aliases);
    if (shape !== null) shapes[name] = shape;
  }
  return shapes;
}

/** Array shape of the return value, or `null`. */
export function returnShape(doc: Docblock, aliases: Record<string, string> = {}): ArrayShape | null {
  return doc.returns === undefined ? null : aliasedShape(doc.returns.type, aliases);
}

/** Names for types that a class declares or imports. */
export function typeAliases(doc: Docblock): TypeAliases {
  const aliases: TypeAliases = { own: record(), imported: record() };
  for (const tag of doc.tags) {
    const kind = plainName(tag.name);
    if (kind === "type") {
      const match = /^([A-Za-z_]\w*)\s*=?\s*([^]+)$/.exec(tag.text);
      if (match !== null) aliases.own[match[1]!] = takeType(match[2]!).type;
    } else if (kind === "import-type") {
      const match = /^(\w+)\s+from\s+([\w\\]+)(?:\s+as\s+(\w+))?/.exec(tag.text);
      if (match !== null) aliases.imported[match[3] ?? match[1]!] = { name: match[1]!, from: match[2]! };
    }
  }
  return aliases;
}

function aliasedShape(type: string, aliases: Record<string, string>): ArrayShape | null {
  let current = type;
  // An alias that leads back to itself ends here.
  for (let step = 0; step < 8; step++) {
    const shape = shapeOf(current);
    if (shape !== null) return shape;
    const name = current.split("|").map((m) => m.trim().replace(/^\?/, "")).find((m) =>
      Object.hasOwn(aliases, m)
    );
    if (name === undefined) return null;
    current = aliases[name]!;
  }
  return null;
}
