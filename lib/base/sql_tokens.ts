// Cuts SQL into tokens and statements, for every dialect at once and whatever stands in the file: it never throws, takes
// time in the length of the text, and knows what is code (versioned comments), what is a name (quotes of any kind,
// prefix placeholders) and where a statement ends (DELIMITER, dollar quotes, bodies of routines). It knows no grammar.

/** As in lib/facts/ddl.ts; base imports nothing. */
export type SqlFlavour = "mysql" | "mariadb" | "postgresql" | "sqlite";

export type SqlTokenKind = "word" | "quoted" | "string" | "number" | "operator" | "placeholder" | "variable";

export interface SqlToken {
  kind: SqlTokenKind;
  /** word: as written; quoted name and string: without quotes and escapes; operator: one or two characters. */
  value: string;
  /** Of a name: the placeholder before it, as written: `{prefix}`, `/*_*` + `/`, `#__`; `{}` for `{name}`. */
  prefix?: string;
  /** Offsets in the text; those of a name begin with its prefix. */
  start: number;
  end: number;
}

export interface SqlStatement {
  tokens: SqlToken[];
  /** From its first token to behind its last. */
  start: number;
  end: number;
}

/** Versions up to which a server runs what a versioned comment holds. */
const RUNS_UP_TO: Record<SqlFlavour, number> = { mysql: 80499, mariadb: 101199, postgresql: 0, sqlite: 0 };
/** MariaDB passes over comments for MySQL 5.7 and later (MariaDB documentation, «Comment Syntax»). */
const MARIADB_PASSES = (version: number) => version >= 50700 && version <= 99999;

/** Statements of a text. A text without a flavour is read as MySQL reads it, but `"x"` is a quoted name. */
export function sqlStatements(text: string, flavour?: SqlFlavour): SqlStatement[] {
  return new Splitter(text, flavour).statements();
}

/** All tokens of one statement's text; a `;` in it is an operator. */
export function sqlTokens(text: string, flavour?: SqlFlavour): SqlToken[] {
  const lexer = new Lexer(text, flavour);
  const out: SqlToken[] = [];
  for (let token = lexer.next(); token !== null; token = lexer.next()) out.push(token);
  return out;
}

