// One walk over a whole file in the order in which it is written: it keeps what is around the current place (class,
// function, variables) and hands each node to the handlers of its type. It has no recursion, so no depth of nesting ends
// it. What a node means is decided in calls.ts, expressions.ts, control.ts and members.ts, not here.

import type { FileFacts, NodeFact, TraitRule } from "../../facts/file_facts.ts";
import type { SiteFact, UseFact } from "../../facts/site.ts";
import type { TermId } from "../../facts/type_term.ts";
import { TypeReader, type TypeScope } from "./docs_types.ts";
import { Env } from "./env.ts";
import type { FlatTree } from "./flat_tree.ts";
import { type ClassFrame, Frame } from "./frames.ts";
import { inlineTypes } from "./inline_docs.ts";
import { NameScope } from "./names.ts";
import type { PhpText } from "./source.ts";
import { Terms, UNKNOWN } from "./terms.ts";

/** What happens at a node of one type. `before` and `after` are told about each child. */
export interface Handler {
  /** Says `false` when nothing inside is of interest. */
  enter?(walk: BodyWalk, node: number): boolean | void;
  before?(walk: BodyWalk, node: number, child: number): void;
  after?(walk: BodyWalk, node: number, child: number): void;
  leave?(walk: BodyWalk, node: number): void;
}

export type Handlers = Readonly<Record<string, Handler>>;

export class BodyWalk {
  readonly terms = new Terms();
  readonly names = new NameScope();
  readonly types = new TypeReader(this.terms, this.names);
  readonly sites: SiteFact[] = [];
  readonly uses: UseFact[] = [];
  readonly traitRules: TraitRule[] = [];
  /** False while a loop is tried out, to learn what its variables hold when it comes round. */
  recording = true;
  frame: Frame;
  readonly classes: ClassFrame[] = [];
  /** Local numbers of the declarations around the current place, the file first. */
  readonly owners: number[] = [0];
  /** What each expression is, by the number of its node. */
  readonly values: Int32Array;
  /** Types that a comment before the current statement gives to its variables, up to an offset. */
  private docs: { end: number; vars: ReadonlyMap<string, TermId> } | null = null;
  private nextComment = 0;
  private readonly handlers: readonly (Handler | undefined)[];

  constructor(
    readonly tree: FlatTree,
    readonly source: PhpText,
    readonly nodes: NodeFact[],
    /** Local number of what is declared at an offset. */
    private readonly places: ReadonlyMap<number, number>,
    handlers: Handlers,
  ) {
    this.handlers = tree.byKind(handlers);
    this.values = new Int32Array(tree.size);
    this.frame = new Frame(0, new Env(), undefined);
  }

  run(from = 0, to = this.tree.size): void {
    const { tree, handlers } = this;
    const open: number[] = [];
    const found: (Handler | undefined)[] = [];
    let node = from;
    while (node < to || open.length > 0) {
      const top = open.length === 0 ? -1 : open[open.length - 1]!;
      if (top >= 0 && node >= tree.last[top]!) {
        found[found.length - 1]?.leave?.(this, top);
        open.pop();
        found.pop();
        if (open.length > 0) found[found.length - 1]?.after?.(this, open[open.length - 1]!, top);
        continue;
      }
      if (top >= 0) found[found.length - 1]?.before?.(this, top, node);
      const handler = handlers[tree.kindId(node)];
      if (handler?.enter?.(this, node) === false) {
        handler.leave?.(this, node);
        if (top >= 0) found[found.length - 1]?.after?.(this, top, node);
        node = tree.last[node]!;
        continue;
      }
      open.push(node);
      found.push(handler);
      node++;
    }
  }

  /** Facts with terms numbered from the ones that are used. */
  facts(): Pick<FileFacts, "terms" | "sites" | "uses" | "trait_rules"> {
    const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
    this.sites.sort(byLine);
    this.uses.sort(byLine);
    const { pack, terms } = this.terms.packer();
    for (const node of this.nodes) packNode(node, pack);
    for (const site of this.sites) if (site.receiver !== undefined) site.receiver = pack(site.receiver);
    for (const use of this.uses) if (use.receiver !== undefined) use.receiver = pack(use.receiver);
    return {
      ...(terms.length > 1 && { terms }),
      ...(this.sites.length > 0 && { sites: this.sites }),
      ...(this.uses.length > 0 && { uses: this.uses }),
      ...(this.traitRules.length > 0 && { trait_rules: this.traitRules }),
    };
  }

  get env(): Env {
    return this.frame.env;
  }

  set env(env: Env) {
    this.frame.env = env;
  }

  get owner(): number {
    return this.owners[this.owners.length - 1]!;
  }

  get cls(): ClassFrame | undefined {
    return this.classes[this.classes.length - 1];
  }

  text(node: number): string {
    return this.source.slice(this.tree.start[node]!, this.tree.end[node]!);
  }

