// The bound on text in one answer: about 15,000 tokens. What is cut is cut at a line where there is one, and marked.

export const MOST_CHARACTERS = 60_000;

export interface Capped {
  text: string;
  /** Lines of `text`; the last may be cut when it alone is too long. */
  lines: number;
  cut: boolean;
}

/** The beginning of a text, at most `limit` characters. */
export function capText(text: string, limit: number): Capped {
  const whole = text.length <= limit;
  let end = whole ? text.length : text.lastIndexOf("\n", limit - 1) + 1;
  if (end === 0 && text.length > 0) end = Math.max(1, limit);
  const shown = text.slice(0, end).toWellFormed();
  return {
    text: shown,
    lines: Math.max(1, shown.split(/\r\n|\n|\r/).length - (/[\r\n]$/.test(shown) ? 1 : 0)),
    cut: !whole,
  };
}
