// Names in one file that mean declarations of another: parents, interfaces, traits, and what documents name. Pure: it
// sees the facts of all files and nothing else, so that an incremental build can give the rows of a full one.

import { normalisePath } from "../base/text.ts";
import { foldName, shortName } from "../base/names.ts";
import { type Certainty, derived, type Evidence, stated } from "../facts/evidence.ts";
import type { EdgeKind, NodeKind } from "../facts/kinds.ts";

/** A declaration that can be meant by a name. `row` is whatever number the caller knows it by. */
export interface Declaration {
  row: number;
  kind: NodeKind;
  fqn: string;
}

export interface Reference {
  kind: "extends" | "implements" | "uses_trait" | "doc_symbol" | "doc_path";
  from: number;
  target: string;
  evidence: Evidence;
}

export interface ResolvedEdge {
  kind: EdgeKind;
  src: number;
  dst: number;
  proof: Certainty & Evidence;
}

/** More candidates than this are not a link but a word. */
const MOST_DOC_CANDIDATES = 5;

const CLASS_LIKE = new Set<NodeKind>(["class", "interface", "trait", "enum"]);
const NAMEABLE = new Set<NodeKind>([
  "class",
  "interface",
  "trait",
  "enum",
  "enum_case",
  "function",
  "method",
  "property",
  "constant",
]);

export class DeclarationIndex {
  readonly #classLike = new Map<string, number[]>();
  readonly #byShortName = new Map<string, Declaration[]>();
  readonly #files = new Map<string, number>();

  add(declaration: Declaration): void {
    if (CLASS_LIKE.has(declaration.kind)) push(this.#classLike, foldName(declaration.fqn), declaration.row);
    if (NAMEABLE.has(declaration.kind)) {
      push(this.#byShortName, foldName(shortName(declaration.fqn)), declaration);
    }
  }

  addFile(path: string, row: number): void {
    this.#files.set(path, row);
  }

  /** Edges of one reference; none when nothing in the corpus is meant. */
  resolve(reference: Reference): ResolvedEdge[] {
    switch (reference.kind) {
      case "doc_path":
        return this.#docPath(reference);
      case "doc_symbol":
        return this.#docSymbol(reference);
      default:
        return this.#hierarchy(reference, reference.kind);
    }
  }

  #hierarchy(reference: Reference, kind: EdgeKind): ResolvedEdge[] {
    const rows = this.#classLike.get(foldName(reference.target)) ?? [];
    const proof = rows.length === 1
      ? stated("qualified-name", reference.evidence)
      : derived("several-declarations", reference.evidence);
    return rows.map((dst) => ({ kind, src: reference.from, dst, proof }));
  }

  /** A document that names a file of the corpus: relative to itself, else to the root. */
  #docPath(reference: Reference): ResolvedEdge[] {
    const folder = reference.evidence.path.slice(0, reference.evidence.path.lastIndexOf("/") + 1);
    const row = this.#files.get(normalisePath(folder + reference.target)) ??
      this.#files.get(normalisePath(reference.target));
    if (row === undefined) return [];
    return [{
      kind: "documented_by",
      src: row,
      dst: reference.from,
      proof: stated("doc-path", reference.evidence),
    }];
  }

  #docSymbol(reference: Reference): ResolvedEdge[] {
    const wanted = reference.target.replace(/\(.*$/s, "").replace(/^\\/, "");
    const candidates = (this.#byShortName.get(foldName(shortName(wanted))) ?? [])
      .filter((d) => isNamedBy(d.fqn, wanted));
    if (candidates.length === 0 || candidates.length > MOST_DOC_CANDIDATES) return [];
    const whole = candidates.length === 1 && /\\|::/.test(wanted) &&
      foldName(candidates[0]!.fqn) === foldName(wanted);
    const proof = whole ? stated("doc-qualified-name", reference.evidence) : derived(
      candidates.length === 1 ? "doc-names-one-symbol" : "doc-names-several-symbols",
      reference.evidence,
    );
    return candidates.map((d) => ({ kind: "documented_by", src: d.row, dst: reference.from, proof }));
  }
}

/** `Cart::add` names `App\Shop\Cart::add`, but not `App\MyCart::add`. */
export function isNamedBy(fqn: string, name: string): boolean {
  const full = foldName(fqn).replace("::$", "::");
  const wanted = foldName(name).replace("::$", "::").replace(/^\$/, "");
  if (full === wanted) return true;
  if (!full.endsWith(wanted)) return false;
  const before = full.slice(0, full.length - wanted.length);
  return before.endsWith("\\") || before.endsWith("::");
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
