// Declarations of one file: which elements it declares, under which names, inside of what, and whom it extends. In
// document order a declaration comes before what it contains, so a list of the open ones is all the memory it takes.
// No expression is understood here.

import type { FileFacts, NodeFact, RefFact } from "../../facts/file_facts.ts";
import type { NodeKind } from "../../facts/kinds.ts";
import { literalText } from "./literals.ts";
import { NameScope } from "./names.ts";
import type { Node, PhpParser, Tree } from "./parser.ts";
import { walkTo } from "./walk.ts";
import { afterAttributes, bitsOrNone, modifiersIn, parameterList } from "./signature.ts";
import type { PhpText } from "./source.ts";

/** Statements whose parts run under a condition, or run late. */
const CONTROL =
  /^(?:if|else|else_if|while|do|for|foreach|switch|case|default|try|catch|finally|colon|declare)_/;

/** A declaration that is still open at the current place. */
interface Scope {
  local: number;
  /** Offset from which on it contains what is declared: the arguments of an anonymous class are outside. */
  start: number;
  /** Offset at which it ends. */
  end: number;
  /** Qualified name of the class-like element, when it is one. */
  owner: string | null;
}

export interface Declared extends Pick<FileFacts, "nodes" | "refs"> {
  /** Local number of what begins at an offset, attributes included. */
  places: Map<number, number>;
}

/** All declarations of a parsed file, the file itself first. */
export function declarations(
  parser: PhpParser,
  tree: Tree,
  source: PhpText,
): Declared {
  return new Declarations(parser, tree, source).run();
}

/** The node of the file itself, local number 0. */
export function fileNode(path: string, lineCount: number): NodeFact {
  return {
    kind: "file",
    name: path.slice(path.lastIndexOf("/") + 1),
    fqn: path,
    parent: -1,
    start_line: 1,
    end_line: lineCount,
  };
}

class Declarations {
  private readonly nodes: NodeFact[];
  private readonly refs: RefFact[] = [];
  private readonly places = new Map<number, number>();
  private readonly names = new NameScope();
  private readonly scopes: Scope[];
  private at = 0;
  /** How many unnamed elements of a kind start on a line. */
  private readonly unnamed = new Map<string, number>();
  /** Types of the nodes around the current one. */
  private ancestors: readonly string[] = [];
  /** A namespace without braces that is still open. */
  private openNamespace: NodeFact | undefined;

  constructor(
    private readonly parser: PhpParser,
    private readonly tree: Tree,
    private readonly source: PhpText,
  ) {
    this.nodes = [fileNode(source.path, source.lineCount)];
    this.scopes = [{ local: 0, start: 0, end: Infinity, owner: null }];
  }

  run(): Declared {
    walkTo(this.tree, this.source.scan.keywords, (type, node, ancestors) => {
      const declare = this.byType[type];
      if (declare === undefined) return;
      const found = node();
      this.ancestors = ancestors;
      this.moveTo(found.startIndex);
      declare.call(this, found);
    });
    return { nodes: this.nodes, refs: this.refs, places: this.places };
  }

  /** The only list of node types that declare something. */
  private readonly byType: Readonly<Record<string, ((node: Node) => void) | undefined>> = {
    namespace_definition: this.namespace,
    namespace_use_declaration: this.imports,
    class_declaration: (node) => this.classLike(node, "class"),
    interface_declaration: (node) => this.classLike(node, "interface"),
    trait_declaration: (node) => this.classLike(node, "trait"),
    enum_declaration: (node) => this.classLike(node, "enum"),
    anonymous_class: this.anonymousClass,
    use_declaration: (node) => this.namesIn(node, "uses_trait", this.top.local),
    const_declaration: this.constants,
    property_declaration: this.properties,
    property_promotion_parameter: this.promoted,
    enum_case: this.enumCase,
    method_declaration: this.callable,
    function_definition: this.callable,
    anonymous_function: this.closure,
    arrow_function: this.closure,
    function_call_expression: this.define,
  };

  /** The innermost scope around the current place. */
  private get top(): Scope {
    return this.scopes.findLast((s) => s.start <= this.at)!;
  }

  /** Moves on to an offset: closes the scopes that end before it. */
  private moveTo(offset: number): void {
    this.at = offset;
    while (this.scopes.length > 1 && this.scopes[this.scopes.length - 1]!.end <= offset) this.scopes.pop();
  }

  private text(node: Node): string {
    return this.source.slice(node.startIndex, node.endIndex);
  }

