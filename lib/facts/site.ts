// Call sites and other uses of one file: who uses what, where, and on what receiver. Every call in the source is one site,
// whatever becomes of it: an answer «no callers» must be able to say what it could not follow.

import type { TermId } from "./type_term.ts";

export const SITE_KINDS = ["function", "method", "static", "new", "callable", "include", "dynamic"] as const;
export type SiteKind = typeof SITE_KINDS[number];

/**
 * What became of a site. The last two could not be followed: whoever answers «no callers» counts them. Stored as the
 * position in this list.
 */
export const OUTCOMES = ["stated", "derived", "external", "builtin", "dynamic", "unresolved"] as const;
export type SiteOutcome = typeof OUTCOMES[number];

export interface SiteFact {
  kind: SiteKind;
  /** Local number of the function, method, closure or file around it; in an attribute or a default value that of the
   * class-like, property or constant that it belongs to. */
  from: number;
  /** Line of the called name (of the expression for a dynamic call). */
  line: number;
  /** Short name as written: `add`, `Cart` for `new Cart`, a path for an include, source text of at most 80 characters otherwise. */
  name: string;
  /** function: qualified names in the order in which PHP looks. */
  functions?: string[];
  /** method, static, new, and callable on a method: the receiver or class. dynamic: the called value where it is known. */
  receiver?: TermId;
  /** Number of arguments; absent with argument unpacking. */
  arguments?: number;
  /** callable: how it was written, for the rule's name: `string`, `array`, `first_class`, `hook`. */
  via?: string;
  /** The callable is an argument of this function (`add_action`, `array_map`, `call_user_func` …). */
  of?: string;
  /**
   * The hook that a callable is added to (`add_action('init', …)`), or that a function call fires (`do_action('init')`).
   * A part that is only known when the program runs stands as `*`.
   */
  hook?: string;
  /**
   * include: path parts that are known: relative to the file's folder (`dir`), to the root or include path (`root`).
   * A constant in the path stands as `{NAME}`, and `constants` has its qualified names in the order in which PHP looks.
   */
  include?: { base: "dir" | "root"; path: string; constants?: Record<string, string[]> } | null;
}

export const USE_KINDS = [
  "type",
  "instanceof",
  "catch",
  "attribute",
  "class_name",
  "constant",
  "class_constant",
  "property",
  "static_property",
] as const;
export type UseKind = typeof USE_KINDS[number];

export interface UseFact {
  kind: UseKind;
  /** Local number of the innermost declaration around it that is no namespace. */
  from: number;
  line: number;
  /** Short name: the class for type, instanceof, catch, attribute, class_name; the member otherwise. */
  name: string;
  /** constant: qualified names in the order in which PHP looks. */
  constants?: string[];
  /** The class or receiver. */
  receiver?: TermId;
  /** property, static_property: read, write, or both. */
  access?: "read" | "write" | "readwrite";
}
