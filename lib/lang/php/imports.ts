// `use` declarations of the file as the walk passes them, so that names mean the same here as for the declarations.

import type { BodyWalk } from "./body.ts";
import type { ImportKind } from "./names.ts";

/** Reads one `use` declaration into the walk's names. */
export function readImports(walk: BodyWalk, node: number): void {
  const { tree } = walk;
  const text = walk.source.fold(tree.start[node]!, tree.end[node]!);
  const match = /^use\s+(?:(function|const)\s+)?([^{;]*)(?:\{([^}]*)\})?/i.exec(text);
  if (match === null) return;
  const kind = (match[1]?.toLowerCase() ?? "class") as ImportKind;
  const group = match[3] !== undefined;
  const prefix = group ? match[2]!.trim() : "";
  for (const clause of (group ? match[3]! : match[2]!).split(",")) {
    const part = /^\s*(?:(function|const)\s+)?([\w\\\x80-\uffff]+)(?:\s+as\s+([\w\x80-\uffff]+))?\s*$/i.exec(
      clause,
    );
    if (part === null) continue;
    const own = (part[1]?.toLowerCase() ?? kind) as ImportKind;
    walk.names.import(own, prefix + part[2]!, part[3] ?? "");
  }
}