  /** Qualified name of the innermost class-like element, without looking past a function. */
  private get owner(): string | null {
    return this.top.owner;
  }

  private add(
    kind: NodeKind,
    name: string,
    fqn: string,
    start: number,
    end: number,
    rest: Partial<NodeFact>,
    parent = this.top.local,
  ): number {
    const fact: NodeFact = {
      kind,
      name,
      fqn,
      parent,
      start_line: this.source.line(start),
      end_line: this.source.line(Math.max(start, end - 1)),
    };
    for (const [key, value] of Object.entries(rest)) {
      if (value !== undefined) (fact as unknown as Record<string, unknown>)[key] = value;
    }
    const local = this.nodes.push(fact) - 1;
    this.places.set(start, local);
    return local;
  }

  private open(local: number, end: number, owner: string | null, start = 0): void {
    this.scopes.push({ local, start, end, owner });
  }

  private doc(node: Node, own: number): [number, number] | undefined {
    const inside = own > node.startIndex ? this.source.docWithin(node.startIndex, own) : undefined;
    return inside ?? this.source.docBefore(node.startIndex);
  }

  private namespace(node: Node): void {
    const nameNode = this.parser.field(node, "name");
    const body = this.parser.field(node, "body");
    const name = nameNode === null ? "" : this.text(nameNode);
    this.scopes.length = 1;
    this.names.enter(name);
    // A namespace without braces reaches to the next one, or to the end of the file.
    if (this.openNamespace) this.openNamespace.end_line = this.source.line(this.lastBefore(node.startIndex));
    this.openNamespace = undefined;
    if (name === "") return;
    const end = body === null ? this.source.text.length : node.endIndex;
    const short = name.slice(name.lastIndexOf("\\") + 1);
    const local = this.add("namespace", short, name, node.startIndex, end, {
      signature: `namespace ${name}`,
    });
    if (body === null) this.openNamespace = this.nodes[local];
    this.open(local, end, null);
  }

  /** The last character before an offset that is no white space. */
  private lastBefore(offset: number): number {
    let at = offset - 1;
    while (at > 0 && this.source.text.charCodeAt(at) <= 32) at--;
    return Math.max(0, at);
  }

  private imports(node: Node): void {
    const kindOf = (n: Node, otherwise: "class" | "function" | "const") => {
      const type = this.parser.field(n, "type");
      return type === null ? otherwise : this.text(type).toLowerCase() as "function" | "const";
    };
    const kind = kindOf(node, "class");
    const body = this.parser.field(node, "body");
    let prefix = "";
    if (body !== null) {
      const name = node.namedChildren.find((c) => c.type === "namespace_name");
      // With a leading backslash the prefix starts before the name node; imports never need it.
      prefix = name === undefined ? "" : `${this.text(name)}\\`;
    }
    for (const clause of (body ?? node).namedChildren) {
      if (clause.type !== "namespace_use_clause") continue;
      const target = clause.namedChildren.find((c) => c.type === "name" || c.type === "qualified_name");
      if (target === undefined) continue;
      const alias = this.parser.field(clause, "alias");
      this.names.import(
        kindOf(clause, kind),
        prefix + this.text(target),
        alias === null ? "" : this.text(alias),
      );
    }
  }

  private classLike(node: Node, kind: "class" | "interface" | "trait" | "enum"): void {
    const nameNode = this.parser.field(node, "name");
    const body = this.parser.field(node, "body");
    if (nameNode === null) return;
    const name = this.text(nameNode);
    const fqn = this.names.declared(name);
    const own = afterAttributes(this.parser, this.source, node);
    const words = kind === "class" ? modifiersIn(this.source, own, nameNode.startIndex) : [];
    if (this.conditional) words.push("conditional");
    const local = this.add(kind, name, fqn, node.startIndex, node.endIndex, {
      modifiers: bitsOrNone(words),
      signature: this.source.fold(own, body?.startIndex ?? node.endIndex),
      doc: this.doc(node, own),
    });
    this.heritage(node, local);
    this.open(local, node.endIndex, fqn);
  }

  private anonymousClass(node: Node): void {
    const own = afterAttributes(this.parser, this.source, node);
    const keyword = node.children.find((c) => !c.isNamed && c.type === "class")?.startIndex ?? own;
    const fqn = this.unnamedFqn("class@anonymous", keyword);
    const words = modifiersIn(this.source, own, keyword);
    const clauses = node.namedChildren.filter((c) =>
      c.type === "base_clause" || c.type === "class_interface_clause"
    );
    const signature = [
      this.source.fold(own, keyword + "class".length),
      ...clauses.map((c) => this.source.fold(c.startIndex, c.endIndex)),
    ].join(" ");
    const local = this.add("class", "class@anonymous", fqn, node.startIndex, node.endIndex, {
      modifiers: bitsOrNone(words),
      signature,
      doc: this.doc(node, own),
    });
    this.heritage(node, local);
    this.open(local, node.endIndex, fqn, this.parser.field(node, "body")?.startIndex);
  }

