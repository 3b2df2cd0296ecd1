// The PHP extractor: text in, declarations and problems out. It never throws on what a user wrote (invariant 1): a
// defect of ours becomes a failed file with a problem, and the file is still there.

import type { FileFacts } from "../../facts/file_facts.ts";
import type { Extractor, SourceText } from "../mod.ts";
import { declarations, fileNode } from "./declarations.ts";
import type { PhpParser } from "./parser.ts";
import { syntaxProblems } from "./problems.ts";
import { scanPhp } from "./scan.ts";
import { PhpText } from "./source.ts";

/**
 * Raise it in the same change that makes the same text give other facts, however small; a change that only makes it
 * faster leaves it alone. Facts that another version stored are then not used again.
 */
const VERSION = "php-1";

export function phpExtractor(parser: PhpParser): Extractor {
  return { language: "php", version: VERSION, extract: (source) => extract(parser, source) };
}

function extract(parser: PhpParser, source: SourceText): FileFacts {
  try {
    return parsed(parser, source);
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return failed(source, "EXTRACTOR_FAILED", message);
  }
}

function parsed(parser: PhpParser, source: SourceText): FileFacts {
  const text = new PhpText(source, scanPhp(source.text));
  if (!text.scan.hasPhp) {
    return { state: "parsed", nodes: [fileNode(source.path, text.lineCount)], refs: [], problems: [] };
  }
  const tree = parser.parse(text.scan.parseText);
  try {
    const problems = syntaxProblems(tree, text);
    const facts = declarations(parser, tree, text);
    return { state: problems.length > 0 ? "partial" : "parsed", ...facts, problems };
  } finally {
    tree.delete();
  }
}

function failed(source: SourceText, code: string, message: string): FileFacts {
  return {
    state: "failed",
    nodes: [fileNode(source.path, Math.max(1, source.lines.count))],
    refs: [],
    problems: [{ line: 1, code, message }],
  };
}
