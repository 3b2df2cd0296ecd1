// Text -> statements that change a schema, and problems. It never throws (invariant 1): what is not understood is told
// with its line, and the rest of the text still counts.

import { sqlStatements } from "../base/sql_tokens.ts";
import { LineIndex } from "../base/text.ts";
import type { DdlAct, DdlGuard, DdlStatement, Dialect } from "../facts/ddl.ts";
import type { ProblemFact } from "../facts/file_facts.ts";
import { Cursor } from "./cursor.ts";
import { PreparedStatements } from "./prepared.ts";
import { understand } from "./statement.ts";

export interface ParsedDdl {
  statements: DdlStatement[];
  problems: ProblemFact[];
}

/** `firstLine` is the line of the text's first character in its file. */
export function parseDdl(text: string, dialect: Dialect | undefined, firstLine = 1): ParsedDdl {
  const lines = new LineIndex(text);
  const lineOf = (offset: number) => lines.lineAt(offset) + firstLine - 1;
  const out: ParsedDdl = { statements: [], problems: [] };
  const prepared = new PreparedStatements();
  for (const statement of sqlStatements(text, dialect)) {
    const cursor = new Cursor(text, statement.tokens, lineOf, dialect === "postgresql");
    const line = cursor.line;
    const end_line = lineOf(statement.end - 1);
    const run = prepared.see(statement);
    if (run === null) addStatement(out, cursor, line, end_line, dialect);
    else for (const { sql, guard } of run) addPrepared(out, sql, guard, line, end_line, dialect);
  }
  return out;
}

function addStatement(
  out: ParsedDdl,
  cursor: Cursor,
  line: number,
  end_line: number,
  dialect: Dialect | undefined,
): void {
  const understood = understand(cursor, dialect);
  if (understood.is === "unknown") {
    out.problems.push(problem(line, cursor.tokens.slice(0, 6).map((t) => t.value).join(" ")));
  } else if (understood.is === "ddl") {
    for (const act of understood.acts) out.statements.push({ ...act, line, end_line });
    for (const unknown of understood.unknown) out.problems.push(problem(line, unknown));
  }
}

/** Text that a client hands to PREPARE: it is one statement, at the line where it is executed. */
function addPrepared(
  out: ParsedDdl,
  sql: string,
  guard: DdlGuard[],
  line: number,
  end_line: number,
  dialect: Dialect | undefined,
): void {
  const inner = parseDdl(sql, dialect);
  for (const statement of inner.statements as DdlAct[]) {
    out.statements.push({ ...statement, line, end_line, ...(guard.length > 0 && { guard }) });
  }
  for (const { code, message } of inner.problems) out.problems.push({ line, code, message });
}

function problem(line: number, start: string): ProblemFact {
  const shown = start.length > 80 ? `${start.slice(0, 79)}…` : start;
  return {
    line,
    code: "SQL_NOT_UNDERSTOOD",
    message: `this change of the schema is not understood: ${shown} …`,
  };
}