  private heritage(node: Node, local: number): void {
    for (const child of node.namedChildren) {
      if (child.type === "base_clause") this.namesIn(child, "extends", local);
      else if (child.type === "class_interface_clause") this.namesIn(child, "implements", local);
    }
  }

  private namesIn(node: Node, kind: RefFact["kind"], from: number): void {
    for (const child of node.namedChildren) {
      if (child.type !== "name" && child.type !== "qualified_name" && child.type !== "relative_name") {
        continue;
      }
      const target = this.names.classTarget(this.text(child));
      if (target !== null) this.refs.push({ kind, from, target, line: this.source.line(child.startIndex) });
    }
  }

  private constants(node: Node): void {
    const elements = node.namedChildren.filter((c) => c.type === "const_element");
    const own = afterAttributes(this.parser, this.source, node);
    const type = this.parser.field(node, "type");
    const owner = this.owner;
    const first = elements[0];
    if (first === undefined) return;
    const words = modifiersIn(this.source, own, type?.startIndex ?? first.startIndex);
    elements.forEach((element, i) => {
      const nameNode = element.firstNamedChild;
      if (nameNode === null) return;
      const name = this.text(nameNode);
      const fqn = owner === null ? this.names.declared(name) : `${owner}::${name}`;
      this.element("constant", name, fqn, node, own, element, i, elements.length, first, {
        modifiers: bitsOrNone(words),
        type: type === null ? undefined : this.source.fold(type.startIndex, type.endIndex),
      });
    });
  }

  /** One element of a declaration list: its own lines when there are several, else the whole declaration's. */
  private element(
    kind: NodeKind,
    name: string,
    fqn: string,
    node: Node,
    own: number,
    element: Node,
    index: number,
    count: number,
    first: Node,
    rest: Partial<NodeFact>,
  ): number {
    const alone = count === 1;
    const head = this.source.fold(own, first.startIndex);
    const signature = `${head} ${this.source.fold(element.startIndex, element.endIndex)}`;
    const doc = (alone || index > 0 ? undefined : this.source.docBefore(element.startIndex)) ??
      (index === 0 ? this.doc(node, own) : this.source.docBefore(element.startIndex));
    const start = alone ? node.startIndex : element.startIndex;
    const end = alone ? node.endIndex : element.endIndex;
    return this.add(kind, name, fqn, start, end, { ...rest, signature, doc });
  }

  private properties(node: Node): void {
    const owner = this.owner;
    if (owner === null) return;
    const elements = node.namedChildren.filter((c) => c.type === "property_element");
    const first = elements[0];
    if (first === undefined) return;
    const own = afterAttributes(this.parser, this.source, node);
    const type = this.parser.field(node, "type");
    const words = modifiersIn(this.source, own, type?.startIndex ?? first.startIndex);
    elements.forEach((element, i) => {
      const nameNode = this.parser.field(element, "name");
      if (nameNode === null) return;
      const name = this.text(nameNode).slice(1);
      const local = this.element(
        "property",
        name,
        `${owner}::$${name}`,
        node,
        own,
        element,
        i,
        elements.length,
        first,
        {
          modifiers: bitsOrNone(words),
          type: type === null ? undefined : this.source.fold(type.startIndex, type.endIndex),
        },
      );
      if (elements.length === 1) this.open(local, node.endIndex, null);
    });
  }

  private promoted(node: Node): void {
    const scope = this.scopes.findLast((s) => s.owner !== null);
    const nameNode = this.parser.field(node, "name");
    if (scope === undefined || nameNode === null) return;
    const name = this.text(nameNode).replace(/^&?\s*\$/, "");
    // No parameter has this name: it is the debris of a broken text.
    if (name === "this") return;
    const own = afterAttributes(this.parser, this.source, node);
    const type = this.parser.field(node, "type");
    const words = modifiersIn(this.source, own, type?.startIndex ?? nameNode.startIndex);
    words.push("promoted");
    const hooks = node.namedChildren.find((c) => c.type === "property_hook_list");
    this.add("property", name, `${scope.owner}::$${name}`, node.startIndex, node.endIndex, {
      modifiers: bitsOrNone(words),
      signature: this.source.fold(own, hooks?.startIndex ?? node.endIndex),
      type: type === null ? undefined : this.source.fold(type.startIndex, type.endIndex),
      doc: this.doc(node, own),
    }, scope.local);
  }

