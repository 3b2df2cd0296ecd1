// What an expression is, from what its parts are. Uses of properties and
// constants are noted on the way. An expression whose class cannot be told stays unknown.

import type { UseFact } from "../../facts/site.ts";
import type { TermId } from "../../facts/type_term.ts";
import type { BodyWalk, Handler, Handlers } from "./body.ts";
import { accessOf, assignTo } from "./assignments.ts";
import { die, SHORT_CIRCUIT } from "./branching.ts";
import { isPlainType } from "./docs_types.ts";
import { literalText } from "./literals.ts";
import { classOperand, operatorOf, placeOf } from "./narrowing.ts";
import { UNKNOWN } from "./terms.ts";

/** A handler that only says what its node is. */
function is(value: (walk: BodyWalk, node: number) => TermId): Handler {
  return { leave: (walk, node) => void (walk.values[node] = value(walk, node)) };
}

const FIRST = is((walk, node) => walk.value(walk.tree.first(node)));

const VARIABLE = is((walk, node) => {
  const name = walk.text(node).slice(1);
  return name === "this" ? walk.thisTerm() : walk.env.get(name) ?? UNKNOWN;
});

const PROPERTY: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const name = tree.child(node, "name");
    const object = walk.value(tree.child(node, "object"));
    if (tree.type(name) !== "name") return;
    const word = walk.text(name);
    walk.use({ kind: "property", name: word, receiver: object, access: accessOf(walk, node) }, name);
    const key = placeOf(walk, node);
    const here = key === null ? undefined : walk.env.get(key);
    walk.values[node] = here !== undefined && here !== UNKNOWN
      ? here
      : terms.member("property", object, word);
  },
};

const STATIC_PROPERTY: Handler = {
  leave(walk, node) {
    const { tree } = walk;
    const name = tree.child(node, "name");
    const scope = scopeTerm(walk, tree.child(node, "scope"));
    if (tree.type(name) !== "variable_name") return;
    const word = walk.text(name).slice(1);
    walk.use({ kind: "static_property", name: word, receiver: scope, access: accessOf(walk, node) }, name);
    walk.values[node] = walk.terms.member("static_property", scope, word);
  },
};

/** The class before `::`. */
export function scopeTerm(walk: BodyWalk, scope: number): TermId {
  return walk.tree.type(scope) === "relative_scope"
    ? walk.classTerm(walk.text(scope))
    : classOperand(walk, scope);
}

const CLASS_CONSTANT: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const scope = tree.first(node);
    const name = tree.after(scope);
    if (name < 0 || tree.type(name) !== "name") return;
    const term = scopeTerm(walk, scope);
    const word = walk.text(name);
    if (word.toLowerCase() === "class") {
      const written = walk.text(scope);
      if (isName(tree.type(scope))) {
        walk.use(
          { kind: "class_name", name: written.slice(written.lastIndexOf("\\") + 1), receiver: term },
          scope,
        );
      }
      walk.values[node] = terms.classString(term);
      return;
    }
    if (!/^[A-Za-z_\x80-\uffff]/.test(word)) return;
    walk.use({ kind: "class_constant", name: word, receiver: term }, name);
    walk.values[node] = terms.member("constant", term, word);
  },
};

export function isName(type: string): boolean {
  return type === "name" || type === "qualified_name" || type === "relative_name";
}

const MAGIC = /^__(?:LINE|FILE|DIR|FUNCTION|CLASS|TRAIT|METHOD|NAMESPACE|PROPERTY)__$/i;
const VALUES: ReadonlySet<string> = new Set(["true", "false", "null"]);
/** Fields in which a name is no value. */
const NAME_FIELDS: ReadonlySet<string> = new Set(["name", "scope", "function", "alias", "prefix", "type"]);
/** Nodes in which a name is the name of something else than a constant. */
const NAMING: ReadonlySet<string> = new Set([
  ...[
    "named_type",
    "base_clause",
    "class_interface_clause",
    "attribute",
    "object_creation_expression",
    "use_declaration",
  ],
  ...[
    "namespace_use_clause",
    "namespace_definition",
    "namespace_use_declaration",
    "use_instead_of_clause",
    "operation",
  ],
  ...[
    "use_as_clause",
    "goto_statement",
    "named_label_statement",
    "class_constant_access_expression",
    "ERROR",
  ],
  ...[
    "visibility_modifier",
    "dynamic_variable_name",
    "type_list",
    "function_definition",
    "method_declaration",
  ],
]);

