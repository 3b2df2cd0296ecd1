// The document extractor: a node for the file, one for each section, and the words that may name code. It resolves
// nothing and understands no markup but headings, code and links; like every extractor it never throws.

import type { FileFacts, NodeFact } from "../../facts/file_facts.ts";
import type { Extractor, SourceText } from "../mod.ts";
import { headings } from "./headings.ts";
import { mentions } from "./mentions.ts";
import { slugger } from "./slug.ts";

/** Raise it in the same change that makes the same text give other facts; stored ones are then not used again. */
const VERSION = "markdown-1";

export const markdownExtractor: Extractor = {
  language: "markdown",
  version: VERSION,
  extract(source) {
    try {
      return extract(source);
    } catch (error) {
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const problems = [{ line: 1, code: "EXTRACTOR_FAILED", message }];
      return { state: "failed", nodes: [docNode(source)], refs: [], problems };
    }
  },
};

function docNode({ path, lines }: SourceText): NodeFact {
  return {
    kind: "doc",
    name: path.slice(path.lastIndexOf("/") + 1),
    fqn: path,
    parent: -1,
    start_line: 1,
    end_line: Math.max(1, lines.count),
  };
}

function extract(source: SourceText): FileFacts {
  const nodes = [docNode(source)];
  const lastLine = nodes[0]!.end_line;
  const lines = textLines(source);
  const slug = slugger();
  const outline = headings(lines);
  /** Open sections, outermost first. */
  const open: { level: number; local: number }[] = [];
  for (const heading of outline.headings) {
    while (open.length > 0 && open[open.length - 1]!.level >= heading.level) {
      nodes[open.pop()!.local]!.end_line = heading.line - 1;
    }
    const local = nodes.push({
      kind: "doc_section",
      name: heading.text,
      fqn: `${source.path}#${slug(heading.id ?? heading.text, heading.id !== undefined)}`,
      parent: open[open.length - 1]?.local ?? 0,
      start_line: heading.line,
      end_line: lastLine,
    }) - 1;
    open.push({ level: heading.level, local });
  }
  const refs: FileFacts["refs"] = [];
  let section = 0;
  for (const line of outline.prose) {
    while (section + 1 < nodes.length && nodes[section + 1]!.start_line <= line) section++;
    for (const { kind, target } of mentions(lines[line - 1]!)) {
      refs.push({ kind, from: section, target, line });
    }
  }
  return { state: "parsed", nodes, refs, problems: [] };
}

/** The lines of a text without their terminators. */
function textLines({ text, lines }: SourceText): string[] {
  return lines.starts.map((start, i) => text.slice(start, lines.starts[i + 1]).replace(/[\r\n]+$/, ""));
}
