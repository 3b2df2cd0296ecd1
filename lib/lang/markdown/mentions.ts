// Words of one line of prose that may name a symbol or a file of the project. It only says that they look like it: what
// they mean, if anything, is decided where all files are known.

export interface Mention {
  kind: "doc_symbol" | "doc_path";
  /** As written. */
  target: string;
}

const NAME = "[A-Za-z_\\x80-\\uffff][\\w\\x80-\\uffff]*";
const QUALIFIED = `\\\\?${NAME}(?:\\\\${NAME})*`;
/** `Cart`, `App\Shop\Cart`, `Cart::add`, `Cart::$items`, `price()`, `Cart::add($item, 2)`. */
const SYMBOL = new RegExp(`^${QUALIFIED}(?:::\\$?${NAME})?(?:\\([^()]*\\))?$`);
/** In prose only what cannot be an ordinary word: `App\Cart`, `Cart::add`, `Cart::add()`, `price()`. */
const IN_PROSE = new RegExp(
  `(?<![\\w\\\\$/.:\\x80-\\uffff-])\\\\?(?:${NAME}(?:\\\\${NAME})*::\\$?${NAME}(?:\\(\\))?|` +
    `[A-Z]\\w*(?:\\\\${NAME})+|${NAME}\\(\\))(?![\\w\\\\(])`,
  "g",
);
const PATH = /^(?:\.{1,2}\/)*(?:[\w@+-][\w.@+-]*|\.[\w-][\w.-]*)(?:\/[\w.@+-]+)*\/?(?::\d+(?:-\d+)?)?$/;
const CODE_SPAN = /(`+)(?!`)(.*?[^`])\1(?!`)/g;
const LINK = /\]\(\s*(<[^>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*(<[^>]*>|\S+)/;

/** Words that are values, types or keywords in every text about PHP. */
const NO_SYMBOL: ReadonlySet<string> = new Set(
  ("true false null int float string bool array object mixed void never self static parent this callable iterable " +
    "if else for foreach while return new class function public private protected const use namespace")
    .split(" "),
);

/** Mentions in one line, in order of their kind of markup, each once. */
export function mentions(line: string): Mention[] {
  const found = new Map<string, Mention>();
  const add = (kind: Mention["kind"], target: string) => {
    found.set(`${kind} ${target}`, { kind, target });
  };
  const prose = line.replace(CODE_SPAN, (_, _marks, code: string) => {
    const text = code.trim();
    if (isPath(text)) add("doc_path", text);
    else if (SYMBOL.test(text) && !NO_SYMBOL.has(text.toLowerCase())) add("doc_symbol", text);
    return " ";
  });
  const definition = DEFINITION.exec(prose);
  if (definition !== null) link(definition[1]!, add);
  const words = prose.replace(LINK, (_, target: string) => {
    link(target, add);
    return "] ";
  });
  if (definition === null) { for (const match of words.matchAll(IN_PROSE)) add("doc_symbol", match[0]); }
  return [...found.values()];
}

/** A path has a folder or a file name with an ending; a lone word has neither. */
function isPath(text: string): boolean {
  if (!PATH.test(text) || text.includes("::")) return false;
  return text.includes("/") || /^[\w.@+-]*\.[A-Za-z]\w{0,7}(?::\d+(?:-\d+)?)?$/.test(text);
}

function link(written: string, add: (kind: "doc_path", target: string) => void): void {
  const target = written.replace(/^<([^]*)>$/, "$1").trim();
  // Anchors, absolute paths and everything with a scheme lead out of the project.
  if (target === "" || /^(?:#|\/|[a-z][a-z0-9+.-]*:)/i.test(target)) return;
  add("doc_path", target);
}
