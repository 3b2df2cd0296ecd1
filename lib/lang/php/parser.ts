// The only door to the parser library: bytes in, a parser out. Everything else in this folder sees trees and nodes
// through the types exported here. It reads no file and finds no grammar: that is the business of wasm/loader.ts.

import { Language, type Node, Parser, type Tree, type TreeCursor } from "web-tree-sitter";
import type { GrammarBytes } from "../mod.ts";
import { FlatTree, type TreeReader } from "./flat_tree.ts";

export type { Node, Tree, TreeCursor };

/** Functions of the WebAssembly runtime, as the library's own cursor calls them. */
type RawFunction = (tree: number) => number;
let runtime: Record<string, unknown> | undefined;

/** A ready parser. One for each thread: neither it nor its trees can cross. */
export class PhpParser {
  readonly #parser: Parser;
  readonly #fields: ReadonlyMap<string, number>;
  readonly #flat: FlatTree;

  private constructor(parser: Parser, language: Language) {
    this.#parser = parser;
    this.#fields = new Map(
      language.fields.flatMap((name, id) => (name ? [[name, id] as const] : [])),
    );
    this.#flat = new FlatTree({
      types: language.types,
      fields: language.fields,
      named: language.types.map((_, id) => language.nodeTypeIsNamed(id)),
    });
  }

  static async load(grammars: GrammarBytes): Promise<PhpParser> {
    // The library keeps its functions in the first object it is given, and ignores later ones.
    const options: Record<string, unknown> = runtime ?? { wasmBinary: grammars.runtime };
    await Parser.init(options);
    runtime = options;
    const language = await Language.load(grammars.php);
    const parser = new Parser();
    parser.setLanguage(language);
    return new PhpParser(parser, language);
  }

  /** The tree of a text: every text has one. It lives outside of the collected heap, so the caller deletes it. */
  parse(text: string): Tree {
    const tree = this.#parser.parse(text);
    if (tree === null) throw new Error("the parser has no language");
    return tree;
  }

  /** The child of a node in a named field of the grammar. */
  field(node: Node, name: string): Node | null {
    const id = this.#fields.get(name);
    return id === undefined ? null : node.childForFieldId(id);
  }

  /** The tree as numbers. There is one copy: the next call overwrites it. */
  flatten(tree: Tree): FlatTree {
    const raw = rawReader(tree);
    if (raw !== null) {
      try {
        this.#flat.fill(raw.reader);
      } finally {
        raw.close();
      }
    } else {
      const cursor = tree.walk();
      this.#flat.fill(publicReader(cursor));
      cursor.delete();
    }
    return this.#flat;
  }
}

function publicReader(cursor: TreeCursor): TreeReader {
  return {
    first: () => cursor.gotoFirstChild(),
    next: () => cursor.gotoNextSibling(),
    parent: () => cursor.gotoParent(),
    kind: () => cursor.nodeTypeId,
    start: () => cursor.startIndex,
    end: () => cursor.endIndex,
    field: () => cursor.currentFieldId,
  };
}

const RAW = {
  open: "_ts_tree_cursor_new_wasm",
  close: "_ts_tree_cursor_delete_wasm",
  first: "_ts_tree_cursor_goto_first_child_wasm",
  next: "_ts_tree_cursor_goto_next_sibling_wasm",
  parent: "_ts_tree_cursor_goto_parent_wasm",
  kind: "_ts_tree_cursor_current_node_type_id_wasm",
  start: "_ts_tree_cursor_start_index_wasm",
  end: "_ts_tree_cursor_end_index_wasm",
  field: "_ts_tree_cursor_current_field_id_wasm",
} as const;

/**
 * The library's cursor copies its state into the runtime before each step and out of it afterwards, which costs three
 * times the step. A whole walk in one go can leave the state where it is. Both the library and the runtime are pinned; if
 * one of the functions is not there, `null` says so and the public cursor does it.
 */
function rawReader(tree: Tree): { reader: TreeReader; close: () => void } | null {
  const address = (tree as unknown as Record<number, unknown>)[0];
  const functions = Object.fromEntries(
    Object.entries(RAW).map(([name, key]) => [name, runtime?.[key]]),
  ) as Record<keyof typeof RAW, RawFunction>;
  if (typeof address !== "number" || Object.values(functions).some((f) => typeof f !== "function")) {
    return null;
  }
  const { open, close, first, next, parent, kind, start, end, field } = functions;
  // Asking for the root puts it where `open` expects the node to start from.
  void tree.rootNode;
  open(address);
  return {
    reader: {
      first: () => first(address) === 1,
      next: () => next(address) === 1,
      parent: () => parent(address) === 1,
      kind: () => kind(address),
      start: () => start(address),
      end: () => end(address),
      field: () => field(address),
    },
    close: () => void close(address),
  };
}
