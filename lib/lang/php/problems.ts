// What the parser could not read, as a bounded list of problems. It finds the regions without entering the parts of the
// tree that are sound, and it needs no recursion, whatever the depth.

import type { ProblemFact } from "../../facts/file_facts.ts";
import type { Tree } from "./parser.ts";
import type { PhpText } from "./source.ts";

const MAX_PROBLEMS = 20;

/** One problem for each ERROR or MISSING region, in order; the rest only counted. Empty for a sound tree. */
export function syntaxProblems(tree: Tree, source: PhpText): ProblemFact[] {
  if (!tree.rootNode.hasError) return [];
  const problems: ProblemFact[] = [];
  let more = 0;
  const cursor = tree.walk();
  walk: for (;;) {
    const node = cursor.currentNode;
    let enter = false;
    if (node.isError || node.isMissing) {
      if (problems.length < MAX_PROBLEMS) {
        problems.push(describe(node.startIndex, node.endIndex, node.isMissing, node.type, source));
      } else more++;
    } else {
      enter = node.hasError;
    }
    if (enter && cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) break walk;
  }
  cursor.delete();
  if (more > 0) {
    problems.push({
      line: problems[problems.length - 1]!.line,
      code: "PHP_SYNTAX",
      message: `${more} more places that are not understood`,
    });
  }
  return problems;
}

function describe(start: number, end: number, missing: boolean, type: string, source: PhpText): ProblemFact {
  const at = Math.min(start, Math.max(0, source.text.length - 1));
  const line = source.line(at);
  if (missing) return { line, code: "PHP_SYNTAX", message: `"${type}" is missing` };
  const last = source.line(Math.max(at, end - 1));
  return {
    line,
    code: "PHP_SYNTAX",
    message: last > line ? `not understood, up to line ${last}` : "not understood",
  };
}
