// Declarations as the walk passes them: it enters their scopes, tells what their parameters hold, and says what functions
// return and properties hold. The declarations themselves are found by declarations.ts; nothing is declared here.

import type { NodeFact } from "../../facts/file_facts.ts";
import type { TermId } from "../../facts/type_term.ts";
import type { BodyWalk, Handler, Handlers } from "./body.ts";
import { type ClassDocs, classDocs, docOf, pickType, withTemplates } from "./documented.ts";
import { NO_SCOPE } from "./docs_types.ts";
import { Env } from "./env.ts";
import { captured, impliedParameters } from "./closures.ts";
import { classUse } from "./expressions.ts";
import { Frame } from "./frames.ts";
import { readImports } from "./imports.ts";
import { traitRules } from "./trait_rules.ts";
import { UNKNOWN } from "./terms.ts";

function pushOwner(walk: BodyWalk, local: number): void {
  walk.owners.push(local < 0 ? walk.owner : local);
}

function pushFrame(walk: BodyWalk, local: number, env: Env): Frame {
  const frame = new Frame(local, env, walk.frame);
  walk.frame = frame;
  return frame;
}

function popFrame(walk: BodyWalk): void {
  walk.frame = walk.frame.outer ?? walk.frame;
}

function openClass(walk: BodyWalk, node: number, from: number): void {
  const local = walk.local(node);
  const fact = walk.nodes[local];
  const docs: ClassDocs | null = fact === undefined ? null : classDocs(walk, fact, from);
  pushOwner(walk, local);
  walk.classes.push({ local, types: docs?.types ?? NO_SCOPE, constructed: new Map(), assigned: new Map() });
  pushFrame(walk, local, new Env()).types = docs?.types ?? NO_SCOPE;
  if (docs === null || fact === undefined || !walk.recording) return;
  if (docs.templates.length > 0) fact.templates = docs.templates;
  if (docs.magic !== undefined) fact.magic = docs.magic;
  if (docs.binds.length > 0) fact.binds = docs.binds;
}

function closeClass(walk: BodyWalk): void {
  const cls = walk.classes.pop()!;
  walk.owners.pop();
  popFrame(walk);
  if (!walk.recording || cls.constructed.size + cls.assigned.size === 0) return;
  // What is undeclared is implied by what the class itself puts there, the constructor first.
  for (let i = cls.local + 1; i < walk.nodes.length; i++) {
    const node = walk.nodes[i]!;
    if (node.parent < cls.local) break;
    if (node.parent !== cls.local || node.kind !== "property") continue;
    if (node.term !== undefined || node.type !== undefined) continue;
    const terms = cls.constructed.get(node.name) ?? cls.assigned.get(node.name);
    if (terms !== undefined) node.term = walk.terms.union(terms);
  }
}

const CLASS: Handler = {
  enter(walk, node) {
    walk.statement(node);
    openClass(walk, node, walk.tree.start[node]!);
  },
  leave: closeClass,
};

/** The arguments of an anonymous class belong to what is around it. */
const ANONYMOUS_CLASS: Handler = {
  before(walk, node, child) {
    if (walk.tree.type(child) === "declaration_list") openClass(walk, node, walk.tree.start[node]!);
  },
  after(walk, _node, child) {
    if (walk.tree.type(child) === "declaration_list") closeClass(walk);
  },
};

/** Parameters as variables; `implied` is what is known of them without a declaration. */
function parameters(
  walk: BodyWalk,
  fact: NodeFact,
  frame: Frame,
  doc: ReturnType<typeof docOf>,
  implied: TermId[] = [],
): void {
  const { terms } = walk;
  const generic = doc !== null && Object.keys(doc.templates).length > 0;
  fact.params?.forEach((param, i) => {
    const name = param.name.slice(1);
    let term = pickType(walk, param.type, doc?.params[name], frame.types);
    if (term === UNKNOWN && param.type === null) term = implied[i] ?? UNKNOWN;
    if (generic && walk.recording && term !== UNKNOWN && !terms.isScalar(term)) param.term = term;
    frame.env.set(name, param.variadic ? terms.array_(term) : term);
  });
}

