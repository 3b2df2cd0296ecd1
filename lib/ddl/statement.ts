// Grammar of one statement: what it does to a schema, or that it does nothing to it. One grammar for all dialects; a
// statement that only changes rows, rights or sessions is «nothing», one that begins like a change of the schema and is
// not understood is «unknown», and the rest of the file still counts.

import type { DdlAct, Dialect, KeySpec, TableName } from "../facts/ddl.ts";
import { alterActions, tableOptions } from "./alter.ts";
import { keyPart, tableElement } from "./column.ts";
import { Cursor } from "./cursor.ts";

export type Understood =
  | { is: "ddl"; acts: DdlAct[]; unknown: string[] }
  | { is: "nothing" }
  | { is: "unknown" };

const NOTHING: Understood = { is: "nothing" };
const UNKNOWN: Understood = { is: "unknown" };

/** Things that CREATE, ALTER and DROP may be about and that hold no columns. */
const OTHER_OBJECTS = new Set([
  "FUNCTION",
  "PROCEDURE",
  "TRIGGER",
  "EVENT",
  "DATABASE",
  "SCHEMA",
  "USER",
  "ROLE",
  "EXTENSION",
  "LANGUAGE",
  "SEQUENCE",
  "RULE",
  "AGGREGATE",
  "OPERATOR",
  "CAST",
  "POLICY",
  "SERVER",
  "TABLESPACE",
  "PUBLICATION",
  "SUBSCRIPTION",
  "COLLATION",
  "CONVERSION",
  "TEXT",
  "STATISTICS",
  "LOGFILE",
  "PACKAGE",
  "SYNONYM",
  "DEFAULT",
  "EVENT",
  "CONSTRAINT",
  "LARGE",
  "GROUP",
  "ACCESS",
  "FOREIGN",
  "SYSTEM",
  "PROCEDURAL",
  "TRUSTED",
  "INSTANCE",
  "SESSION",
  "OWNED",
  "PREPARE",
]);

export function understand(c: Cursor, dialect: Dialect | undefined): Understood {
  if (c.take("CREATE")) return create(c, dialect);
  if (c.take("ALTER")) return alter(c, dialect);
  if (c.take("DROP")) return drop(c);
  if (c.take("RENAME")) return renameTables(c);
  if (c.take("COMMENT", "ON")) return commentOn(c);
  if (dialect === "postgresql") {
    if (c.takeAny("BEGIN", "START") !== null) return ddl({ act: "transaction", what: "begin" });
    if (c.takeAny("COMMIT", "END") !== null) return ddl({ act: "transaction", what: "commit" });
    if (c.take("ROLLBACK") && c.done) return ddl({ act: "transaction", what: "rollback" });
  }
  if (c.take("USE")) return schemaIs(c.name());
  if (c.take("SET")) {
    return c.take("SCHEMA") || (c.take("SEARCH_PATH") && (c.take("TO") || c.takeOperator("=")))
      ? schemaIs(c.name())
      : NOTHING;
  }
  return NOTHING;
}

function ddl(...acts: DdlAct[]): Understood {
  return { is: "ddl", acts, unknown: [] };
}

function schemaIs(schema: string | null): Understood {
  return schema === null ? NOTHING : ddl({ act: "use_schema", schema });
}

function create(c: Cursor, dialect: Dialect | undefined): Understood {
  const or_replace = c.take("OR", "REPLACE");
  skipAttributes(c);
  let temporary = false;
  for (;;) {
    if (c.takeAny("TEMPORARY", "TEMP") !== null) temporary = true;
    else if (c.takeAny("GLOBAL", "LOCAL", "UNLOGGED", "MATERIALIZED", "RECURSIVE", "FORCE") === null) break;
  }
  if (c.take("TABLE") || c.take("FOREIGN", "TABLE")) return createTable(c, dialect, temporary);
  if (c.take("VIRTUAL", "TABLE")) return createVirtual(c);
  if (c.take("VIEW")) {
    const flag = c.ifNotExists() || or_replace;
    const view = c.tableName();
    if (view === null) return UNKNOWN;
    const columns = c.isOperator("(") ? c.names() : undefined;
    while (!c.done && !c.is("AS")) c.at++;
    c.take("AS");
    const from = c.at;
    c.at = c.tokens.length;
    const select = c.since(from);
    return ddl({
      act: "create_view",
      view,
      select,
      ...(flag && { or_replace: true }),
      ...(columns && { columns }),
    });
  }
  if (c.take("TYPE") || c.is("DOMAIN")) return createType(c);
  const kind = c.take("UNIQUE")
    ? "unique"
    : c.take("FULLTEXT")
    ? "fulltext"
    : c.take("SPATIAL")
    ? "spatial"
    : "index";
  c.takeAny("CLUSTERED", "NONCLUSTERED");
  if (c.take("INDEX")) return createIndex(c, kind);
  return c.isAny(OTHER_OBJECTS) ? NOTHING : UNKNOWN;
}

