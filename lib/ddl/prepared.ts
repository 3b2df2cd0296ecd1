// MySQL has no IF outside of routines, so migrations ask information_schema, put the text of a statement or of one
// without effect into a variable, and PREPARE and EXECUTE it. This follows the variable and keeps the question as a guard.

import type { SqlStatement, SqlToken } from "../base/sql_tokens.ts";
import type { DdlGuard } from "../facts/ddl.ts";

export interface PreparedText {
  sql: string;
  guard: DdlGuard[];
}

export class PreparedStatements {
  /** What a variable may hold. */
  readonly #variables = new Map<string, PreparedText[]>();
  /** Questions whose answer is in a variable: `SET @n = (SELECT COUNT(*) FROM information_schema…)`. */
  readonly #answers = new Map<string, DdlGuard>();
  readonly #prepared = new Map<string, PreparedText[]>();

  /** Null for a statement of another kind; otherwise what it runs, if it runs anything. */
  see({ tokens }: SqlStatement): PreparedText[] | null {
    const first = tokens[0]?.value.toUpperCase();
    if (first === "SET" && tokens[1]?.kind === "variable") return this.#set(tokens);
    if (first === "SELECT") return this.#selectInto(tokens);
    if (first === "PREPARE") {
      const source = tokens.at(-1)!;
      const texts = source.kind === "variable"
        ? this.#variables.get(source.value.toLowerCase()) ?? []
        : source.kind === "string"
        ? [{ sql: source.value, guard: [] }]
        : [];
      this.#prepared.set(tokens[1]?.value.toLowerCase() ?? "", texts);
      return [];
    }
    if (first === "EXECUTE" && tokens[1]?.value.toUpperCase() !== "IMMEDIATE") {
      return this.#prepared.get(tokens[1]?.value.toLowerCase() ?? "") ?? [];
    }
    if (first === "DEALLOCATE") return [];
    return null;
  }

  #set(tokens: readonly SqlToken[]): PreparedText[] {
    const name = tokens[1]!.value.toLowerCase();
    const value = tokens.slice(3);
    this.#variables.delete(name);
    const branch = value.findIndex((t, i) => isWord(t, "IF") && value[i + 1]?.value === "(");
    if (branch >= 0) {
      const [condition, yes, no] = splitArguments(value, branch + 1);
      const guard = this.#question(condition ?? []);
      const texts = [...branchText(yes, guard, true), ...branchText(no, guard, false)];
      this.#variables.set(name, texts);
      return [];
    }
    const guard = question(value);
    if (guard !== null) this.#answers.set(name, guard);
    else if (value.length === 1 && value[0]!.kind === "string") {
      this.#variables.set(name, [{ sql: value[0]!.value, guard: [] }]);
    }
    return [];
  }

  /** `SELECT COUNT(*) INTO @n FROM information_schema…`. */
  #selectInto(tokens: readonly SqlToken[]): null {
    const into = tokens.findIndex((t, i) => isWord(t, "INTO") && tokens[i + 1]?.kind === "variable");
    const guard = into < 0 ? null : question(tokens);
    if (guard !== null) this.#answers.set(tokens[into + 1]!.value.toLowerCase(), guard);
    return null;
  }

  /** The condition itself, or a comparison with a variable that holds its answer. */
  #question(condition: readonly SqlToken[]): DdlGuard | null {
    const direct = question(condition);
    if (direct !== null) return direct;
    const variable = condition.find((t) => t.kind === "variable");
    const known = variable === undefined ? undefined : this.#answers.get(variable.value.toLowerCase());
    return known === undefined ? null : { ...known, exists: known.exists === isTrueWhenThere(condition) };
  }
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === "word" && token.value.toUpperCase() === word;
}

function splitArguments(tokens: readonly SqlToken[], open: number): SqlToken[][] {
  const out: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(open)) {
    if (token.kind === "operator" && token.value === "(" && depth++ === 0) continue;
    if (token.kind === "operator" && token.value === ")" && --depth === 0) break;
    if (token.kind === "operator" && token.value === "," && depth === 1) out.push([]);
    else out.at(-1)!.push(token);
  }
  return out;
}

/** One branch of IF: its text when it is one, run when the guard's answer is the branch's. */
function branchText(
  tokens: SqlToken[] | undefined,
  guard: DdlGuard | null,
  whenTrue: boolean,
): PreparedText[] {
  const [only, more] = tokens ?? [];
  if (only?.kind !== "string" || more !== undefined) return [];
  if (guard === null) return [{ sql: only.value, guard: [] }];
  return [{ sql: only.value, guard: [{ ...guard, exists: guard.exists === whenTrue }] }];
}

const VIEWS: Record<string, { asks: DdlGuard["asks"]; name?: string }> = {
  TABLES: { asks: "table" },
  COLUMNS: { asks: "column", name: "COLUMN_NAME" },
  STATISTICS: { asks: "key", name: "INDEX_NAME" },
  TABLE_CONSTRAINTS: { asks: "key", name: "CONSTRAINT_NAME" },
  KEY_COLUMN_USAGE: { asks: "key", name: "CONSTRAINT_NAME" },
  REFERENTIAL_CONSTRAINTS: { asks: "key", name: "CONSTRAINT_NAME" },
};

/** A question to information_schema about one table, column or key; `exists` is whether «true» means that it is there. */
function question(tokens: readonly SqlToken[]): DdlGuard | null {
  const at = tokens.findIndex((t) =>
    (t.kind === "word" || t.kind === "quoted") && /^information_schema$/i.test(t.value)
  );
  if (at < 0) return null;
  const view = VIEWS[tokens[at + 2]?.value.toUpperCase() ?? ""];
  const valueOf = (column: string) => {
    const i = tokens.findIndex((t) =>
      (t.kind === "word" || t.kind === "quoted") && t.value.toUpperCase() === column
    );
    const value = tokens[i + 2];
    return i >= 0 && tokens[i + 1]?.value === "=" && value?.kind === "string" ? value.value : undefined;
  };
  const table = valueOf("TABLE_NAME");
  if (view === undefined || table === undefined) return null;
  const name = view.name === undefined ? undefined : valueOf(view.name);
  if (view.name !== undefined && name === undefined) return null;
  return {
    asks: view.asks,
    table: { name: table },
    ...(name !== undefined && { name }),
    exists: isTrueWhenThere(tokens),
  };
}

/** EXISTS (…), COUNT(*) > 0, @n = 1 are true when it is there; NOT EXISTS, = 0, < 1 when it is not. */
function isTrueWhenThere(tokens: readonly SqlToken[]): boolean {
  const negated = tokens.some((t, i) => isWord(t, "NOT") && isWord(tokens[i + 1], "EXISTS"));
  const [operator, number] = tokens.slice(-2);
  const last = number?.kind === "number" ? `${operator?.value}${Number(number.value)}` : "";
  const none = last === "=0" || last === "<1" || last === "<=0";
  return negated === none;
}
