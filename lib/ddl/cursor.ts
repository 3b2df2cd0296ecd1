// A place in the tokens of one statement, with the questions that every dialect's grammar asks: is this word next, take
// this name, pass over these brackets. It never throws: at the end every question is answered with no.

import type { SqlToken } from "../base/sql_tokens.ts";
import type { TableName } from "../facts/ddl.ts";

export class Cursor {
  at = 0;

  constructor(
    readonly text: string,
    readonly tokens: readonly SqlToken[],
    /** 1-based line of an offset. */
    readonly lineOf: (offset: number) => number,
    /** PostgreSQL: a name without quotes is one in lower case. */
    readonly foldNames = false,
  ) {}

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  peek(ahead = 0): SqlToken | undefined {
    return this.tokens[this.at + ahead];
  }

  /** Line of the next token, or of the last one. */
  get line(): number {
    const token = this.tokens[Math.min(this.at, this.tokens.length - 1)];
    return token === undefined ? 1 : this.lineOf(token.start);
  }

  /** The next token is this unquoted word. */
  is(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === "word" && token.prefix === undefined && token.value.toUpperCase() === word;
  }

  isAny(words: ReadonlySet<string>, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === "word" && token.prefix === undefined && words.has(token.value.toUpperCase());
  }

  isOperator(value: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === "operator" && token.value === value;
  }

  /** Takes these words when all of them are next. */
  take(...words: string[]): boolean {
    if (!words.every((word, i) => this.is(word, i))) return false;
    this.at += words.length;
    return true;
  }

  /** Takes the first of these words that is next. */
  takeAny(...words: string[]): string | null {
    for (const word of words) if (this.take(word)) return word;
    return null;
  }

  takeOperator(value: string): boolean {
    if (!this.isOperator(value)) return false;
    this.at++;
    return true;
  }

  /** IF EXISTS, IF NOT EXISTS. */
  ifExists(): boolean {
    return this.take("IF", "EXISTS");
  }

  ifNotExists(): boolean {
    return this.take("IF", "NOT", "EXISTS");
  }

  isName(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === "word" || token?.kind === "quoted";
  }

  /** A name; MySQL's double-quoted strings and the strings that some dialects take for names count too. */
  name(): string | null {
    const token = this.peek();
    if (
      token === undefined || !(token.kind === "word" || token.kind === "quoted" || token.kind === "string")
    ) return null;
    this.at++;
    return this.foldNames && token.kind === "word" ? token.value.toLowerCase() : token.value;
  }

  /** A table's name with its schema and prefix. */
  tableName(): TableName | null {
    let token = this.peek();
    let name = this.name();
    if (name === null) return null;
    let schema: string | undefined;
    while (this.isOperator(".") && this.isName(1)) {
      this.at++;
      schema = name;
      token = this.peek();
      name = this.name()!;
    }
    return {
      name,
      ...(schema !== undefined && { schema }),
      ...(token?.prefix !== undefined && { prefix: token.prefix }),
    };
  }

  /** Index behind the bracket that closes the one at the cursor. */
  closing(): number {
    let depth = 0;
    for (let i = this.at; i < this.tokens.length; i++) {
      const token = this.tokens[i]!;
      if (token.kind !== "operator") continue;
      if (token.value === "(") depth++;
      else if (token.value === ")" && --depth === 0) return i + 1;
    }
    return this.tokens.length;
  }

  skipBrackets(): boolean {
    if (!this.isOperator("(")) return false;
    this.at = this.closing();
    return true;
  }

  /** Cursors over the parts of a bracketed list, split at its own commas; stands behind it afterwards. */
  list(): Cursor[] {
    if (!this.isOperator("(")) return [];
    const end = this.closing();
    const closed = this.tokens[end - 1]?.value === ")";
    const inner = this.tokens.slice(this.at + 1, closed ? end - 1 : end);
    this.at = end;
    return split(inner).map((tokens) => new Cursor(this.text, tokens, this.lineOf, this.foldNames));
  }

  /** Cursors over the rest, split at its own commas. */
  parts(): Cursor[] {
    const rest = this.tokens.slice(this.at);
    this.at = this.tokens.length;
    return split(rest).map((tokens) => new Cursor(this.text, tokens, this.lineOf, this.foldNames));
  }

  /** A bracketed list of plain names. */
  names(): string[] {
    return this.list().map((part) => part.name()).filter((name) => name !== null);
  }

  /** Text of the tokens from an index up to the cursor, spaces folded; names keep their quotes. */
  since(from: number): string {
    return textOf(this.text, this.tokens.slice(from, this.at));
  }
}

function split(tokens: readonly SqlToken[]): SqlToken[][] {
  const out: SqlToken[][] = [];
  let depth = 0;
  let part: SqlToken[] = [];
  for (const token of tokens) {
    if (token.kind === "operator") {
      if (token.value === "(") depth++;
      else if (token.value === ")") depth--;
      else if (token.value === "," && depth === 0) {
        out.push(part);
        part = [];
        continue;
      }
    }
    part.push(token);
  }
  if (part.length > 0 || out.length > 0) out.push(part);
  return out.filter((p) => p.length > 0);
}

const NO_SPACE_BEFORE = new Set([",", ")", "(", "[", "]", "::", ".", ";"]);
const NO_SPACE_AFTER = new Set(["(", "[", "::", "."]);

/** Tokens as text, one space between words and none around brackets: what is written, without comments and line ends. */
export function textOf(text: string, tokens: readonly SqlToken[]): string {
  let out = "";
  let previous: SqlToken | undefined;
  for (const token of tokens) {
    const written = text.slice(token.start, token.end);
    const tight = previous === undefined ||
      (token.kind === "operator" && NO_SPACE_BEFORE.has(token.value) &&
        !(token.value === "(" && spaced(previous))) ||
      (previous.kind === "operator" && NO_SPACE_AFTER.has(previous.value));
    out += tight ? written : ` ${written}`;
    previous = token;
  }
  return out;
}

/** A bracket behind an operator or a keyword stands apart; behind a name or a type it does not. */
function spaced(previous: SqlToken): boolean {
  return previous.kind === "operator" && previous.value !== ")" && previous.value !== "(";
}
