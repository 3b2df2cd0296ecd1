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
    if (block.entries < file.entries.length) break;
  }
  // Pieces counted apart are never fewer than the whole counted at once, but the promise is about the whole.
  return { text, tokens: text === "" ? 0 : counter.count(text), files_shown: shown, entries_shown: entries };
}

function fitFile(file: OutlineFile, budget: number, counter: TokenCounter) {
  const head = `${file.path}\n`;
  let tokens = counter.count(head);
  if (tokens > budget) return null;
  const taken: OutlineEntry[] = [];
  for (const entry of file.entries) {
    const cost = counter.count(`  ${entry.line}: ${entry.text}\n`);
    if (tokens + cost > budget) break;
    tokens += cost;
    taken.push(entry);
  }
  if (taken.length === 0 && file.entries.length > 0) return null;
  taken.sort((a, b) => a.line - b.line);
  return {
    text: head + taken.map((e) => `  ${e.line}: ${e.text}\n`).join(""),
    tokens,
    entries: taken.length,
  };
}