/** What a function gives back: declared, documented, or implied by its own code. */
function returned(walk: BodyWalk, fact: NodeFact, frame: Frame, documented: string | undefined): void {
  if (!walk.recording) return;
  const { terms } = walk;
  let term = pickType(walk, fact.type ?? null, documented, frame.types);
  const bare = fact.type === undefined && documented === undefined;
  if (frame.yields.length > 0) {
    const plain = terms.get(term)[0] === "name";
    if (
      bare || (plain && /(?:Generator|Iterator|Traversable|iterable)$/i.test(fact.type ?? documented ?? ""))
    ) {
      const base = term === UNKNOWN ? terms.name("Generator") : term;
      const element = terms.union(frame.yields);
      term = terms.generic(base, [UNKNOWN, terms.isScalar(element) ? UNKNOWN : element]);
    }
  } else if (bare && frame.returns.length > 0) term = terms.union(frame.returns);
  if (term !== UNKNOWN && !terms.isScalar(term)) fact.term = term;
}

const FUNCTION: Handler = {
  enter(walk, node) {
    const { tree } = walk;
    if (tree.type(node) === "function_definition") walk.statement(node);
    const local = walk.local(node);
    const fact = walk.nodes[local];
    const inClass = tree.type(node) === "method_declaration";
    pushOwner(walk, local);
    const frame = pushFrame(walk, local, new Env());
    frame.hasThis = inClass && tree.childOf(node, "static_modifier") < 0;
    frame.types = inClass ? walk.cls?.types ?? NO_SCOPE : NO_SCOPE;
    frame.isConstructor = inClass && fact?.name.toLowerCase() === "__construct";
    const body = tree.child(node, "body");
    walk.skipComments(body < 0 ? tree.end[node]! : tree.start[body]!);
    if (fact === undefined) return;
    const doc = docOf(walk, fact, tree.start[node]!);
    if (doc !== null) {
      frame.types = withTemplates(walk, doc, frame.types);
      if (walk.recording && Object.keys(doc.templates).length > 0) {
        fact.templates = Object.keys(doc.templates);
      }
    }
    frame.documented = doc?.returns;
    frame.globals = doc?.globals;
    parameters(walk, fact, frame, doc);
  },
  leave(walk, node) {
    const { frame } = walk;
    const fact = walk.nodes[walk.local(node)];
    if (fact !== undefined) returned(walk, fact, frame, frame.documented);
    popFrame(walk);
    walk.owners.pop();
  },
};

const CLOSURE: Handler = {
  enter(walk, node) {
    const { tree } = walk;
    const local = walk.local(node);
    const fact = walk.nodes[local];
    const outer = walk.frame;
    const arrow = tree.type(node) === "arrow_function";
    const implied = impliedParameters(walk, node);
    const frame = pushFrame(walk, local, arrow ? outer.env.fork() : captured(walk, node, outer));
    pushOwner(walk, local);
    frame.hasThis = outer.hasThis && tree.childOf(node, "static_modifier") < 0;
    frame.types = outer.types;
    if (fact === undefined) return;
    const doc = docOf(walk, fact, tree.start[node]!);
    frame.documented = doc?.returns;
    parameters(walk, fact, frame, doc, implied);
  },
  leave(walk, node) {
    const { tree, frame } = walk;
    const local = walk.local(node);
    const fact = walk.nodes[local];
    if (tree.type(node) === "arrow_function") frame.returns.push(walk.value(tree.child(node, "body")));
    if (fact !== undefined) returned(walk, fact, frame, frame.documented);
    popFrame(walk);
    walk.owners.pop();
    if (fact !== undefined) walk.values[node] = walk.terms.closure(local);
  },
};

function holds(walk: BodyWalk, local: number, start: number): void {
  const fact = walk.nodes[local];
  if (fact === undefined || !walk.recording) return;
  const doc = docOf(walk, fact, start);
  const documented = doc?.vars.find((v) => v.variable === "" || v.variable === fact.name)?.type;
  const term = pickType(walk, fact.type ?? null, documented, walk.cls?.types ?? NO_SCOPE);
  if (term !== UNKNOWN && !walk.terms.isScalar(term)) fact.term = term;
}

