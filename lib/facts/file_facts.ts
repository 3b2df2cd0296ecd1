// What one file says, before anything is known about other files. Extractors return it, the store keeps it by
// content hash, resolution reads it. Plain data: it crosses threads and is stored as JSON. No comment text is in it
// (FT-9): a documentation block is only known by its lines, and its words live in the text layer.

import type { DdlFacts } from "./ddl.ts";
import type { EntryPointFact } from "./entry_point.ts";
import type { FileState, NodeKind } from "./kinds.ts";
import type { SiteFact, UseFact } from "./site.ts";
import type { SqlFact } from "./sql.ts";
import type { TermId, TypeTerm } from "./type_term.ts";

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
  /** Its type, where a `@template` of the function is bound by it: only then a caller's argument matters. */
  term?: TermId;
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
  /** What it returns (functions, methods, closures) or holds (properties, constants): declared, documented or implied. */
  term?: TermId;
  /** Class-like: members that only the documentation block declares (`@method`, `@property`), and its `@mixin`s. */
  magic?: { methods: Record<string, TermId>; properties: Record<string, TermId>; mixins: TermId[] };
  /** Class-like, function or method: names of its `@template` parameters. Class-like: what it binds of its parents' (`@extends Repository<User>`). */
  templates?: string[];
  binds?: { parent: string; terms: TermId[] }[];
}

/** `use A, B { A::m insteadof B; B::m as protected n; }` in a class-like. */
export interface TraitRule {
  /** Local number of the class-like. */
  from: number;
  /** Qualified name of the trait, absent in `m as n`. */
  trait?: string;
  method: string;
  insteadof?: string[];
  alias?: string;
  visibility?: string;
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
  /** Type terms that nodes, sites and uses point into. */
  terms?: TypeTerm[];
  sites?: SiteFact[];
  uses?: UseFact[];
  trait_rules?: TraitRule[];
  /** Ways into the program that this file registers. */
  entry_points?: EntryPointFact[];
  /** SQL in its strings and builders. */
  sql?: SqlFact[];
  /** What it does to the database schema. */
  ddl?: DdlFacts;
  problems: ProblemFact[];
}
