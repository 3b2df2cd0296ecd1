// Ranks chunks by words. Pure: it is given frequencies and texts and decides what is relevant enough to be an answer.
// Below its bar the honest answer is «not found», never the least bad chunk (FT-21).

import { lexicalWords } from "../base/words.ts";

/** One distinct word of a question. */
export interface QueryWord {
  word: string;
  /** Inverse document frequency; larger is rarer. 0 only when the corpus is empty. */
  weight: number;
}

/** Words of a question, each once. Words of one Latin letter carry nothing and are dropped already. */
export function questionWords(text: string): string[] {
  return [...new Set(lexicalWords(text).split(" ").filter((w) => w !== ""))];
}

/** FTS5 expression that finds any of the words; words are letters and digits only, so that nothing needs escaping. */
export function anyOf(words: readonly string[]): string {
  return words.map((w) => `"${w.replaceAll('"', "")}"`).join(" OR ");
}

/** Okapi's inverse document frequency, never negative. */
export function inverseFrequency(documents: number, withWord: number): number {
  return Math.log(1 + (documents - withWord + 0.5) / (withWord + 0.5));
}

/** A word that more than this share of the chunks hold finds everything and tells nothing. */
const COMMON_SHARE = 0.2;

/** The words worth looking up: the rare ones, or all when there is no rare one. */
export function tellingWords(question: readonly QueryWord[], documents: number): string[] {
  const bar = inverseFrequency(documents, documents * COMMON_SHARE);
  const rare = question.filter((q) => q.weight >= bar);
  return (rare.length > 0 ? rare : question).map((q) => q.word);
}

/** Share of the question's weight whose words occur in a text, and which they are. */
export function coverage(question: readonly QueryWord[], textWords: ReadonlySet<string>) {
  let total = 0;
  let found = 0;
  const matched: string[] = [];
  for (const { word, weight } of question) {
    total += weight;
    if (!textWords.has(word)) continue;
    found += weight;
    matched.push(word);
  }
  return { share: total === 0 ? 0 : found / total, matched };
}

/**
 * A hit must carry at least this share of the question's weight. Half of it: one rare word of two is enough, a common
 * word of a long question is not.
 */
export const LEAST_COVERAGE = 0.34;

/**
 * BM25 relative to the best, lowered by what of the question is missing: a short name that holds two words of five does
 * not come before a body that holds them all.
 */
export function lexicalScore(relativeBm25: number, share: number): number {
  return relativeBm25 * (0.3 + 0.7 * share);
}