  private enumCase(node: Node): void {
    const nameNode = this.parser.field(node, "name");
    const owner = this.owner;
    if (nameNode === null || owner === null) return;
    const name = this.text(nameNode);
    const own = afterAttributes(this.parser, this.source, node);
    this.add("enum_case", name, `${owner}::${name}`, node.startIndex, node.endIndex, {
      signature: withoutSemicolon(this.source.fold(own, node.endIndex)),
      doc: this.doc(node, own),
    });
  }

  private callable(node: Node): void {
    const nameNode = this.parser.field(node, "name");
    if (nameNode === null) return;
    const name = this.text(nameNode);
    const owner = node.type === "method_declaration" ? this.owner : null;
    // In a broken text a method may have lost its class: it is not known whose it is, and it is no function.
    if (owner === null && node.type === "method_declaration") return;
    const own = afterAttributes(this.parser, this.source, node);
    const words = modifiersIn(this.source, own, nameNode.startIndex);
    if (owner === null && this.conditional) words.push("conditional");
    const fqn = owner === null ? this.names.declared(name) : `${owner}::${name}`;
    const local = this.add(
      owner === null ? "function" : "method",
      name,
      fqn,
      node.startIndex,
      node.endIndex,
      {
        modifiers: bitsOrNone(words),
        ...this.head(node, own, this.parser.field(node, "body")?.startIndex ?? node.endIndex),
        doc: this.doc(node, own),
      },
    );
    this.open(local, node.endIndex, null);
  }

  private closure(node: Node): void {
    const own = afterAttributes(this.parser, this.source, node);
    const list = this.parser.field(node, "parameters");
    const before = /(?:function|fn)\s*&?\s*$/i.exec(this.source.slice(own, list?.startIndex ?? own));
    const keyword = own + (before?.index ?? 0);
    const fqn = this.unnamedFqn("{closure}", keyword);
    const body = this.parser.field(node, "body");
    const local = this.add("closure", "{closure}", fqn, node.startIndex, node.endIndex, {
      modifiers: bitsOrNone(modifiersIn(this.source, own, list?.startIndex ?? own)),
      ...this.head(node, own, body?.startIndex ?? node.endIndex),
      doc: this.doc(node, own),
    });
    this.open(local, node.endIndex, null);
  }

  private head(node: Node, own: number, end: number): Partial<NodeFact> {
    const { params, cuts } = parameterList(this.parser, this.source, this.parser.field(node, "parameters"));
    const type = this.parser.field(node, "return_type");
    return {
      signature: withoutSemicolon(this.source.fold(own, end, cuts)).replace(/\s*=>$/, ""),
      params,
      type: type === null ? undefined : this.source.fold(type.startIndex, type.endIndex),
    };
  }

  private unnamedFqn(what: string, offset: number): string {
    const base = `${what}#${this.source.path}:${this.source.line(offset)}`;
    const count = (this.unnamed.get(base) ?? 0) + 1;
    this.unnamed.set(base, count);
    return count === 1 ? base : `${base}:${count}`;
  }

  /** Stands inside a control structure, so that it exists only when that part runs. */
  private get conditional(): boolean {
    const around = this.ancestors.findLast((type) => type !== "compound_statement");
    return around !== undefined && CONTROL.test(around);
  }

  /** A call of `define` with a literal name. */
  private define(call: Node): void {
    if (!this.source.scan.defines.has(call.startIndex)) return;
    const list = this.parser.field(call, "arguments");
    const name = list?.firstNamedChild?.firstNamedChild;
    if (!name || (name.type !== "string" && name.type !== "encapsed_string")) return;
    const literal = literalText(this.text(name));
    if (literal === null) return;
    const fqn = literal.replace(/^\\/, "");
    const short = fqn.slice(fqn.lastIndexOf("\\") + 1);
    if (short === "") return;
    this.add("constant", short, fqn, call.startIndex, call.endIndex, {
      signature: this.source.fold(call.startIndex, call.endIndex),
      doc: this.source.docBefore(call.startIndex),
    });
  }
}

function withoutSemicolon(text: string): string {
  return text.endsWith(";") ? text.slice(0, -1).trimEnd() : text;
}