const SPACE = /\s/;
const WORD_START = /[\p{L}_\u0080-\uffff]/u;
/** A word, as far as it goes; `$` and `#` may stand inside. */
const WORD = /[\p{L}\p{N}_$\u0080-\uffff]+/uy;
const NUMBER = /0x[0-9a-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const PREFIX = /\{\s*\$?[A-Za-z_][\w>-]*\s*\}|#__|\/\*_\*\/|%prefix%|__PREFIX__|PREFIX_/iy;
const NAME_IN_QUOTES = /^(\{[^}]*\}|#__|\/\*_\*\/|%prefix%|__PREFIX__|PREFIX_)(.+)$/is;
const DOLLAR_QUOTE = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const PLACEHOLDER = /\?|:[A-Za-z_]\w*|\$\d+|%(?:\d+\$)?[sdif]/y;
const TWO = new Set(["::", "->", "<=", ">=", "<>", "!=", ":=", "||", "&&", "<<", ">>", "=>", "@>", "<@"]);

class Lexer {
  at = 0;
  /** How many versioned comments are open: their ends are no tokens. */
  #open = 0;
  readonly #mysql: boolean;
  readonly #backslash: boolean;

  constructor(readonly text: string, readonly flavour: SqlFlavour | undefined) {
    this.#mysql = flavour === undefined || flavour === "mysql" || flavour === "mariadb";
    this.#backslash = this.#mysql;
  }

  next(): SqlToken | null {
    const { text } = this;
    for (;;) {
      while (this.at < text.length && SPACE.test(text[this.at]!)) this.at++;
      if (this.at >= text.length) return null;
      const start = this.at;
      const c = text[start]!;
      const prefix = this.#prefix(c);
      if (prefix !== null) {
        const named = this.#afterPrefix(prefix, start);
        if (named !== null) return named;
        this.at = start;
      }
      if (this.#comment(c)) continue;
      if (c === "'") return this.#string(start, start, this.#backslash);
      if (c === '"') return this.#doubleQuoted(start);
      if (c === "`") return this.#name(start, "`");
      if (
        c === "[" && this.flavour !== "postgresql" &&
        /^\[[\p{L}_][\p{L}\p{N}_ $]*\]/u.test(text.slice(start, start + 130))
      ) {
        return this.#name(start, "]");
      }
      if (c === "$") {
        const dollar = this.#match(DOLLAR_QUOTE);
        if (dollar !== null) return this.#dollarQuoted(start, dollar);
      }
      if (c === "@") return this.#variable(start);
      const placeholder = c === "?" || c === ":" || c === "$" || c === "%" ? this.#match(PLACEHOLDER) : null;
      if (placeholder !== null && !(c === ":" && text[start - 1] === ":")) {
        this.at = start + placeholder.length;
        return { kind: "placeholder", value: placeholder, start, end: this.at };
      }
      if (
        c >= "0" && c <= "9" || (c === "." && /\d/.test(text[start + 1] ?? "") && !this.#afterName(start))
      ) {
        const number = this.#match(NUMBER)!;
        // `2fa` is a name where digits may begin one.
        WORD.lastIndex = start;
        const word = WORD.exec(text)?.[0] ?? "";
        if (c !== "." && word.length > number.length && /^\d+[\p{L}_]/u.test(word) && !/^0x/i.test(word)) {
          this.at = start + word.length;
          return { kind: "word", value: word, start, end: this.at };
        }
        this.at = start + number.length;
        return { kind: "number", value: number, start, end: this.at };
      }
      if (WORD_START.test(c)) return this.#word(start);
      const two = text.slice(start, start + 2);
      this.at += TWO.has(two) ? 2 : 1;
      return { kind: "operator", value: text.slice(start, this.at), start, end: this.at };
    }
  }

  /** A dot between two names is no decimal point. */
  #afterName(at: number): boolean {
    return at > 0 && /[\p{L}\p{N}_`"\]]/u.test(this.text[at - 1]!);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  #prefix(c: string): string | null {
    return c === "{" || c === "#" || c === "/" || c === "%" || c === "_" || c === "P" || c === "p"
      ? this.#match(PREFIX)
      : null;
  }

  /** `{prefix}users`, `#__users`, and `{users}`, where the braces alone are the placeholder. */
  #afterPrefix(prefix: string, start: number): SqlToken | null {
    this.at = start + prefix.length;
    const c = this.text[this.at] ?? "";
    if (/[\p{L}\p{N}_]/u.test(c)) {
      const word = this.#match(WORD)!;
      this.at += word.length;
      return { kind: "word", value: word, prefix, start, end: this.at };
    }
    if (c === "`" || (c === '"' && prefix.startsWith("/"))) {
      const name = this.#name(this.at, c);
      return { ...name, prefix, start };
    }
    if (!prefix.startsWith("{")) return null;
    const value = prefix.slice(1, -1).trim();
    return /^\$/.test(value) ? null : { kind: "word", value, prefix: "{}", start, end: this.at };
  }

  /** Passes over a comment; the marks of a versioned one that this flavour runs are passed over alone. */
  #comment(c: string): boolean {
    const { text } = this;
    if (c === "-" && text[this.at + 1] === "-" && this.#dashes()) return this.#line();
    if (c === "#" && this.#mysql) return this.#line();
    if (c === "*" && this.#open > 0 && text[this.at + 1] === "/") {
      this.#open--;
      this.at += 2;
      return true;
    }
    if (c !== "/" || text[this.at + 1] !== "*") return false;
    const versioned = /^\/\*(M?)!(\d{5,6})?/.exec(text.slice(this.at, this.at + 12));
    if (versioned !== null && this.#runs(versioned[1] === "M", versioned[2])) {
      this.#open++;
      this.at += versioned[0].length;
      return true;
    }
    this.at = this.#commentEnd(this.at);
    return true;
  }

  #runs(mariadbOnly: boolean, version: string | undefined): boolean {
    const flavour = this.flavour ?? "mysql";
    if (flavour === "postgresql" || flavour === "sqlite") return false;
    if (mariadbOnly && flavour !== "mariadb") return false;
    const number = Number(version ?? 0);
    if (flavour === "mariadb" && !mariadbOnly && MARIADB_PASSES(number)) return false;
    return number <= RUNS_UP_TO[flavour];
  }

  /** MySQL wants a space behind two dashes: `5--3` is arithmetic. */
  #dashes(): boolean {
    const after = this.text[this.at + 2];
    return this.flavour === "postgresql" || this.flavour === "sqlite" || after === undefined ||
      SPACE.test(after) ||
      this.flavour === undefined;
  }

  #line(): boolean {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end + 1;
    return true;
  }

  /** Only PostgreSQL nests comments. */
  #commentEnd(from: number): number {
    let depth = 1;
    for (let at = from + 2; at < this.text.length; at++) {
      const two = this.text.slice(at, at + 2);
      if (two === "*/" && --depth === 0) return at + 2;
      if (two === "*/") at++;
      else if (two === "/*" && this.flavour === "postgresql") depth++, at++;
    }
    return this.text.length;
  }

  #string(start: number, quote: number, backslash: boolean): SqlToken {
    const { text } = this;
    const mark = text[quote]!;
    let value = "";
    let from = quote + 1;
    let at = from;
    for (; at < text.length; at++) {
      const c = text[at]!;
      if (c === "\\" && backslash && at + 1 < text.length) {
        value += text.slice(from, at) + unescaped(text[at + 1]!);
        at++;
        from = at + 1;
      } else if (c === mark) {
        if (text[at + 1] !== mark) break;
        value += text.slice(from, at + 1);
        at++;
        from = at + 1;
      }
    }
    value += text.slice(from, at);
    this.at = Math.min(at + 1, text.length);
    return { kind: "string", value, start, end: this.at };
  }

  #doubleQuoted(start: number): SqlToken {
    if (this.flavour === "mysql" || this.flavour === "mariadb") return this.#string(start, start, true);
    return this.#name(start, '"');
  }

  /** A quoted name; its closing mark doubled is part of it, and a prefix placeholder may stand inside. */
  #name(start: number, close: string): SqlToken {
    const { text } = this;
    let at = start + 1;
    let value = "";
    for (; at < text.length; at++) {
      if (text[at] === close) {
        if (close === "]" || text[at + 1] !== close) break;
        at++;
      }
      value += text[at];
    }
    this.at = Math.min(at + 1, text.length);
    const inner = NAME_IN_QUOTES.exec(value);
    return inner === null
      ? { kind: "quoted", value, start, end: this.at }
      : { kind: "quoted", value: inner[2]!, prefix: inner[1]!, start, end: this.at };
  }

  #dollarQuoted(start: number, mark: string): SqlToken {
    const from = start + mark.length;
    const end = this.text.indexOf(mark, from);
    this.at = end < 0 ? this.text.length : end + mark.length;
    return { kind: "string", value: this.text.slice(from, end < 0 ? undefined : end), start, end: this.at };
  }

  #variable(start: number): SqlToken {
    const name = /^@{1,2}(?:`[^`]*`|[\p{L}\p{N}_.$]*)/u.exec(this.text.slice(start, start + 200))?.[0] ?? "@";
    this.at = start + name.length;
    return { kind: name === "@" ? "operator" : "variable", value: name, start, end: this.at };
  }

  /** A word; before a quote it may say what kind of string follows (E'…', N'…', _utf8'…', b'…'). */
  #word(start: number): SqlToken {
    const value = this.#match(WORD)!;
    this.at = start + value.length;
    if (this.text[this.at] === "'" && /^(?:e|n|b|x|u|_[a-z0-9]+)$/i.test(value)) {
      return this.#string(start, this.at, this.#backslash || /^e$/i.test(value));
    }
    return { kind: "word", value, start, end: this.at };
  }
}

function unescaped(c: string): string {
  return c === "n" ? "\n" : c === "t" ? "\t" : c === "r" ? "\r" : c === "0" ? "\0" : c;
}

const ROUTINE = new Set(["TRIGGER", "PROCEDURE", "FUNCTION", "EVENT", "PACKAGE"]);
/** What an END closes besides BEGIN and CASE, which are counted. */
const OTHER_ENDS = new Set(["IF", "LOOP", "WHILE", "REPEAT", "FOR"]);

class Splitter {
  #delimiter = ";";
  #lexer: Lexer;
  readonly #out: SqlStatement[] = [];
  #tokens: SqlToken[] = [];
  /** Open BEGINs and CASEs in the body of a routine. */
  #depth = 0;
  #routine = false;

  constructor(readonly text: string, readonly flavour: SqlFlavour | undefined) {
    this.#lexer = new Lexer(text, flavour);
  }

  statements(): SqlStatement[] {
    const lexer = this.#lexer;
    for (;;) {
      if (this.#tokens.length === 0 && this.#clientCommand()) continue;
      if (this.#atDelimiter()) continue;
      const token = lexer.next();
      if (token === null) break;
      this.#take(this.#beforeDelimiter(token));
    }
    this.#end();
    return this.#out;
  }

  /** `END$$` is a word and a delimiter. */
  #beforeDelimiter(token: SqlToken): SqlToken {
    if (this.#delimiter === ";" || token.kind !== "word") return token;
    const cut = token.value.indexOf(this.#delimiter);
    if (cut <= 0) return token;
    const end = token.end - token.value.length + cut;
    this.#lexer.at = end;
    return { ...token, value: token.value.slice(0, cut), end };
  }

  #take(token: SqlToken): void {
    if (this.#delimiter === ";" && token.kind === "operator" && token.value === ";" && this.#depth === 0) {
      this.#end();
      return;
    }
    this.#tokens.push(token);
    if (token.kind !== "word") return;
    const word = token.value.toUpperCase();
    if (word === "GO" && this.#tokens.length > 1 && this.#aloneOnLine(token)) {
      this.#tokens.pop();
      this.#end();
      return;
    }
    if (!this.#routine) {
      this.#routine = ROUTINE.has(word) && this.#tokens.length <= 8 &&
        /^create$/i.test(this.#tokens[0]!.value);
      return;
    }
    if (word === "BEGIN" || word === "CASE") {
      const previous = this.#tokens.at(-2);
      if (!(previous?.kind === "word" && /^end$/i.test(previous.value))) this.#depth++;
    } else if (word === "END" && this.#depth > 0) {
      const next = /^\s*([A-Za-z]+)/.exec(this.text.slice(token.end, token.end + 40))?.[1] ?? "";
      if (!OTHER_ENDS.has(next.toUpperCase())) this.#depth--;
    }
  }

  #aloneOnLine(token: SqlToken): boolean {
    const before = this.text.slice(this.text.lastIndexOf("\n", token.start) + 1, token.start);
    const after = /^[^\n]*/.exec(this.text.slice(token.end, token.end + 200))![0];
    return before.trim() === "" && after.trim() === "";
  }

  #end(): void {
    const [first, last] = [this.#tokens[0], this.#tokens.at(-1)];
    if (first !== undefined) {
      this.#out.push({ tokens: this.#tokens, start: first.start, end: last!.end });
      if (/^copy$/i.test(first.value) && last!.kind === "word" && /^stdin$/i.test(last!.value)) {
        this.#skipCopied();
      }
    }
    this.#tokens = [];
    this.#depth = 0;
    this.#routine = false;
  }

  /** Rows that pg_dump writes behind COPY … FROM stdin. */
  #skipCopied(): void {
    const end = /^\\\.[ \t]*\r?$/m.exec(this.text.slice(this.#lexer.at));
    this.#lexer.at = end === null ? this.text.length : this.#lexer.at + end.index + end[0].length;
  }

  /** Commands of the mysql and psql clients, which no server sees. */
  #clientCommand(): boolean {
    const { text } = this;
    let at = this.#lexer.at;
    while (at < text.length && SPACE.test(text[at]!)) at++;
    const c = text[at];
    if (c === "\\") {
      const end = text.indexOf("\n", at);
      this.#lexer.at = end < 0 ? text.length : end + 1;
      return true;
    }
    if (c !== "d" && c !== "D") return false;
    const command = /^delimiter[ \t]+(\S+)[^\n]*/i.exec(text.slice(at, at + 200));
    if (command === null) return false;
    this.#delimiter = command[1]!;
    this.#lexer.at = at + command[0].length;
    return true;
  }

  #atDelimiter(): boolean {
    if (this.#delimiter === ";") return false;
    const { text } = this;
    let at = this.#lexer.at;
    while (at < text.length && SPACE.test(text[at]!)) at++;
    if (!text.startsWith(this.#delimiter, at)) return false;
    this.#lexer.at = at + this.#delimiter.length;
    this.#end();
    return true;
  }
}