/** A bare name in the place of a value is a constant. */
const NAME: Handler = {
  enter(walk, node) {
    const { tree, source } = walk;
    const parent = tree.parent[node]!;
    const type = tree.type(parent);
    if (NAMING.has(type) || (NAME_FIELDS.has(tree.field(node)))) return false;
    if (type === "const_element" && node === tree.first(parent)) return false;
    if (type === "property_hook" && tree.field(node) !== "body") return false;
    if (
      type === "binary_expression" && tree.field(node) === "right" &&
      operatorOf(walk, parent) === "instanceof"
    ) {
      return false;
    }
    if (type === "subscript_expression" && inPlainString(walk, parent)) return false;
    const written = walk.text(node);
    if (source.text.startsWith("${", tree.start[node]! - 2)) {
      // `"${row['name']}"` is the variable in the old way of writing.
      walk.values[node] = walk.env.get(written) ?? UNKNOWN;
      return false;
    }
    if (/^(?:exit|die)$/i.test(written)) {
      walk.values[node] = walk.terms.scalar("never");
      die(walk);
      return false;
    }
    if (MAGIC.test(written)) {
      if (/^__class__$/i.test(written)) walk.values[node] = walk.terms.classString(walk.terms.self);
      return false;
    }
    const plain = written.replace(/^\\/, "");
    if (VALUES.has(plain.toLowerCase()) || written === "") return false;
    const short = plain.slice(plain.lastIndexOf("\\") + 1);
    if (!/^[A-Za-z_\x80-\uffff]/.test(source.text[tree.start[node]!] === "\\" ? plain : written)) {
      return false;
    }
    walk.use({ kind: "constant", name: short, constants: walk.names.constantTargets(written) }, node);
    return false;
  },
};

/** `"$row[name]"`: in a string without braces the key is text. */
function inPlainString(walk: BodyWalk, subscript: number): boolean {
  const { tree, source } = walk;
  const around = tree.type(tree.parent[subscript]!);
  if (around !== "encapsed_string" && around !== "shell_command_expression") return false;
  return source.text[tree.start[subscript]! - 1] !== "{";
}

const ASSIGNMENT: Handler = {
  leave(walk, node) {
    const { tree } = walk;
    const term = walk.value(tree.child(node, "right"));
    assignTo(walk, tree.child(node, "left"), term);
    const key = placeOf(walk, node);
    walk.values[node] = key === null ? term : walk.env.get(key) ?? term;
  },
};

const AUGMENTED: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const left = tree.child(node, "left");
    const right = tree.child(node, "right");
    const operator = walk.source.scan.parseText.slice(tree.end[left]!, tree.start[right]!).trim();
    let term = operator === ".=" ? terms.string : operator === "+=" ? walk.value(left) : terms.int;
    if (operator === "??=") term = terms.union([walk.value(left), walk.value(right)]);
    assignTo(walk, left, term);
    walk.values[node] = term;
  },
};

const LOGIC = /^(?:&&|\|\||and|or|xor|[=!]==?|<>|<=?|>=?|instanceof)$/;

const BINARY: Handler = {
  after: SHORT_CIRCUIT.after!,
  leave(walk, node) {
    const { tree, terms } = walk;
    SHORT_CIRCUIT.leave!(walk, node);
    const operator = operatorOf(walk, node);
    const left = tree.first(node);
    const right = tree.after(left);
    if (operator === "instanceof" && isName(tree.type(right))) classUse(walk, "instanceof", right);
    if (operator === "??") walk.values[node] = terms.union([walk.value(left), walk.value(right)]);
    else if (operator === "|>") walk.values[node] = terms.invoke(walk.value(right));
    else if (operator === ".") walk.values[node] = terms.string;
    else if (LOGIC.test(operator)) walk.values[node] = terms.bool;
    else if (operator === "+") {
      const term = terms.get(walk.value(left))[0] === "array" ? walk.value(left) : terms.int;
      walk.values[node] = term;
    } else walk.values[node] = terms.int;
  },
};

/** A use of a class by its written name; plain types and words for the class around are none. */
export function classUse(walk: BodyWalk, kind: UseFact["kind"], node: number): void {
  const written = walk.text(node).trim();
  if (isPlainType(written)) return;
  const target = walk.names.classTarget(written);
  if (target === null || target === "") return;
  walk.use(
    { kind, name: target.slice(target.lastIndexOf("\\") + 1), receiver: walk.terms.name(target) },
    node,
  );
}