/** ALGORITHM = …, DEFINER = …, SQL SECURITY …. */
function skipAttributes(c: Cursor): void {
  for (;;) {
    if ((c.is("ALGORITHM") || c.is("DEFINER")) && c.isOperator("=", 1)) {
      const definer = c.is("DEFINER");
      c.at += 3;
      // 'user'@'host', CURRENT_USER()
      if (definer && (c.peek()?.kind === "variable" || c.isOperator("@"))) c.at++;
      if (definer && c.peek()?.kind === "string") c.at++;
      if (definer) c.skipBrackets();
    } else if (c.take("SQL", "SECURITY")) c.at++;
    else return;
  }
}

function createTable(c: Cursor, dialect: Dialect | undefined, temporary: boolean): Understood {
  const if_not_exists = c.ifNotExists();
  const table = c.tableName();
  if (table === null) return UNKNOWN;
  const act: Extract<DdlAct, { act: "create_table" }> = {
    act: "create_table",
    table,
    ...(if_not_exists && { if_not_exists }),
    ...(temporary && { temporary }),
    columns: [],
    keys: [],
    foreign_keys: [],
  };
  if (c.take("LIKE")) {
    act.like = c.tableName() ?? undefined;
    return ddl(act);
  }
  if (c.take("PARTITION", "OF")) {
    act.inherits = [c.tableName() ?? table];
    return ddl(act);
  }
  if (c.isOperator("(") && (c.is("SELECT", 1) || c.is("WITH", 1))) return ddl({ ...act, as_select: rest(c) });
  if (c.isOperator("(")) {
    for (const part of c.list()) {
      const element = tableElement(part, dialect);
      if (element.is === "column") act.columns.push(element.column);
      else if (element.is === "key") act.keys.push(element.key);
      else if (element.is === "foreign_key") act.foreign_keys.push(element.key);
      else if (element.is === "like") act.like = element.table;
    }
  }
  if (c.take("INHERITS")) act.inherits = c.names().map((name): TableName => ({ name }));
  const from = c.at;
  while (!c.done && !c.is("AS") && !c.is("SELECT") && !c.is("PARTITION")) {
    if (!c.skipBrackets()) c.at++;
  }
  const query = c.is("AS") || c.is("SELECT");
  const behind = c.tokens.slice(from, c.at);
  if (behind.length > 0) {
    const { comment, charset, collation, engine } =
      tableOptions(new Cursor(c.text, behind, c.lineOf, c.foldNames)) ?? {};
    Object.assign(act, dropUndefined({ comment, charset, collation, engine }));
  }
  if (query) {
    c.take("AS");
    act.as_select = rest(c);
  }
  return ddl(act);
}

function dropUndefined<T extends Record<string, unknown>>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Partial<T>;
}

function rest(c: Cursor): string {
  const from = c.at;
  c.at = c.tokens.length;
  return c.since(from);
}

/** SQLite's full-text and other modules: the bracket holds columns and settings. */
function createVirtual(c: Cursor): Understood {
  const if_not_exists = c.ifNotExists();
  const table = c.tableName();
  if (table === null) return UNKNOWN;
  c.take("USING");
  const module = c.name() ?? "";
  const columns = c.list().flatMap((part) => {
    const setting = part.isOperator("=", 1);
    const { line } = part;
    const name = part.name();
    return setting || name === null ? [] : [{ name, line, type: "" }];
  });
  const flag = if_not_exists ? { if_not_exists } : {};
  return ddl({ act: "create_table", table, ...flag, columns, keys: [], foreign_keys: [], engine: module });
}

function createType(c: Cursor): Understood {
  const domain = c.take("DOMAIN");
  const name = c.tableName()?.name;
  if (name === undefined) return UNKNOWN;
  c.take("AS");
  if (domain) {
    const from = c.at;
    while (
      !c.done && !c.is("CHECK") && !c.is("NOT") && !c.is("DEFAULT") && !c.is("CONSTRAINT") && !c.is("NULL")
    ) {
      if (!c.skipBrackets()) c.at++;
    }
    return ddl({ act: "create_type", name, base: c.since(from) });
  }
  if (!c.take("ENUM")) return ddl({ act: "create_type", name });
  return ddl({ act: "create_type", name, values: c.list().map((part) => part.name() ?? "") });
}

