// One pass over the characters before the parser sees them. It knows where PHP begins and ends, where strings and
// comments are, and it rewrites, at the same length, what the grammar misreads: so every offset in the tree is an
// offset in the file, and names, comments and strings are always read from the file's own text, never from the
// rewritten one. It decides nothing about declarations, and it accepts any text.

import { MODIFIER_WORDS, RESERVED } from "./reserved.ts";

/** What the pass learned. All offsets are UTF-16 positions in the original text; ranges are flat start/end pairs. */
export interface PhpScan {
  /** Text for the parser: same length, comments and inline HTML blank, heredocs as plain strings. */
  parseText: string;
  /** Comments, in order. */
  comments: number[];
  /** Inline HTML, in order: all that is outside PHP tags. */
  html: number[];
  /** Offsets of words that can begin or belong to the head of a declaration, in order. */
  keywords: number[];
  /** Offsets of calls of `define`, with the backslash before it; also among the keywords. */
  defines: Set<number>;
  /** There is at least one PHP tag. */
  hasPhp: boolean;
}

/** An open brace: the parentheses outside of it, and whether it is the body of a class-like element. */
interface Brace {
  parens: number;
  classBody: boolean;
}

/** An interpolated string that waits while an expression inside it is read. */
interface OpenString {
  /** `"` and `` ` `` end at that character, a heredoc at its label. */
  end: '"' | "`" | "heredoc";
  label: string;
  /** Brace depth at which the expression ends. */
  depth: number;
  /** Offset of its first character. */
  start: number;
}

/** Words with which, or after which, something is declared or imported. */
const DECLARING: ReadonlySet<string> = new Set([
  ...MODIFIER_WORDS,
  ...["namespace", "use", "class", "interface", "trait", "enum", "const", "case", "function", "fn"],
]);

const MAX_CUT_STRINGS = 5;

/** Length of `__halt_compiler`. */
const LONGEST = 15;
const VISIBILITY = /^(?:public|protected|private)$/;
/** `use T { f as list; g as private echo; }` */
const AS = /\bas\s+(?:(?:public|protected|private)\s+)?$/i;
/** Types that may also name a function. */
const SOFT_WORDS: ReadonlySet<string> = new Set(
  ["bool", "float", "int", "iterable", "mixed", "never", "object", "string", "void", "from"],
);
const CLASS_WORDS: ReadonlySet<string> = new Set(["class", "interface", "trait", "enum"]);
/** What can only begin a member of a class. */
const MEMBER = /^(?:public|protected|private)\s+(?:static\s+|abstract\s+|final\s+)*(?:function|const)\b/i;