const PROPERTIES: Handler = {
  enter: (walk, node) => pushOwner(walk, walk.local(node)),
  leave: (walk) => void walk.owners.pop(),
};

const PROPERTY: Handler = {
  enter(walk, node) {
    const own = walk.local(node);
    const local = own < 0 ? walk.local(walk.tree.parent[node]!) : own;
    holds(walk, local, walk.tree.start[own < 0 ? walk.tree.parent[node]! : node]!);
    pushOwner(walk, local);
  },
  leave: (walk) => void walk.owners.pop(),
};

const PROMOTED: Handler = {
  enter(walk, node) {
    const local = walk.local(node);
    const fact = walk.nodes[local];
    holds(walk, local, walk.tree.start[node]!);
    if (fact?.kind === "property" && fact.term === undefined && walk.recording) {
      // What the constructor says about its parameter holds for the property.
      const term = walk.env.get(fact.name) ?? UNKNOWN;
      if (term !== UNKNOWN && !walk.terms.isScalar(term)) fact.term = term;
    }
    pushOwner(walk, local);
  },
  leave: (walk) => void walk.owners.pop(),
};

const CONSTANTS: Handler = {
  enter(walk, node) {
    pushOwner(walk, walk.local(node));
  },
  leave: (walk) => void walk.owners.pop(),
};

const CONSTANT: Handler = {
  enter(walk, node) {
    const own = walk.local(node);
    pushOwner(walk, own < 0 ? walk.local(walk.tree.parent[node]!) : own);
  },
  leave(walk, node) {
    const fact = walk.nodes[walk.owner];
    walk.owners.pop();
    const value = walk.value(walk.tree.children(node)[1] ?? -1);
    if (fact?.kind !== "constant" || !walk.recording || value === UNKNOWN || walk.terms.isScalar(value)) {
      return;
    }
    fact.term = value;
  },
};

/** `get => …` and `set { … }` of a property. */
const HOOK: Handler = {
  enter(walk, node) {
    const property = walk.nodes[walk.owner];
    const frame = pushFrame(walk, -1, new Env());
    frame.hasThis = true;
    frame.types = walk.cls?.types ?? NO_SCOPE;
    if (walk.tree.childOf(node, "formal_parameters") < 0 && property?.term !== undefined) {
      frame.env.set("value", property.term);
    }
  },
  leave: popFrame,
};

const NAMESPACE: Handler = {
  enter(walk, node) {
    const name = walk.tree.child(node, "name");
    walk.names.enter(name < 0 ? "" : walk.text(name));
    walk.types.reset();
  },
};

const IMPORTS: Handler = {
  enter(walk, node) {
    readImports(walk, node);
    walk.types.reset();
    return false;
  },
};

const TRAITS: Handler = {
  enter(walk, node) {
    traitRules(walk, node);
    return false;
  },
};

const TYPE: Handler = {
  enter(walk, node) {
    classUse(walk, walk.tree.type(walk.tree.parent[node]!) === "type_list" ? "catch" : "type", node);
    return false;
  },
};

const ATTRIBUTE: Handler = {
  enter(walk, node) {
    const name = walk.tree.first(node);
    if (name >= 0) classUse(walk, "attribute", name);
  },
};

const SKIP: Handler = { enter: () => false };

export const MEMBERS: Handlers = {
  class_declaration: CLASS,
  interface_declaration: CLASS,
  trait_declaration: CLASS,
  enum_declaration: CLASS,
  anonymous_class: ANONYMOUS_CLASS,
  function_definition: FUNCTION,
  method_declaration: FUNCTION,
  anonymous_function: CLOSURE,
  arrow_function: CLOSURE,
  property_declaration: PROPERTIES,
  property_element: PROPERTY,
  property_promotion_parameter: PROMOTED,
  property_hook: HOOK,
  const_declaration: CONSTANTS,
  const_element: CONSTANT,
  enum_case: PROPERTIES,
  namespace_definition: NAMESPACE,
  namespace_use_declaration: IMPORTS,
  use_declaration: TRAITS,
  named_type: TYPE,
  attribute: ATTRIBUTE,
  base_clause: SKIP,
  class_interface_clause: SKIP,
};
