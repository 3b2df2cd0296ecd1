// What the walk knows about the function and the class-like around the current place. Plain state with a few small
// questions; the walk creates it, the handlers fill it.

import type { TermId } from "../../facts/type_term.ts";
import { NO_SCOPE, type TypeScope } from "./docs_types.ts";
import type { Env } from "./env.ts";

/** A branching or repeating statement that is still open. */
export interface Branching {
  node: number;
  /** `break` and `continue` leave it. */
  breakable: boolean;
  /** Variables where it begins, or where no branch is taken. */
  base: Env;
  /** Variables at the ends of its parts. */
  ends: Env[];
  /** One part is taken in any case: there is an `else` or a `default`. */
  complete: boolean;
}

/** A function, method or closure, or the file itself. */
export class Frame {
  /** Terms of `return`, and of `yield`. */
  readonly returns: TermId[] = [];
  readonly yields: TermId[] = [];
  readonly branchings: Branching[] = [];
  hasThis = false;
  isConstructor = false;
  types: TypeScope = NO_SCOPE;
  /** Type of a documented result. */
  documented: string | undefined;
  /** Types that the documentation gives to global variables. */
  globals: Readonly<Record<string, string>> | undefined;

  constructor(
    /** Local number of the declaration, 0 for the file, -1 for one that is not known. */
    readonly local: number,
    public env: Env,
    readonly outer: Frame | undefined,
  ) {}

  /** The innermost open one. Debris of a broken text may ask for one where there is none. */
  get branching(): Branching {
    return this.branchings[this.branchings.length - 1] ??
      { node: -1, breakable: false, base: this.env, ends: [], complete: false };
  }
}

/** A class-like element. */
export interface ClassFrame {
  local: number;
  types: TypeScope;
  /** What is assigned to its own properties: in the constructor, and elsewhere. */
  constructed: Map<string, TermId[]>;
  assigned: Map<string, TermId[]>;
}
