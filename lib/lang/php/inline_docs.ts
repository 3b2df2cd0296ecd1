// Types that comments inside of code give to variables: `/** @var Cart $cart */`, also with the variable first, also with
// one star. It reads one comment and knows nothing of where it stands.

import { takeType } from "./phpdoc_type.ts";

export interface InlineType {
  /** Without the dollar sign; empty when the comment names none. */
  variable: string;
  type: string;
}

const NONE: InlineType[] = [];
const VARIABLE = /^\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)/;

/** The `@var` tags of the comment between two offsets. */
export function inlineTypes(text: string, start: number, end: number): InlineType[] {
  if (text.charCodeAt(start + 1) !== 42) return NONE;
  const whole = text.slice(start, end - 2);
  const first = whole.indexOf("@");
  if (first < 0) return NONE;
  const comment = whole.slice(first);
  if (!comment.includes("var")) return NONE;
  const found: InlineType[] = [];
  for (
    const match of comment.matchAll(/@(?:phpstan-|psalm-)?var[ \t]+([^\n]*(?:\n(?!\s*\*?\s*@)[^\n]*)*)/g)
  ) {
    let rest = match[1]!.replace(/\n\s*\*?/g, " ").trim();
    const lead = VARIABLE.exec(rest);
    if (lead !== null && lead[1] !== "this") rest = rest.slice(lead[0].length);
    const taken = takeType(rest);
    if (taken.type === "") continue;
    const variable = lead !== null && lead[1] !== "this" ? lead[1] : VARIABLE.exec(taken.rest)?.[1];
    found.push({ variable: variable ?? "", type: taken.type });
  }
  return found;
}
