// The PHP extractor: text in, declarations, call sites and problems out. It never throws on what a user wrote (invariant 1): a
// defect of ours becomes a failed file with a problem, and the file is still there.

import type { FileFacts, ProblemFact } from "../../facts/file_facts.ts";
import type { Extractor, SourceText } from "../mod.ts";
import { callFacts } from "./sites.ts";
import { declarations, fileNode } from "./declarations.ts";
import type { PhpParser, Tree } from "./parser.ts";
import { syntaxProblems } from "./problems.ts";
import { scanBrokenPhp, scanPhp } from "./scan.ts";
import { PhpText } from "./source.ts";

/**
 * Raise it in the same change that makes the same text give other facts, however small; a change that only makes it
 * faster leaves it alone. Facts that another version stored are then not used again.
 */
const VERSION = "php-3";

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
    if (problems.length > 0) {
      return repaired(parser, source, problems) ?? partial(parser, tree, text, problems);
    }
    return { state: "parsed", ...fileFacts(parser, tree, text), problems };
  } finally {
    tree.delete();
  }
}

function partial(parser: PhpParser, tree: Tree, text: PhpText, problems: ProblemFact[]): FileFacts {
  return { state: "partial", ...fileFacts(parser, tree, text), problems };
}

function fileFacts(parser: PhpParser, tree: Tree, text: PhpText): Omit<FileFacts, "state" | "problems"> {
  const { nodes, refs, places } = declarations(parser, tree, text);
  return { nodes, refs, ...callFacts(parser.flatten(tree), text, nodes, places) };
}

/** Declarations of a completed text, when completing it explains more; the problems stay those of the text as it is. */
function repaired(parser: PhpParser, source: SourceText, problems: ProblemFact[]): FileFacts | null {
  const text = new PhpText(source, scanBrokenPhp(source.text));
  const tree = parser.parse(text.scan.parseText);
  try {
    const left = syntaxProblems(tree, text);
    return left.length <= problems.length ? partial(parser, tree, text, problems) : null;
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
