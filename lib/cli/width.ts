// How many terminal columns a text takes, and how to make text from source files safe to print. It refuses to guess
// about fonts: wide and combining characters only.

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const PLAIN = /^[\u0020-\u007e\u0400-\u0482\u048a-\u04ff]*$/;
const ZERO = /^[\p{M}\u200b-\u200f\u2060\ufeff]$/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** Display columns of a one-line text. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Pads on the right to a number of display columns. */
export function padTo(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/** Text of a source file without terminal control sequences; line feeds and tabs stay. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(
    CONTROL,
    (c) => c === "\n" ? c : `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