function createIndex(c: Cursor, kind: KeySpec["kind"]): Understood {
  const { line } = c;
  c.take("CONCURRENTLY");
  const if_not_exists = c.ifNotExists();
  let name: string | undefined;
  if (!c.is("ON") || c.is("ON", 1)) name = c.tableName()?.name;
  if (c.take("USING")) c.at++;
  if (!c.take("ON")) return UNKNOWN;
  c.take("ONLY");
  const table = c.tableName();
  if (table === null) return UNKNOWN;
  if (c.take("USING")) c.at++;
  const parts = c.list().map(keyPart);
  if (parts.length === 0) return UNKNOWN;
  if (c.take("INCLUDE")) c.skipBrackets();
  let where: string | undefined;
  while (!c.done && !c.is("WHERE")) c.at++;
  if (c.take("WHERE")) where = rest(c);
  const key: KeySpec = {
    kind,
    parts,
    line,
    ...(name !== undefined && { name }),
    ...(where !== undefined && { where }),
  };
  return ddl({ act: "create_index", table, key, ...(if_not_exists && { if_not_exists }) });
}

function alter(c: Cursor, dialect: Dialect | undefined): Understood {
  c.takeAny("ONLINE", "IGNORE");
  c.take("IGNORE");
  c.take("FOREIGN");
  if (c.take("INDEX")) {
    c.ifExists();
    const from = c.tableName()?.name;
    const to = c.take("RENAME", "TO") ? c.name() : null;
    if (from === undefined || to === null) return NOTHING;
    return ddl({ act: "alter_table", table: { name: "" }, actions: [{ do: "rename_key", from, to }] });
  }
  if (c.is("VIEW") || c.is("MATERIALIZED")) return alterView(c);
  if (!c.take("TABLE")) return c.isAny(OTHER_OBJECTS) || c.is("TYPE") || c.is("DOMAIN") ? NOTHING : UNKNOWN;
  const if_exists = c.ifExists();
  c.take("ONLY");
  const table = c.tableName();
  if (table === null) return UNKNOWN;
  c.takeOperator("*");
  const { actions, unknown } = alterActions(c, dialect);
  return {
    is: "ddl",
    acts: [{ act: "alter_table", table, actions, ...(if_exists && { if_exists }) }],
    unknown,
  };
}

function alterView(c: Cursor): Understood {
  c.take("MATERIALIZED");
  c.take("VIEW");
  c.ifExists();
  const table = c.tableName();
  const to = c.take("RENAME", "TO") ? c.tableName() : null;
  if (table === null || to === null) return NOTHING;
  return ddl({ act: "rename_table", renames: [{ from: table, to }] });
}

function drop(c: Cursor): Understood {
  c.takeAny("TEMPORARY", "MATERIALIZED", "FOREIGN");
  const view = c.is("VIEW");
  if (c.take("TABLE") || c.take("VIEW")) {
    const if_exists = c.ifExists();
    const tables = c.parts().map((part) => part.tableName()).filter((t) => t !== null);
    if (tables.length === 0) return UNKNOWN;
    return ddl({ act: "drop_table", tables, ...(if_exists && { if_exists }), ...(view && { view }) });
  }
  if (c.take("INDEX")) {
    c.take("CONCURRENTLY");
    const if_exists = c.ifExists();
    const out: DdlAct[] = [];
    for (const part of c.parts()) {
      const name = part.tableName();
      const table = part.take("ON") ? part.tableName() : null;
      if (name === null) continue;
      // `DROP INDEX table.index` is how some servers write it.
      out.push({
        act: "drop_index",
        name: name.name,
        ...(table && { table }),
        ...(if_exists && { if_exists }),
      });
    }
    return out.length === 0 ? UNKNOWN : ddl(...out);
  }
  if (c.take("TYPE") || c.take("DOMAIN")) {
    c.ifExists();
    const name = c.tableName()?.name;
    return name === undefined ? UNKNOWN : ddl({ act: "drop_type", name });
  }
  return c.isAny(OTHER_OBJECTS) ? NOTHING : UNKNOWN;
}

function renameTables(c: Cursor): Understood {
  if (c.takeAny("TABLE", "TABLES") === null) return NOTHING;
  c.ifExists();
  const renames = c.parts().flatMap((part) => {
    const from = part.tableName();
    const to = part.take("TO") ? part.tableName() : null;
    return from === null || to === null ? [] : [{ from, to }];
  });
  return renames.length === 0 ? UNKNOWN : ddl({ act: "rename_table", renames });
}

function commentOn(c: Cursor): Understood {
  const column = c.take("COLUMN");
  if (!column && c.takeAny("TABLE", "VIEW") === null) return NOTHING;
  const parts: string[] = [];
  let table: TableName = { name: "" };
  for (let name = c.name(); name !== null; name = c.takeOperator(".") ? c.name() : null) {
    const token = c.peek(-1);
    parts.push(name);
    if (token?.prefix !== undefined) table = { ...table, prefix: token.prefix };
  }
  const last = column ? parts.pop() : undefined;
  table = { ...table, name: parts.at(-1) ?? "" };
  if (!c.take("IS") || table.name === "") return UNKNOWN;
  const comment = c.is("NULL") ? null : c.name();
  return ddl({ act: "comment_on", table, comment, ...(last !== undefined && { column: last }) });
}
