// Pieces of schemas that several operations share, so that one fact looks the same wherever it is served.

import * as z from "zod/mini";
import { Problem, usageProblem } from "../base/problem.ts";
import type { NodeKind } from "../facts/kinds.ts";
import type { NodeRecord } from "../store/graph_reader.ts";
import type { OperationContext } from "./context.ts";

/** Where a fact is: every record of an answer carries one (FT-17). */
export const addressFields = {
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
};

export const limitInput = (standard: number, most: number) =>
  z._default(
    z.int().check(z.gte(1), z.lte(most), z.describe(`At most this many (1 to ${most}).`)),
    standard,
  );

export const pathInput = z.optional(
  z.string().check(z.minLength(1), z.describe("Only under this path or file; `*` and `**` are wildcards.")),
);

/**
 * A name as an operation takes it: a short, qualified or `Class::member` name, no query language (FT-15).
 * @throws Problem QUERY_LANGUAGE or BAD_NAME
 */
export function checkName(name: string): string {
  const trimmed = name.trim().replace(/^\\+/, "");
  // A closure is named by its place.
  if (/^\{closure\}#\S+$/.test(trimmed)) return trimmed;
  if (
    trimmed === "" || trimmed.length > 1000 || !/^[^\s(){};'"<>|&=]+$/u.test(trimmed.replace(/\(\)$/, ""))
  ) {
    throw usageProblem(
      "BAD_NAME",
      `«${name.slice(0, 100)}» is not a name`,
      "give a short name (`add`), a qualified name (`App\\Shop\\Cart`) or a member (`Cart::add`); words go to `search`",
    );
  }
  return trimmed.replace(/\(\)$/, "");
}

// A node and a relation of a Cypher pattern: `(n:Class {name: 'X'})`, `-[:CALLS*1..3]->`.
const NODE = "\\(\\s*[\\w`]*\\s*(?::\\s*[\\w`|&!:%\\s]+)?(?:\\{[^{}]*\\}\\s*)?\\)";
const RELATION = "\\s*<?-(?:\\s*\\[[^\\]]*\\]\\s*)?->?\\s*";
const PATTERN = `(?:\\w+\\s*=\\s*)?(?:\\w+\\s*\\(\\s*)?${NODE}(?:${RELATION}${NODE})*\\s*\\)?`;
const CLAUSE = "(?:where|return|set|remove|delete|detach|with|create|merge|optional|match|unwind|call|on)\\b";

/** Whole statements, from their first word on; a sentence that begins with «match» is none. */
const STATEMENTS = [
  `(?:(?:profile|explain)\\s+)?(?:(?:optional\\s+)?match|create|merge)\\s*${PATTERN}(?:\\s*,\\s*${PATTERN})*\\s*${CLAUSE}`,
  `(?:unwind|with)\\s[\\s\\S]*\\smatch\\s*${NODE}[\\s\\S]*\\breturn\\b`,
  "call\\s+(?:(?:db|dbms|apoc|gds)\\.[\\w.]+\\s*\\(|[\\w.]+\\s*\\([^)]*\\)\\s*yield\\b)",
  "(?:(?:val|var|def)\\s+\\w+\\s*=\\s*)?cpg\\s*\\.\\s*" +
  "(?:all|method|call|typeDecl|identifier|literal|parameter|local|member|file|namespace|controlStructure|ret|annotation)" +
  "\\s*(?:\\(|\\.\\s*\\w|$)",
].map((source) => new RegExp(`^\\s*${source}`, "i"));

/** A whole Cypher or CPGQL statement is refused; ordinary text with the words «match» or «return» is not. */
export function refuseQueryLanguage(text: string): void {
  const head = text.slice(0, 4000).replace(/\s+/g, " ");
  if (!STATEMENTS.some((statement) => statement.test(head))) return;
  throw new Problem(
    "QUERY_LANGUAGE",
    "a graph query was given; there is no query language here",
    "choose the operation that answers the question: symbol, search, code, …",
    3,
  );
}

/** Kinds of declarations that this version finds. */
export const SYMBOL_KINDS = [
  "file",
  "namespace",
  "class",
  "interface",
  "trait",
  "enum",
  "enum_case",
  "function",
  "method",
  "property",
  "constant",
  "closure",
  "table",
  "column",
  "doc",
  "doc_section",
] as const satisfies readonly NodeKind[];

/** Why a path filter leaves nothing: null when some indexed file lies under it. */
export function emptyPathReason(context: OperationContext, pattern: string | undefined): string | null {
  if (pattern === undefined) return null;
  const matches = pathFilter(pattern);
  const paths = [...context.graph.files()].map((f) => f.path);
  if (paths.some(matches)) return null;
  const last = pattern.replaceAll("\\", "/").replace(/\/+$/, "").split("/").at(-1)!;
  const near = paths.filter((p) => last !== "" && p.toLowerCase().includes(last.toLowerCase())).slice(0, 3);
  return `no indexed file is under «${pattern}»` + (near.length > 0 ? `; there is ${near.join(", ")}` : "");
}

/** A glob or a plain prefix over relative paths; null matches everything. */
export function pathFilter(pattern: string | undefined): (path: string) => boolean {
  if (pattern === undefined) return () => true;
  const plain = pattern.replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/$/, "");
  if (!/[*?]/.test(plain)) return (path) => path === plain || path.startsWith(plain + "/");
  const source = plain.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*\*\/?/g, "\u0000").replace(
    /\*/g,
    "[^/]*",
  )
    .replace(/\?/g, "[^/]").replaceAll("\u0000", "(?:.*/)?");
  const expression = new RegExp(`^${source}${plain.endsWith("**") ? ".*" : ""}$`);
  return (path) => expression.test(path);
}

/** `App\Shop\Cart::$items` and the rest of what identifies a declaration in a list. */
export const symbolFields = {
  entry_id: z.string(),
  kind: z.string(),
  fqn: z.string(),
  ...addressFields,
};

export function symbolOf(node: NodeRecord) {
  return {
    entry_id: node.id,
    kind: node.kind,
    fqn: node.fqn,
    path: node.path,
    start_line: node.start_line,
    end_line: node.end_line,
  };
}