  line(node: number): number {
    return this.source.line(this.tree.start[node]!);
  }

  /** Source of a node that has no name, short enough to be stored. */
  excerpt(node: number): string {
    const { start, end } = this.tree;
    const from = start[node]!;
    const text = this.source.fold(from, Math.min(end[node]!, from + 400));
    return text.length > 80 ? text.slice(0, 79) + "…" : text;
  }

  value(node: number): TermId {
    return node < 0 ? UNKNOWN : this.values[node]!;
  }

  /** Local number of what a node declares, or -1. */
  local(node: number): number {
    return this.places.get(this.tree.start[node]!) ?? -1;
  }

  site(site: Omit<SiteFact, "from" | "line">, node: number): void {
    // A name that is missing in a broken text names nothing.
    if (!this.recording || site.name === "") return;
    const { kind, ...rest } = site;
    const fact: SiteFact = { kind, from: this.owner, line: this.line(node), ...rest };
    if (fact.receiver === UNKNOWN) delete fact.receiver;
    if (fact.arguments === undefined) delete fact.arguments;
    if (fact.of === undefined) delete fact.of;
    this.sites.push(fact);
  }

  use(use: Omit<UseFact, "from" | "line">, node: number): void {
    if (!this.recording || use.name === "") return;
    const { kind, ...rest } = use;
    const fact: UseFact = { kind, from: this.owner, line: this.line(node), ...rest };
    if (fact.receiver === UNKNOWN) delete fact.receiver;
    this.uses.push(fact);
  }

  /** The class that a written name means; `self`, `static` and `parent` among them. */
  classTerm(written: string): TermId {
    const target = this.names.classTarget(written);
    if (target !== null) return target === "" ? UNKNOWN : this.terms.name(target);
    const word = written.toLowerCase();
    return word === "self" ? this.terms.self : word === "parent" ? this.terms.parent : this.terms.static;
  }

  get typeScope(): TypeScope {
    return this.frame.types;
  }

  /** `$this`, where there is one. */
  thisTerm(): TermId {
    return this.env.get("this") ?? (this.frame.hasThis ? this.terms.static : UNKNOWN);
  }

  /** A variable gets a value; a comment before the statement knows better. */
  assign(name: string, term: TermId, at: number): void {
    this.env.set(name, this.documented(name, at) ?? this.documented("", at) ?? term);
  }

  /** The type that a comment before the current statement gives to a variable; an empty name asks for that of none. */
  documented(name: string, at: number): TermId | undefined {
    return this.docs !== null && at < this.docs.end ? this.docs.vars.get(name) : undefined;
  }

  /** A statement begins: what comments up to here say about variables. */
  statement(node: number): void {
    const { comments } = this.source.scan;
    const start = this.tree.start[node]!;
    let vars: Map<string, TermId> | null = null;
    while (this.nextComment < comments.length && comments[this.nextComment]! < start) {
      const found = inlineTypes(
        this.source.text,
        comments[this.nextComment]!,
        comments[this.nextComment + 1]!,
      );
      this.nextComment += 2;
      for (const { variable, type } of found) {
        const term = this.types.read(type, this.typeScope);
        if (term === UNKNOWN) continue;
        (vars ??= new Map()).set(variable, term);
        if (variable !== "") this.env.set(variable, term);
      }
    }
    if (vars === null) {
      if (this.docs !== null && start >= this.docs.end) this.docs = null;
      return;
    }
    const body = this.tree.child(node, "body");
    this.docs = { end: this.tree.start[body] ?? this.tree.end[node]!, vars };
  }

  /** Comments before an offset speak of something else. */
  skipComments(offset: number): void {
    const { comments } = this.source.scan;
    while (this.nextComment < comments.length && comments[this.nextComment]! < offset) this.nextComment += 2;
    this.docs = null;
  }

  /** Walks a part of the tree without keeping what it says, from the variables as they are now. */
  tryOut(from: number, to: number): Env {
    const { env, nextComment, docs } = this;
    this.recording = false;
    this.env = env.fork();
    this.run(from, to);
    const after = this.env;
    this.recording = true;
    this.env = env;
    this.nextComment = nextComment;
    this.docs = docs;
    return after;
  }
}

function packNode(node: NodeFact, pack: (id: TermId) => TermId): void {
  if (node.term !== undefined) node.term = pack(node.term);
  for (const param of node.params ?? []) if (param.term !== undefined) param.term = pack(param.term);
  if (node.magic !== undefined) {
    const { methods, properties, mixins } = node.magic;
    for (const name of Object.keys(methods)) methods[name] = pack(methods[name]!);
    for (const name of Object.keys(properties)) properties[name] = pack(properties[name]!);
    node.magic.mixins = mixins.map(pack);
  }
  for (const bind of node.binds ?? []) bind.terms = bind.terms.map(pack);
}
