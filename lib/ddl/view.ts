// Columns of a view, and of CREATE TABLE … AS, as far as the text of the query tells them: names that it gives or takes
// over. A type is only told where the column is one of a known table; everything else has none.

import { type SqlToken, sqlTokens } from "../base/sql_tokens.ts";
import type { SchemaColumn, SchemaTable } from "../facts/schema.ts";
import type { SchemaState } from "./state.ts";

/** Null when the query is of a kind that is not followed. */
export function viewColumns(
  select: string,
  state: SchemaState,
  at: { path: string; line: number },
): SchemaColumn[] | null {
  const tokens = sqlTokens(select, state.rules.dialect);
  let start = tokens.findIndex((t) => isWord(t, "SELECT"));
  if (start !== 0 && !(start === 1 && tokens[0]!.value === "(")) return null;
  start++;
  while (isWord(tokens[start], "DISTINCT") || isWord(tokens[start], "ALL")) start++;
  const { items, end } = selectList(tokens, start);
  const sources = tableSources(tokens, end, state);
  const out: SchemaColumn[] = [];
  for (const item of items) {
    const columns = itemColumns(item, sources, at);
    if (columns === null) return null;
    out.push(...columns);
  }
  return out;
}

interface Source {
  alias: string;
  table: SchemaTable | undefined;
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === "word" && token.value.toUpperCase() === word;
}

function selectList(tokens: readonly SqlToken[], start: number): { items: SqlToken[][]; end: number } {
  const items: SqlToken[][] = [[]];
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.value === "(" && token.kind === "operator") depth++;
    else if (token.value === ")" && token.kind === "operator") depth--;
    if (depth === 0 && isWord(token, "FROM")) return { items, end: i };
    if (depth === 0 && token.kind === "operator" && token.value === ",") items.push([]);
    else items.at(-1)!.push(token);
  }
  return { items, end: tokens.length };
}

const AFTER_TABLE = new Set([
  "ON",
  "USING",
  "WHERE",
  "GROUP",
  "ORDER",
  "HAVING",
  "LIMIT",
  "UNION",
  "LEFT",
  "RIGHT",
  "INNER",
  "OUTER",
  "CROSS",
  "FULL",
  "NATURAL",
  "JOIN",
  "AS",
  "WINDOW",
  "FETCH",
  "OFFSET",
  "FOR",
]);

/** Tables of FROM and JOIN with the names that they go by. */
function tableSources(tokens: readonly SqlToken[], from: number, state: SchemaState): Source[] {
  const out: Source[] = [];
  let expects = false;
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "operator" && token.value === "(") depth++;
    if (token.kind === "operator" && token.value === ")") depth--;
    if (isWord(token, "UNION") && depth === 0) break;
    if (
      isWord(token, "FROM") || isWord(token, "JOIN") || (token.value === "," && depth === 0 && out.length > 0)
    ) {
      expects = true;
      continue;
    }
    if (isWord(token, "WHERE")) expects = false;
    if (!expects || (token.kind !== "word" && token.kind !== "quoted")) continue;
    expects = false;
    let name = token;
    while (tokens[i + 1]?.value === "." && tokens[i + 2]) {
      i += 2;
      name = tokens[i]!;
    }
    if (isWord(tokens[i + 1], "AS")) i++;
    const next = tokens[i + 1];
    const aliased = (next?.kind === "word" && !AFTER_TABLE.has(next.value.toUpperCase())) ||
      next?.kind === "quoted";
    if (aliased) i++;
    out.push({
      alias: (aliased ? next! : name).value.toLowerCase(),
      table: state.find({ name: name.value }),
    });
  }
  return out;
}

function itemColumns(
  item: SqlToken[],
  sources: Source[],
  at: { path: string; line: number },
): SchemaColumn[] | null {
  if (item.length === 0) return [];
  const last = item.at(-1)!;
  if (last.kind === "operator" && last.value === "*") {
    const wanted = item.length === 1
      ? sources
      : sources.filter((s) => s.alias === item[0]!.value.toLowerCase());
    if (wanted.length === 0 || wanted.some((s) => s.table === undefined)) return null;
    return wanted.flatMap((s) => s.table!.columns.map((c) => copied(c, c.name, at)));
  }
  const alias = isWord(item.at(-2), "AS") || (item.length > 1 && isName(last) && isEnd(item.at(-2)!));
  const expression = alias ? item.slice(0, isWord(item.at(-2), "AS") ? -2 : -1) : item;
  const plain = expression.every((t) => isName(t) || t.value === ".") ? expression : null;
  const name = alias ? last.value : plain?.at(-1)?.value ?? item.map((t) => t.value).join("");
  const source = plain === null ? undefined : columnOf(plain, sources);
  return [source === undefined ? unknownColumn(name, at) : copied(source, name, at)];
}

function isName(token: SqlToken): boolean {
  return token.kind === "word" || token.kind === "quoted";
}

/** What an expression may end with before an alias without AS. */
function isEnd(token: SqlToken): boolean {
  return token.value === ")" || isName(token) || token.kind === "string" || token.kind === "number";
}

function columnOf(tokens: readonly SqlToken[], sources: Source[]): SchemaColumn | undefined {
  const name = tokens.at(-1)!.value.toLowerCase();
  const qualifier = tokens.length >= 3 ? tokens.at(-3)!.value.toLowerCase() : null;
  for (const { alias, table } of sources) {
    if (qualifier !== null && qualifier !== alias) continue;
    const column = table?.columns.find((c) => c.name.toLowerCase() === name);
    if (column !== undefined) return column;
  }
  return undefined;
}

function copied(column: SchemaColumn, name: string, at: { path: string; line: number }): SchemaColumn {
  const { type, data_type, nullable } = column;
  return { ...unknownColumn(name, at), type, data_type, nullable };
}

function unknownColumn(name: string, at: { path: string; line: number }): SchemaColumn {
  return {
    name,
    position: 0,
    type: "",
    data_type: "",
    nullable: true,
    default: null,
    auto_increment: false,
    generated: false,
    ...at,
    history: [{ what: "created", ...at }],
  };
}
