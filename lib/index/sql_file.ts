// What a file of SQL says: it is one node, and what it does to the schema is facts. A dialect that is not supported is
// told once, with its name; nothing of such a file is read as something else.

import { dialectOfPath, dialectOfText, parseDdl } from "../ddl/mod.ts";
import type { SqlDialect } from "../facts/config.ts";
import type { FileFacts } from "../facts/file_facts.ts";
import { plainFile } from "./parse_job.ts";

export function sqlFile(path: string, text: string, lineCount: number, configured: SqlDialect): FileFacts {
  const facts = plainFile(path, lineCount);
  const told = dialectOfPath(path) ?? dialectOfText(text);
  if (told === "unsupported") {
    const message =
      "this SQL is of a database that is not supported (MySQL, MariaDB, PostgreSQL and SQLite are)";
    return { ...facts, problems: [{ line: 1, code: "SQL_DIALECT_UNSUPPORTED", message }] };
  }
  // Versioned comments do what the configured server would do with them.
  const dialect = told === "mysql" && configured === "mariadb" ? "mariadb" : told;
  const { statements, problems } = parseDdl(text, dialect);
  const ddl = { source: "sql", statements, ...(dialect !== undefined && { dialect }) };
  return { ...facts, ...(statements.length > 0 && { ddl }), problems };
}
