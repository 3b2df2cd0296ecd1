// The outline of a document: its headings in both notations, and the lines that are prose. Front matter, fenced code and
// comments are neither.

export interface Heading {
  level: number;
  /** Plain text without markup. */
  text: string;
  /** An explicit anchor, `{#name}`. */
  id?: string;
  /** First line, 1-based. */
  line: number;
}

export interface Outline {
  headings: Heading[];
  /** Numbers of the lines outside of code, comments and front matter, headings included. */
  prose: number[];
}

const FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
/** Lines that cannot be the text above an underline. */
const NO_PARAGRAPH = /^(?: {4}|\t| {0,3}(?:[-*+][ \t]|\d+[.)][ \t]|>|\|))/;

export function headings(lines: readonly string[]): Outline {
  const outline: Outline = { headings: [], prose: [] };
  let fence = "";
  let comment = false;
  /** First line of the open paragraph, 0 when there is none. */
  let paragraph = 0;
  for (let i = frontMatter(lines); i < lines.length; i++) {
    const line = lines[i]!;
    const number = i + 1;
    if (fence !== "") {
      if (closes(line, fence)) fence = "";
      continue;
    }
    if (comment) {
      comment = !line.includes("-->");
      continue;
    }
    const opening = FENCE.exec(line)?.[1];
    if (opening !== undefined) {
      fence = opening;
      paragraph = 0;
      continue;
    }
    if (/^\s*<!--/.test(line)) {
      comment = !line.includes("-->");
      paragraph = 0;
      continue;
    }
    outline.prose.push(number);
    const atx = ATX.exec(line);
    const underline = paragraph > 0 ? UNDERLINE.exec(line)?.[1] : undefined;
    if (atx !== null) {
      outline.headings.push(heading(atx[1]!.length, atx[2] ?? "", number));
      paragraph = 0;
    } else if (underline !== undefined) {
      const text = lines.slice(paragraph - 1, i).join(" ");
      outline.headings.push(heading(underline.startsWith("=") ? 1 : 2, text, paragraph));
      paragraph = 0;
    } else if (line.trim() === "" || /^ {0,3}(?:[-*_][ \t]*){3,}$/.test(line)) paragraph = 0;
    else if (paragraph === 0 && !NO_PARAGRAPH.test(line)) paragraph = number;
    else if (paragraph > 0 && /^ {0,3}(?:[-*+][ \t]|>)/.test(line)) paragraph = 0;
  }
  return outline;
}

/** Index of the first line after the front matter. */
function frontMatter(lines: readonly string[]): number {
  if (!/^---\s*$/.test(lines[0] ?? "")) return 0;
  for (let i = 1; i < lines.length; i++) if (/^(?:---|\.\.\.)\s*$/.test(lines[i]!)) return i + 1;
  return 0;
}

function closes(line: string, fence: string): boolean {
  const text = line.replace(/^[\s>]*/, "").trimEnd();
  return text.length >= fence.length && text === fence[0]!.repeat(text.length);
}

function heading(level: number, written: string, line: number): Heading {
  const id = /\s*\{#([\w-]+)\}\s*$/.exec(written);
  const text = plain(id === null ? written : written.slice(0, id.index));
  return id === null ? { level, text, line } : { level, text, id: id[1]!, line };
}

/** Heading text without links, emphasis, code marks and tags. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/(\*\*|__|\*|`+|~~)/g, (mark) => mark === "__" ? mark : "")
    .replace(/\\([\\`*_{}[\]()#+\-.!])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
