// What one file says, before anything is known about other files. Extractors return it, the store keeps it by
// content hash, resolution reads it. Plain data: it crosses threads and is stored as JSON. No comment text is in it
// (FT-9): a documentation block is only known by its lines, and its words live in the text layer.

import type { FileState, NodeKind } from "./kinds.ts";

/** One parameter of a function or method, as written. */
export interface ParamFact {
  /** With its dollar sign. */
  name: string;
  /** As written, `null` when there is none. */
  type: string | null;
  /** Default expression as written, `null` when there is none. */
  default: string | null;
  /** A call may leave it out: it has a default or is variadic. */
  optional: boolean;
  by_ref: boolean;
  variadic: boolean;
  /** Visibility words of a promoted constructor parameter. */
  promoted?: string;
}

/**
 * One declared element. Its position in `FileFacts.nodes` is its local number; number 0 is always the file itself
 * (kind `file`, or `doc` for a document), whose lines are 1 to the last line (1 to 1 when empty).
 */
export interface NodeFact {
  kind: NodeKind;
  /** Short name as declared: `add`, `items` (a property has no dollar sign here), `{closure}`, `class@anonymous`. */
  name: string;
  /** Qualified name of the outward contract: `App\Shop\Cart::add`, `App\Shop\Cart::$items`. */
  fqn: string;
  /** Local number of the declaration that contains it. Only the file itself has -1. */
  parent: number;
  /** First line of the declaration with its attributes, without its documentation block. */
  start_line: number;
  end_line: number;
  /** Bits of MODIFIERS. */
  modifiers?: number;
  /** Declaration without body, white space folded, never cut. */
  signature?: string;
  params?: ParamFact[];
  /** Declared type of a property, constant or return value, as written. */
  type?: string;
  /** First and last line of its documentation block. */
  doc?: [number, number];
}

/** A name in the file that means a declaration elsewhere. */
export interface RefFact {
  kind: "extends" | "implements" | "uses_trait" | "doc_symbol" | "doc_path";
  /** Local number of the node that refers. */
  from: number;
  /** Resolved by the file's own namespace and imports, no leading backslash; for documents the words as written. */
  target: string;
  line: number;
}

export interface ProblemFact {
  line: number;
  code: string;
  message: string;
}

export interface FileFacts {
  state: Exclude<FileState, "skipped">;
  nodes: NodeFact[];
  refs: RefFact[];
  problems: ProblemFact[];
}
