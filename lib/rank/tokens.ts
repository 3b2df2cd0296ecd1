// Exact token counts by a real tokenizer (FT-20). Its tables are large, so it is loaded by the first operation that
// promises a budget, never at start-up.

/** Tokens of texts in the o200k encoding. */
export interface TokenCounter {
  count(text: string): number;
}

export async function loadTokenCounter(): Promise<TokenCounter> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  return { count: (text) => countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }) };
}