const CAST = is((walk, node) => {
  const { tree, terms } = walk;
  const type = walk.text(tree.child(node, "type")).trim().toLowerCase();
  const value = walk.value(tree.child(node, "value"));
  if (type === "object") return terms.isScalar(value) ? UNKNOWN : value;
  if (type === "array") return terms.get(value)[0] === "array" ? value : terms.array;
  return terms.scalar(type);
});

const ARRAY = is((walk, node) => {
  const { tree, terms } = walk;
  const values: TermId[] = [];
  let keyed = false;
  const elements = tree.children(node);
  for (const element of elements) {
    const all = tree.children(element);
    const last = all[all.length - 1];
    if (last === undefined) continue;
    if (all.length > 1) keyed = true;
    if (tree.type(last) === "variadic_unpacking") values.push(terms.element(walk.value(tree.first(last))));
    else values.push(walk.value(last));
  }
  // `[$object, 'method']` can be called.
  if (values.length === 2 && !keyed) {
    const method = terms.text(values[1]!);
    if (method !== null && /^\w+$/.test(method) && !terms.isScalar(values[0]!) && values[0] !== UNKNOWN) {
      return terms.member("callable_method", terms.namedBy(values[0]!), method);
    }
  }
  if (values.length === 0 || values.length > 200) return terms.array;
  return terms.array_(terms.union(values));
});

const SUBSCRIPT = is((walk, node) => walk.terms.element(walk.value(walk.tree.first(node))));

const YIELD: Handler = {
  leave(walk, node) {
    const { tree, terms } = walk;
    const inner = tree.first(node);
    if (!walk.recording) return;
    if (inner < 0) walk.frame.yields.push(UNKNOWN);
    else if (tree.type(inner) === "array_element_initializer") {
      walk.frame.yields.push(walk.value(tree.children(inner).at(-1) ?? -1));
    } else walk.frame.yields.push(terms.element(walk.value(inner)));
  },
};

const STRING = is((walk, node) => {
  const literal = tree100(walk, node) ? literalText(walk.text(node)) : null;
  return literal === null || literal === "" ? walk.terms.string : walk.terms.literal(literal);
});

/** Longer texts name nothing. */
function tree100(walk: BodyWalk, node: number): boolean {
  return walk.tree.end[node]! - walk.tree.start[node]! <= 100;
}

const STATIC_VARIABLE: Handler = {
  leave(walk, node) {
    const { tree } = walk;
    const value = tree.child(node, "value");
    // A later call of the function finds what an earlier one left there.
    assignTo(
      walk,
      tree.child(node, "name"),
      value >= 0 && !walk.terms.isScalar(walk.value(value)) ? walk.value(value) : UNKNOWN,
    );
  },
};

const GLOBAL: Handler = {
  enter: (walk, node) => walk.statement(node),
  leave(walk, node) {
    const { globals, types } = walk.frame;
    for (const child of walk.tree.children(node)) {
      const type = globals?.[walk.text(child).slice(1)];
      assignTo(walk, child, type === undefined ? UNKNOWN : walk.types.read(type, types));
    }
  },
};

export const EXPRESSIONS: Handlers = {
  variable_name: VARIABLE,
  member_access_expression: PROPERTY,
  nullsafe_member_access_expression: PROPERTY,
  scoped_property_access_expression: STATIC_PROPERTY,
  class_constant_access_expression: CLASS_CONSTANT,
  name: NAME,
  qualified_name: NAME,
  relative_name: NAME,
  assignment_expression: ASSIGNMENT,
  reference_assignment_expression: ASSIGNMENT,
  augmented_assignment_expression: AUGMENTED,
  binary_expression: BINARY,
  parenthesized_expression: FIRST,
  clone_expression: FIRST,
  error_suppression_expression: FIRST,
  sequence_expression: is((walk, node) => walk.value(walk.tree.children(node).at(-1) ?? -1)),
  unary_op_expression: is((walk, node) =>
    walk.source.text[walk.tree.start[node]!] === "!" ? walk.terms.bool : walk.terms.int
  ),
  update_expression: is((walk) => walk.terms.int),
  cast_expression: CAST,
  array_creation_expression: ARRAY,
  subscript_expression: SUBSCRIPT,
  yield_expression: YIELD,
  string: STRING,
  encapsed_string: STRING,
  integer: is((walk) => walk.terms.int),
  float: is((walk) => walk.terms.scalar("float")),
  boolean: is((walk) => walk.terms.bool),
  null: is((walk) => walk.terms.null),
  static_variable_declaration: STATIC_VARIABLE,
  function_static_declaration: { enter: (walk, node) => walk.statement(node) },
  global_declaration: GLOBAL,
};
