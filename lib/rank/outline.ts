// Fits an outline into a token budget. Pure: it is given ranked files with their lines and a counter. It never goes over
// the budget and says what was left out.

import type { TokenCounter } from "./tokens.ts";

export interface OutlineFile {
  path: string;
  /** Larger comes first. */
  score: number;
  /** Lines below the path, most important first. */
  entries: OutlineEntry[];
}

export interface OutlineEntry {
  line: number;
  text: string;
}

export interface Outline {
  text: string;
  tokens: number;
  files_shown: number;
  entries_shown: number;
}

/** A file shows at most this many entries, so that an outline is of the corpus and not of its largest class. */
const ENTRIES_PER_FILE = 12;

/** Adds files in order while the whole text, counted as one, stays within the budget. */
export function fitOutline(files: readonly OutlineFile[], budget: number, counter: TokenCounter): Outline {
  let text = "";
  let tokens = 0;
  let shown = 0;
  let entries = 0;
  for (const file of files) {
    const block = fitFile(file, budget - tokens, counter);
    if (block === null) break;
    text += block.text;
    tokens += block.tokens;
    shown++;
    entries += block.entries;
  }
  // Pieces counted apart are never fewer than the whole counted at once; what is reported is about the whole.
  return { text, tokens: text === "" ? 0 : counter.count(text), files_shown: shown, entries_shown: entries };
}

/** The path, its most important entries in the order of their lines, and how many more there are. */
function fitFile(file: OutlineFile, budget: number, counter: TokenCounter) {
  const head = `${file.path}\n`;
  const rest = (shown: number) =>
    file.entries.length > shown ? `  … ${file.entries.length - shown} more\n` : "";
  const taken: OutlineEntry[] = [];
  let tokens = counter.count(head);
  for (const entry of file.entries.slice(0, ENTRIES_PER_FILE)) {
    const cost = counter.count(lineOf(entry));
    if (tokens + cost + counter.count(rest(taken.length + 1)) > budget) break;
    tokens += cost;
    taken.push(entry);
  }
  if (tokens + counter.count(rest(taken.length)) > budget || taken.length === 0) return null;
  const more = rest(taken.length);
  taken.sort((a, b) => a.line - b.line);
  return {
    text: head + taken.map(lineOf).join("") + more,
    tokens: tokens + counter.count(more),
    entries: taken.length,
  };
}

function lineOf(entry: OutlineEntry): string {
  return `  ${entry.line}: ${entry.text}\n`;
}
