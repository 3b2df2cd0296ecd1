// The names of one file: its namespace and its imports, and what a written name means under them. It resolves by the
// text of the file alone: whether `ns\f` or the global `f` exists is a question for lib/resolve.

import { foldName } from "../../base/names.ts";

export type ImportKind = "class" | "function" | "const";

/** Words that stand for a class by context; they are never a name of one. */
const RELATIVE_CLASSES: ReadonlySet<string> = new Set(["self", "static", "parent"]);

/** Namespace and imports as they stand at one point of a file. */
export class NameScope {
  /** The current namespace without a leading backslash; empty for the global one. */
  namespace = "";
  readonly #classes = new Map<string, string>();
  readonly #functions = new Map<string, string>();
  /** Constants are looked up with regard to case. */
  readonly #constants = new Map<string, string>();

  /** A namespace declaration: the imports before it are gone. */
  enter(namespace: string): void {
    this.namespace = namespace;
    this.#classes.clear();
    this.#functions.clear();
    this.#constants.clear();
  }

  /** One clause of a `use` declaration. `alias` is empty when none was written. */
  import(kind: ImportKind, target: string, alias: string): void {
    const name = withoutLead(target);
    const key = alias === "" ? name.slice(name.lastIndexOf("\\") + 1) : alias;
    if (kind === "const") this.#constants.set(key, name);
    else (kind === "class" ? this.#classes : this.#functions).set(foldName(key), name);
  }

  /** `f` declared here is `App\f`. */
  declared(name: string): string {
    return this.namespace === "" ? name : `${this.namespace}\\${name}`;
  }

  /** The class that a written name means, or `null` for `self`, `static` and `parent`. */
  classTarget(written: string): string | null {
    if (RELATIVE_CLASSES.has(written.toLowerCase())) return null;
    return this.#qualified(written) ?? this.#classes.get(foldName(written)) ?? this.declared(written);
  }

  /**
   * Candidates of a called function, in the order in which PHP looks: an import or a qualified name is the only one,
   * a bare name is searched in the namespace and then globally.
   */
  functionTargets(written: string): string[] {
    return this.#bare(written, this.#functions.get(foldName(written)));
  }

  /** Candidates of a constant, in the order in which PHP looks. */
  constantTargets(written: string): string[] {
    return this.#bare(written, this.#constants.get(written));
  }

  #bare(written: string, imported: string | undefined): string[] {
    const only = this.#qualified(written) ?? imported;
    if (only !== undefined) return [only];
    return this.namespace === "" ? [written] : [this.declared(written), written];
  }

  /** Names with a backslash; a bare name gives `undefined`. */
  #qualified(written: string): string | undefined {
    const slash = written.indexOf("\\");
    if (slash < 0) return undefined;
    if (slash === 0) return written.slice(1);
    const head = written.slice(0, slash);
    const rest = written.slice(slash);
    if (foldName(head) === "namespace") return this.declared(rest.slice(1));
    const imported = this.#classes.get(foldName(head));
    return imported === undefined ? this.declared(written) : imported + rest;
  }
}

function withoutLead(name: string): string {
  return name.startsWith("\\") ? name.slice(1) : name;
}
