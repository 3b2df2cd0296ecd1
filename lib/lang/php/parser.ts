// The only door to the parser library: bytes in, a parser out. Everything else in this folder sees trees and nodes
// through the types exported here. It reads no file and finds no grammar: that is the business of wasm/loader.ts.

import { Language, type Node, Parser, type Tree, type TreeCursor } from "web-tree-sitter";
import type { GrammarBytes } from "../mod.ts";

export type { Node, Tree, TreeCursor };

/** A ready parser. One for each thread: neither it nor its trees can cross. */
export class PhpParser {
  readonly #parser: Parser;
  readonly #fields: ReadonlyMap<string, number>;

  private constructor(parser: Parser, language: Language) {
    this.#parser = parser;
    this.#fields = new Map(
      language.fields.flatMap((name, id) => (name ? [[name, id] as const] : [])),
    );
  }

  static async load(grammars: GrammarBytes): Promise<PhpParser> {
    await Parser.init({ wasmBinary: grammars.runtime });
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
}
