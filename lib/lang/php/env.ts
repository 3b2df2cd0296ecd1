// What the variables of one body hold at one point of it. A fork costs nothing until one side writes, so that branches can
// be followed and joined one by one. It knows no syntax.

import type { TermId } from "../../facts/type_term.ts";
import { type Terms, UNKNOWN } from "./terms.ts";

interface Narrowing {
  /** What a check says here. */
  narrow: TermId;
  /** What is known without the check. */
  base: TermId | undefined;
}

/** Names are without the dollar sign; `this->name` is a property of the object itself. */
export class Env {
  /** The end of this path is not reached: it returned, threw or left the loop. */
  dead = false;
  private shared = false;

  constructor(
    private vars: Map<string, TermId> = new Map(),
    private narrowed: Map<string, Narrowing> | null = null,
  ) {}

  fork(): Env {
    const copy = new Env(this.vars, this.narrowed);
    copy.dead = this.dead;
    copy.shared = this.shared = true;
    return copy;
  }

  get(name: string): TermId | undefined {
    return this.vars.get(name);
  }

  private own(): void {
    if (!this.shared) return;
    this.vars = new Map(this.vars);
    this.narrowed = this.narrowed && new Map(this.narrowed);
    this.shared = false;
  }

  set(name: string, term: TermId): void {
    if (this.vars.get(name) === term && !this.narrowed?.has(name)) return;
    this.own();
    this.vars.set(name, term);
    this.narrowed?.delete(name);
  }

  /** What a check proves, until the paths meet again. */
  narrow(name: string, term: TermId): void {
    this.own();
    const base = this.narrowed?.get(name)?.base ?? this.vars.get(name);
    (this.narrowed ??= new Map()).set(name, { narrow: term, base });
    this.vars.set(name, term);
  }

  forget(name: string): void {
    this.set(name, UNKNOWN);
  }

  forgetAll(): void {
    this.vars = new Map();
    this.narrowed = null;
    this.shared = false;
  }

  /** Without what a check proved on the way. */
  private plain(name: string): TermId | undefined {
    return this.narrowed?.has(name) ? this.narrowed.get(name)!.base : this.vars.get(name);
  }

  /** Where paths meet. A path that does not set a variable says nothing about it. */
  static join(terms: Terms, paths: readonly Env[]): Env {
    const live = paths.filter((p) => !p.dead);
    if (live.length === 0) {
      const none = paths.length === 0 ? new Env() : paths[0]!.fork();
      none.dead = true;
      return none;
    }
    const first = live[0]!;
    if (live.length === 1 || live.every((p) => p.vars === first.vars)) return first.fork();
    const names = new Set<string>();
    for (const path of live) for (const name of path.vars.keys()) names.add(name);
    const vars = new Map<string, TermId>();
    const narrowed = new Map<string, Narrowing>();
    for (const name of names) {
      const here = first.vars.get(name);
      if (here !== undefined && live.every((p) => p.vars.get(name) === here)) {
        vars.set(name, here);
        const mark = first.narrowed?.get(name);
        if (mark !== undefined) narrowed.set(name, mark);
        continue;
      }
      const parts = live.map((p) => p.plain(name)).filter((t) => t !== undefined);
      // A property holds something on every path, also on one that does not mention it.
      if (parts.length < live.length && name.includes(">")) continue;
      if (parts.length > 0) vars.set(name, terms.union(parts));
    }
    return new Env(vars, narrowed.size === 0 ? null : narrowed);
  }
}
