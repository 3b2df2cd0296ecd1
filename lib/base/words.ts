// Words of text for the lexical layer. An identifier gives its parts and itself as one word without its joints, so that
// `getUserName`, `get_user_name` and «user name» meet. The same function reads the corpus and the question.

import { identifierWords } from "./names.ts";

/** Longer runs are data (base64, hashes of minified code), not words. */
const LONGEST_WORD = 64;
const CACHE_LIMIT = 200_000;

const cache = new Map<string, string>();

/** Words of a text, lower case, separated by single spaces, in the order of the text. */
export function lexicalWords(text: string): string {
  // One call that returns all matches is several times faster than stepping through them.
  const tokens = text.match(isAscii(text) ? /[A-Za-z0-9_]{2,}/g : /[\p{L}\p{N}\p{M}_]{2,}/gu);
  if (tokens === null) return "";
  const out: string[] = [];
  for (const token of tokens) {
    let words = cache.get(token);
    if (words === undefined) {
      words = expand(token);
      if (cache.size >= CACHE_LIMIT) cache.clear();
      cache.set(token, words);
    }
    if (words !== "") out.push(words);
  }
  return out.join(" ");
}

/** `getHTTPUrl` -> `gethttpurl get http url`; a plain word -> itself. */
function expand(token: string): string {
  if (token.length > LONGEST_WORD) return "";
  const parts = identifierWords(token).filter((w) => w.length > 1 || w.charCodeAt(0) > 127);
  const whole = token.replaceAll("_", "").toLowerCase();
  if (whole.length < 2) return "";
  if (parts.length === 0 || (parts.length === 1 && parts[0] === whole)) return whole;
  return [whole, ...parts].join(" ");
}

function isAscii(text: string): boolean {
  // deno-lint-ignore no-control-regex
  return !/[^\x00-\x7f]/.test(text);
}

/**
 * Size of a text in tokens, an estimate that rarely falls short: a token is about 3.5 characters of code or English and
 * about 2 of anything else. The exact count is the business of lib/rank/tokens.ts and is too slow for a corpus.
 */
export function estimateTokens(text: string): number {
  if (isAscii(text)) return Math.ceil(text.length / 3.5);
  let other = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) other++;
  return Math.ceil((text.length - other) / 3.5 + other / 2);
}
