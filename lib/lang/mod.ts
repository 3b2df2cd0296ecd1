// The only list of languages that give symbols. An extractor is pure: text in, facts and problems out, and it never
// throws on what a user wrote (invariant 1). Adding a language is one folder and one line here (docs/ADDING.md).

import type { FileFacts } from "../facts/file_facts.ts";
import type { Language } from "../facts/kinds.ts";
import type { LineIndex } from "../base/text.ts";
import { markdownExtractor } from "./markdown/mod.ts";
import { phpExtractor } from "./php/mod.ts";
import { PhpParser } from "./php/parser.ts";

export interface SourceText {
  /** Relative path with `/`. */
  path: string;
  /** Decoded text, byte order mark removed. */
  text: string;
  lines: LineIndex;
}

export interface Extractor {
  readonly language: Language;
  /** Changes whenever the same text would give other facts: cached facts of another version are not used. */
  readonly version: string;
  extract(source: SourceText): FileFacts;
}

/** Bytes of the WebAssembly runtime and of the grammars, as wasm/loader.ts reads them. */
export interface GrammarBytes {
  runtime: Uint8Array;
  php: Uint8Array;
}

/** Makes every extractor ready. Costs about 30 ms: only a thread that parses calls it. */
export type LoadExtractors = (grammars: GrammarBytes) => Promise<ReadonlyMap<Language, Extractor>>;

/** The list: one line for each language. */
export const loadExtractors: LoadExtractors = async (grammars) => {
  const extractors: Extractor[] = [
    phpExtractor(await PhpParser.load(grammars)),
    markdownExtractor,
  ];
  return new Map(extractors.map((e) => [e.language, e]));
};