const SIMPLE =
  /\$[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:\??->([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)|\[([A-Za-z_\x80-\uffff][\w\x80-\uffff]*))?/y;
const MODIFIER_RUN =
  /(?:(?:public|protected|private)\s*\(\s*set\s*\)\s*|(?:public|protected|private|readonly|final|static|var)(?![\w\\\x80-\uffff])\s*)+/iy;
const HEREDOC =
  /<<<[ \t]*(?:"([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)"|'([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)'|([A-Za-z_\x80-\uffff][\w\x80-\uffff]*))(\r\n|\n|\r)/y;

/** The scan of a text as it is. */
export function scanPhp(text: string): PhpScan {
  return new Scanner(text).run();
}

/**
 * The scan of a text that the parser could not read whole: what an editor leaves behind half-way is completed in the
 * parser's text. A string that never ends is cut at its line, a method that begins inside another one ends that first,
 * and braces that are open at the end are closed behind it.
 */
export function scanBrokenPhp(text: string): PhpScan {
  const cut = new Set<number>();
  for (;;) {
    const scanner = new Scanner(text, cut);
    const scan = scanner.run();
    if (scanner.endless < 0 || cut.has(scanner.endless) || cut.size === MAX_CUT_STRINGS) return scan;
    cut.add(scanner.endless);
  }
}

class Scanner {
  private readonly edits: { start: number; end: number; by: string }[] = [];
  private readonly comments: number[] = [];
  private readonly html: number[] = [];
  private readonly keywords: number[] = [];
  private readonly defines = new Set<number>();
  private hasPhp = false;
  /** Text behind the end of the file. */
  private tail = "";
  private i = 0;
  /** Position of the last character that is neither white space nor comment, -1 at the start of a PHP part. */
  private last = -1;
  /** The last token when it is a word, lower case, or `function` before a by-reference sign; else empty. */
  private word = "";
  private depth = 0;
  /** Open parentheses and brackets inside the innermost brace. */
  private parens = 0;
  private readonly braces: Brace[] = [];
  /** Brace depth of an open `<?=`, else -1. */
  private echoDepth = -1;
  /** A word like `class` stands before the next brace. */
  private classHead = false;
  /** Where a string begins that never ends. */
  endless = -1;
  private readonly open: OpenString[] = [];

  /** `repair` holds the strings to cut; without it the text is taken as it is. */
  constructor(private readonly text: string, private readonly repair?: ReadonlySet<number>) {}

  run(): PhpScan {
    this.htmlPart();
    while (this.i < this.text.length) this.token();
    if (this.repair !== undefined) this.closeAll();
    return {
      parseText: this.rewritten(),
      comments: this.comments,
      html: this.html,
      keywords: this.keywords,
      defines: this.defines,
      hasPhp: this.hasPhp,
    };
  }

  private rewritten(): string {
    if (this.edits.length === 0) return this.text + this.tail;
    this.edits.sort((a, b) => a.start - b.start);
    const parts: string[] = [];
    let at = 0;
    for (const edit of this.edits) {
      if (edit.start < at) continue;
      parts.push(this.text.slice(at, edit.start), edit.by);
      at = edit.end;
    }
    parts.push(this.text.slice(at), this.tail);
    return parts.join("");
  }

  private replace(start: number, end: number, by: string): void {
    if (end > start) this.edits.push({ start, end, by });
  }

  private blank(start: number, end: number): void {
    this.replace(start, end, " ".repeat(end - start));
  }

  /** From `i`, outside PHP, to the character after the next opening tag. */
  private htmlPart(): void {
    const { text } = this;
    const start = this.i;
    let tag = text.indexOf("<?", start);
    while (tag >= 0 && /^xml(?![\w])/i.test(text.slice(tag + 2, tag + 6))) tag = text.indexOf("<?", tag + 2);
    const end = tag < 0 ? text.length : tag;
    if (end > start) {
      this.html.push(start, end);
      this.blank(start, end);
    }
    this.i = text.length;
    if (tag < 0) return;
    this.hasPhp = true;
    this.echoDepth = -1;
    if (text[tag + 2] === "=") {
      this.i = tag + 3;
      this.echoDepth = this.depth;
      this.parens = 0;
    } else if (/^php$/i.test(text.slice(tag + 2, tag + 5))) this.i = tag + 5;
    else this.i = tag + 2;
    this.last = -1;
    this.word = "";
  }

  private token(): void {
    const { text } = this;
    const c = text.charCodeAt(this.i);
    if (c <= 32) {
      this.i++;
      return;
    }
    if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c >= 128 || c === 92) {
      return this.name(c);
    }
    const start = this.i;
    const next = text.charCodeAt(start + 1);
    switch (c) {
      case 36: { // $
        let end = start + 1;
        while (isNameCharacter(text.charCodeAt(end))) end++;
        this.i = end;
        return this.done(this.i - 1);
      }
      case 39: // '
        if (this.repair?.has(start)) return this.cutString(start);
        this.i = this.singleQuoted(start + 1);
        return this.done(this.i - 1);
      case 34: // "
        if (this.repair?.has(start)) return this.cutString(start);
        this.i++;
        return this.interpolated({ end: '"', label: "", depth: 0, start });
      case 96: // `
        this.i++;
        return this.interpolated({ end: "`", label: "", depth: 0, start });
      case 47: // /
        if (next === 42) return this.comment(this.blockCommentEnd(start));
        if (next === 47) return this.comment(this.lineCommentEnd(start));
        break;
      case 35: // #
        if (next !== 91) return this.comment(this.lineCommentEnd(start));
        break;
      case 63: // ?
        if (next === 62) {
          this.i += 2;
          return this.htmlPart();
        }
        break;
      case 60: // <
        if (next === 60 && text.charCodeAt(start + 2) === 60 && this.heredoc()) return;
        break;
      case 40: // (
      case 91: // [
        this.parens++;
        break;
      case 41: // )
      case 93: // ]
        if (this.parens > 0) this.parens--;
        break;
      case 44: // , `<?= $a, $b ?>` reaches the parser as two statements: it expects one expression after this tag
        if (this.parens === 0 && this.depth === this.echoDepth) this.replace(start, start + 1, ";");
        break;
      case 59: // ;
        this.echoDepth = -1;
        this.classHead = false;
        break;
      case 123: // {
        this.openBrace(this.classHead);
        this.classHead = false;
        break;
      case 125: // }
        return this.closingBrace();
      case 38: // & between `function` and its name
        this.i++;
        this.last = start;
        if (this.word !== "function") this.word = "";
        return;
    }
    this.i++;
    this.done(start);
  }

  /** The token that ends at `last` is no word. */
  private done(last: number): void {
    this.last = last;
    this.word = "";
  }

  private openBrace(classBody: boolean): void {
    this.depth++;
    this.braces.push({ parens: this.parens, classBody });
    this.parens = 0;
  }

  private closingBrace(): void {
    const at = this.i++;
    // The grammar knows no trailing comma in a group of imports; everywhere else the comma says nothing.
    if (this.last >= 0 && this.text.charCodeAt(this.last) === 44) this.blank(this.last, this.last + 1);
    this.depth--;
    this.parens = this.braces.pop()?.parens ?? 0;
    this.done(at);
    const string = this.open[this.open.length - 1];
    if (string !== undefined && this.depth <= string.depth) {
      this.open.pop();
      this.interpolated(string);
    }
  }

  /** Repair: the braces that are open at the end of the text. */
  private closeAll(): void {
    const closing = ")".repeat(this.parens) + (this.parens > 0 ? ";" : "") + "}".repeat(this.braces.length);
    const inHtml = this.html[this.html.length - 1] === this.text.length;
    if (this.hasPhp && closing !== "") this.tail = inHtml ? `<?php ${closing}` : closing;
  }

  /** Repair: a string that never ends is one up to the end of its line. */
  private cutString(start: number): void {
    const { text } = this;
    let end = start + 1;
    while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
    // Its statement ends there, too, unless it stands inside of parentheses.
    const close = this.parens === 0 ? "';" : "'";
    if (end - start <= close.length) this.blank(start, end);
    else this.replace(start, end, "'".padEnd(end - start - close.length) + close);
    this.i = end;
    this.done(end - 1);
  }

  /** Repair: a member begins inside of a method, so that method has ended. White space before it takes the braces. */
  private closeMethod(): void {
    const body = this.braces.findLastIndex((b) => b.classBody);
    if (body < 0) return;
    const inner = this.braces.length - 1 - body;
    const open = this.braces.slice(body + 2).reduce((sum, b) => sum + b.parens, this.parens);
    if (inner === 0 && open === 0) return;
    const statement = this.parens > 0 || !";{}".includes(this.text[this.last] ?? ";") ? ";" : "";
    const closing = ")".repeat(this.parens) + statement + "}".repeat(inner);
    const at = this.last + 1;
    if (this.text.slice(at, at + closing.length).trim() !== "") return;
    this.replace(at, at + closing.length, closing);
    this.braces.length = body + 1;
    this.depth = body + 1;
    this.parens = 0;
    this.done(at + closing.length - 1);
  }

  private singleQuoted(from: number): number {
    const { text } = this;
    for (let i = from; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 92) i++;
      else if (c === 39) return i + 1;
    }
    this.endless = from - 1;
    return text.length;
  }

  private blockCommentEnd(start: number): number {
    const end = this.text.indexOf("*/", start + 2);
    return end < 0 ? this.text.length : end + 2;
  }

  /** A line comment ends before its line terminator, or before a closing tag. */
  private lineCommentEnd(start: number): number {
    const { text } = this;
    for (let i = start; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 || c === 13 || (c === 63 && text.charCodeAt(i + 1) === 62)) return i;
    }
    return text.length;
  }

  private comment(end: number): void {
    this.comments.push(this.i, end);
    this.blank(this.i, end);
    this.i = end;
  }

  /** Reads on inside an interpolated string, up to its end or to an expression in braces. */
  private interpolated(string: OpenString): void {
    const { text } = this;
    const quote = string.end === '"' ? 34 : string.end === "`" ? 96 : -1;
    const n = text.length;
    let i = this.i;
    while (i < n) {
      const c = text.charCodeAt(i);
      if (c === 92) {
        // In a heredoc a backslash before a quote is text; the quote itself is hidden below.
        i += quote < 0 && text.charCodeAt(i + 1) === 34 ? 1 : 2;
        if (quote < 0 && (text.charCodeAt(i - 1) === 10 || text.charCodeAt(i - 1) === 13)) i--;
        continue;
      }
      if (c === quote) {
        this.i = i + 1;
        return this.done(i);
      }
      const next = text.charCodeAt(i + 1);
      if ((c === 123 && next === 36) || (c === 36 && next === 123)) {
        string.depth = this.depth;
        this.open.push(string);
        this.openBrace(false);
        this.i = c === 123 ? i + 1 : i + 2;
        return this.done(i);
      }
      if (c === 36) {
        i = this.simpleInterpolation(i);
        continue;
      }
      if (quote < 0) {
        if (c === 34) this.replace(i, i + 1, "'");
        else if (c === 10 || (c === 13 && next !== 10)) {
          const end = this.labelEnd(i + 1, string.label);
          if (end >= 0) return this.heredocEnd(end, string.label, '"');
        }
      }
      i++;
    }
    if (quote === 34) this.endless = string.start;
    this.i = n;
    this.done(n - 1);
  }

  /** `"$a->class"` and `"$a[list]"`: here, too, the grammar takes names for keywords. Returns where to read on. */
  private simpleInterpolation(at: number): number {
    SIMPLE.lastIndex = at;
    const match = SIMPLE.exec(this.text);
    if (match === null) return at + 1;
    const end = at + match[0].length;
    const name = match[1] ?? match[2];
    if (name !== undefined && RESERVED.has(name.toLowerCase())) this.mask(end - name.length, end);
    return end;
  }

  /** End of a closing label on the line that starts at `from`, or -1. */
  private labelEnd(from: number, label: string): number {
    const { text } = this;
    let i = from;
    while (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9) i++;
    if (!text.startsWith(label, i)) return -1;
    const end = i + label.length;
    return isNameCharacter(text.charCodeAt(end)) ? -1 : end;
  }

  /**
   * Heredocs and nowdocs reach the parser as double- and single-quoted strings of the same length, because the
   * grammar finds their end only before a few characters and not in every layout that PHP allows.
   */
  private heredoc(): boolean {
    const { text } = this;
    HEREDOC.lastIndex = this.i;
    const match = HEREDOC.exec(text);
    if (match === null) return false;
    const start = this.i;
    const body = start + match[0].length;
    const label = (match[1] ?? match[2] ?? match[3])!;
    const nowdoc = match[2] !== undefined;
    const firstLine = body - match[4]!.length;
    this.replace(start, firstLine, (nowdoc ? "'" : '"') + " ".repeat(firstLine - start - 1));
    const emptyEnd = this.labelEnd(body, label);
    if (emptyEnd >= 0) {
      this.heredocEnd(emptyEnd, label, nowdoc ? "'" : '"');
      return true;
    }
    this.i = body;
    if (nowdoc) this.nowdocBody(label);
    else this.interpolated({ end: "heredoc", label, depth: 0, start });
    return true;
  }

  private nowdocBody(label: string): void {
    const { text } = this;
    for (let i = this.i; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 39 || c === 92) this.blank(i, i + 1);
      else if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) {
        const end = this.labelEnd(i + 1, label);
        if (end >= 0) return this.heredocEnd(end, label, "'");
      }
    }
    this.i = text.length;
  }

  private heredocEnd(end: number, label: string, quote: string): void {
    this.replace(end - label.length, end, " ".repeat(label.length - 1) + quote);
    this.i = end;
    this.done(end - 1);
  }

  /** A word, a qualified name, or a lone backslash. */
  private name(first: number): void {
    const { text } = this;
    const start = this.i;
    let slash = first === 92;
    let end = start + 1;
    for (;; end++) {
      const c = text.charCodeAt(end);
      if (c === 92) slash = true;
      else if (!isNameCharacter(c)) break;
    }
    this.i = end;
    // No word of interest is longer, and almost every name of a program is none.
    const word = slash || end - start <= LONGEST ? text.slice(start, end).toLowerCase() : "";
    if (slash) {
      this.maskSegments(word, start);
      if (word === "\\define") this.maybeDefine(start);
    } else if (RESERVED.has(word)) {
      if (this.reservedWord(word, start, end)) return;
    } else if (word === "define") {
      this.maybeDefine(start);
    } else if (word === "__halt_compiler") {
      this.haltCompiler(start, end);
      return;
    }
    this.last = this.i - 1;
    this.word = word;
  }

  /** Marks what can declare, and hides what the grammar would misread. True when the token is read to its end. */
  private reservedWord(word: string, start: number, end: number): boolean {
    if (this.word === "function") this.mask(start, end);
    if (this.word === "function" || this.afterArrow()) {
      if (DECLARING.has(word) && !this.afterArrow()) this.keyword(word, start, end);
      return false;
    }
    if (this.isName(word, start, end)) {
      this.mask(start, end);
      return false;
    }
    if (DECLARING.has(word)) {
      if (this.repair !== undefined && MEMBER.test(this.text.slice(start, start + 80))) this.closeMethod();
      if (CLASS_WORDS.has(word)) this.classHead = true;
      this.keyword(word, start, end);
    }
    this.respell(word, start, end);
    return this.parens > 0 && MODIFIER_WORDS.has(word) && this.promoted(start);
  }

  /** Keywords are names in a place that only takes a name; the grammar does not know all of these places. */
  private isName(word: string, start: number, end: number): boolean {
    const after = this.text.slice(end, end + 80);
    switch (word) {
      case "case":
        break;
      case "exit":
        // The grammar has it as a statement only; like `die` it is a call, or a name, of the language itself.
        return true;
      case "enum":
        return !/^\s+(?!(?:extends|implements)\b)[A-Za-z_\x80-\uffff]/i.test(after);
      case "clone":
        return /^\s*\(\s*\$\w+(?:->\w+)*\s*,/.test(after);
      case "readonly":
        if (this.parens > 0 || MODIFIER_WORDS.has(this.word) || this.braces.at(-1)?.classBody) break;
        return /^\s*\(/.test(after);
      default:
        if (SOFT_WORDS.has(word) && /^\s*\(/.test(after)) return true;
    }
    if (this.word === "case" && /^\s*(?:;|=(?!=))/.test(after)) return true;
    if (!VISIBILITY.test(word) && /^\s*;/.test(after) && this.word !== "") {
      if (AS.test(this.text.slice(Math.max(0, start - 40), start))) return true;
    }
    // The name of an argument: `f(class: 1)`.
    const before = this.text.charCodeAt(this.last);
    return this.parens > 0 && (before === 40 || before === 44) && /^\s*:(?!:)/.test(after);
  }

  /** Same meaning, in the spelling that the grammar knows. */
  private respell(word: string, start: number, end: number): void {
    const { text } = this;
    if (word === "declare") {
      const match = /^\s*\(([^()]*)\)/.exec(text.slice(end, end + 200));
      if (match === null || !/[,A-Z]/.test(match[1]!)) return;
      const to = end + match[0].length - 1;
      const from = to - match[1]!.length;
      const plain = match[1]!.length >= 14 ? "strict_types=1" : "ticks=1";
      if (match[1]!.length >= plain.length) this.replace(from, to, plain.padEnd(to - from));
    } else if (
      word === "void" && text.charCodeAt(this.last) === 40 && /^\s*\)/.test(text.slice(end, end + 20))
    ) {
      this.replace(start, end, "bool");
    } else if (this.classHead && (word === "string" || word === "int")) {
      this.replace(start, end, word);
    } else if (VISIBILITY.test(word) && this.parens === 0) {
      const set = /^\s+\(\s*set\s*\)/i.exec(text.slice(end, end + 40));
      if (set !== null) this.replace(end, end + set[0].length, "(set)".padEnd(set[0].length));
    }
  }

  private keyword(word: string, start: number, end: number): void {
    const { text } = this;
    if (word === "static" && text.charCodeAt(end) === 58) return;
    // Most cases belong to `switch`: those with anything but a plain name after them certainly do.
    if (
      word === "case" && /^\s*(?:[^\sA-Za-z_\x80-\uffff\/#]|\w+\s*(?::|\())/.test(text.slice(end, end + 80))
    ) return;
    this.keywords.push(start);
  }

  private mask(start: number, end: number): void {
    if (end > start) this.replace(start, start + 1, "_");
  }

  /** `App\List\Match`: inside a qualified name no segment is a keyword. `namespace\f` keeps its first one. */
  private maskSegments(name: string, start: number): void {
    let at = 0;
    for (const word of name.split("\\")) {
      if (RESERVED.has(word) && !(at === 0 && word === "namespace")) {
        this.mask(start + at, start + at + word.length);
      }
      at += word.length + 1;
    }
  }

  private afterArrow(): boolean {
    const { text, last } = this;
    const c = text.charCodeAt(last);
    const before = text.charCodeAt(last - 1);
    return (c === 62 && before === 45) || (c === 58 && before === 58);
  }

  /** Before a promoted parameter the grammar takes one visibility and then `readonly`, in this order only. */
  private promoted(start: number): boolean {
    const { text } = this;
    const c = text.charCodeAt(this.last);
    if (c !== 40 && c !== 44 && c !== 93) return false;
    MODIFIER_RUN.lastIndex = start;
    const run = MODIFIER_RUN.exec(text)?.[0];
    if (run === undefined) return false;
    const after = text.slice(start + run.length, start + run.length + 12);
    if (!/^[$?(\\&A-Za-z_\x80-\uffff]/.test(after) || /^(?:function|fn|class)(?![\w])/i.test(after)) {
      return false;
    }
    const words = run.trim();
    if (!/^(?:public|protected|private)(?:\s+readonly)?$/i.test(words) && words.length >= 6) {
      this.replace(start, start + words.length, "public".padEnd(words.length));
    }
    this.i = start + run.length;
    this.last = start + words.length - 1;
    this.word = "";
    return true;
  }

  private maybeDefine(start: number): void {
    if (this.afterArrow() || this.word === "function" || this.word === "new") return;
    this.defines.add(start);
    this.keywords.push(start);
  }

  /** What follows `__halt_compiler();` is data. */
  private haltCompiler(start: number, end: number): void {
    const { text } = this;
    this.last = end - 1;
    this.word = "";
    const call = /\s*\(\s*\)\s*(?:;|\?>)/y;
    call.lastIndex = end;
    const match = call.exec(text);
    if (match === null || this.afterArrowAt(start)) return;
    const from = end + match[0].length;
    this.blank(from, text.length);
    this.i = text.length;
  }

  private afterArrowAt(start: number): boolean {
    return /(?:->|::)\s*$/.test(this.text.slice(Math.max(0, start - 40), start));
  }
}

function isNameCharacter(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95 || c >= 128;
}
