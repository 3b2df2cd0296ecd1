// Grammar of ALTER TABLE: a list of actions in the order in which a server does them. What changes no name, type or key
// (owners, engines, partitions, storage) is passed over; what is not known is told.

import type { AlterAction, Dialect } from "../facts/ddl.ts";
import { column, columnType, expression, tableElement } from "./column.ts";
import type { Cursor } from "./cursor.ts";

/** First words of actions that change nothing of what the catalog shows. */
const WITHOUT_EFFECT = new Set([
  "OWNER",
  "ENABLE",
  "DISABLE",
  "VALIDATE",
  "CLUSTER",
  "ATTACH",
  "DETACH",
  "INHERIT",
  "NO",
  "FORCE",
  "ALGORITHM",
  "LOCK",
  "ORDER",
  "AUTO_INCREMENT",
  "ROW_FORMAT",
  "KEY_BLOCK_SIZE",
  "PARTITION",
  "TRUNCATE",
  "REORGANIZE",
  "COALESCE",
  "EXCHANGE",
  "REBUILD",
  "DISCARD",
  "IMPORT",
  "REPLICA",
  "RESET",
  "PACK_KEYS",
  "MAX_ROWS",
  "MIN_ROWS",
  "AVG_ROW_LENGTH",
  "CHECKSUM",
  "DELAY_KEY_WRITE",
  "STATS_PERSISTENT",
  "UPGRADE",
  "ANALYZE",
  "OPTIMIZE",
  "REPAIR",
  "CHECK",
  "WITH",
  "WITHOUT",
  "REMOVE",
  "INSERT_METHOD",
  "UNION",
  "DATA",
  "TABLESPACE",
  "WAIT",
  "NOWAIT",
  "TRANSACTIONAL",
  "PAGE_CHECKSUM",
  "ENCRYPTED",
  "NOT",
]);

/** Actions, and the text of those that are not understood. */
export function alterActions(
  c: Cursor,
  dialect: Dialect | undefined,
): { actions: AlterAction[]; unknown: string[] } {
  const actions: AlterAction[] = [];
  const unknown: string[] = [];
  for (const part of c.parts()) {
    const found = action(part, dialect);
    if (found === null) unknown.push(textOfStart(part));
    else actions.push(...found);
  }
  return { actions, unknown };
}

function textOfStart(part: Cursor): string {
  part.at = Math.min(part.tokens.length, 6);
  return part.since(0);
}

function action(c: Cursor, dialect: Dialect | undefined): AlterAction[] | null {
  if (c.take("ADD")) return add(c, dialect);
  if (c.take("DROP")) return drop(c);
  if (c.take("MODIFY")) return modify(c, dialect);
  if (c.take("CHANGE")) {
    c.take("COLUMN");
    const if_exists = c.ifExists();
    const name = c.name();
    const element = column(c, dialect);
    return name === null || element.is !== "column"
      ? null
      : [{ do: "change_column", name, column: element.column, ...(if_exists && { if_exists }) }];
  }
  if (c.take("ALTER")) return alterColumn(c);
  if (c.take("RENAME")) return rename(c);
  if (c.take("SET", "SCHEMA")) {
    const schema = c.name();
    return schema === null ? null : [{ do: "set_schema", schema }];
  }
  return options(c);
}

function add(c: Cursor, dialect: Dialect | undefined): AlterAction[] | null {
  if (c.is("PARTITION") || c.is("SYSTEM") || c.is("PERIOD")) return [];
  if (c.is("CHECK") || (c.is("CONSTRAINT") && (c.is("CHECK", 1) || c.is("CHECK", 2)))) return [];
  const wordy = c.take("COLUMN");
  const if_not_exists = c.ifNotExists();
  const flag = if_not_exists ? { if_not_exists } : {};
  if (c.isOperator("(")) {
    const columns = c.list().map((part) => column(part, dialect));
    return columns.flatMap((e) =>
      e.is === "column" ? [{ do: "add_column" as const, column: e.column, ...flag }] : []
    );
  }
  const element = wordy ? column(c, dialect) : tableElement(c, dialect);
  switch (element.is) {
    case "column":
      return element.column.type === "" && dialect !== "sqlite"
        ? null
        : [{ do: "add_column", column: element.column, ...flag }];
    case "key":
      return [{ do: "add_key", key: element.key, ...flag }];
    case "foreign_key":
      return [{ do: "add_foreign_key", key: element.key, ...flag }];
    default:
      return [];
  }
}

function drop(c: Cursor): AlterAction[] | null {
  if (c.take("PRIMARY", "KEY")) return [{ do: "drop_key", name: null, primary: true }];
  if (c.is("PARTITION") || c.is("SYSTEM") || c.is("PERIOD")) return [];
  const exists = (flag: boolean) => flag ? { if_exists: true } : {};
  if (c.take("FOREIGN", "KEY")) {
    const flag = exists(c.ifExists());
    return [{ do: "drop_foreign_key", name: c.name(), ...flag }];
  }
  if ((c.is("INDEX") || c.is("KEY")) && (c.isName(1) || c.is("IF", 1))) {
    c.at++;
    const flag = exists(c.ifExists());
    return [{ do: "drop_key", name: c.name(), ...flag }];
  }
  if (c.take("CONSTRAINT")) {
    const flag = exists(c.ifExists());
    const name = c.name();
    return name === null ? null : [{ do: "drop_constraint", name, ...flag }];
  }
  if (c.take("CHECK")) return [];
  c.take("COLUMN");
  const flag = exists(c.ifExists());
  if (c.isOperator("(")) return c.names().map((name) => ({ do: "drop_column", name, ...flag }));
  const name = c.name();
  return name === null ? null : [{ do: "drop_column", name, ...flag }];
}

function modify(c: Cursor, dialect: Dialect | undefined): AlterAction[] | null {
  c.take("COLUMN");
  const if_exists = c.ifExists();
  const element = column(c, dialect);
  if (element.is !== "column") return null;
  const { column: spec } = element;
  return [{ do: "change_column", name: spec.name, column: spec, ...(if_exists && { if_exists }) }];
}

function alterColumn(c: Cursor): AlterAction[] | null {
  if (c.is("INDEX") || c.is("CONSTRAINT")) return [];
  c.take("COLUMN");
  const name = c.name();
  if (name === null) return null;
  const one = (change: { type?: string; nullable?: boolean; default?: string | null }): AlterAction[] => [
    { do: "alter_column", name, ...change },
  ];
  if (c.take("SET", "DATA", "TYPE") || c.take("TYPE")) return one({ type: columnType(c) });
  if (c.take("SET", "DEFAULT")) return one({ default: expression(c) });
  if (c.take("DROP", "DEFAULT")) return one({ default: null });
  if (c.take("SET", "NOT", "NULL")) return one({ nullable: false });
  if (c.take("DROP", "NOT", "NULL")) return one({ nullable: true });
  return c.is("SET") || c.is("DROP") || c.is("ADD") || c.is("RESTART") ? [] : null;
}

function rename(c: Cursor): AlterAction[] | null {
  const keys = c.takeAny("INDEX", "KEY") !== null;
  if (!keys && c.take("CONSTRAINT")) {
    const from = c.name();
    const to = c.take("TO") ? c.name() : null;
    return from === null || to === null ? null : [{ do: "rename_key", from, to }];
  }
  if (!keys && (c.takeAny("TO", "AS") !== null || (c.isName() && c.peek(1) === undefined))) {
    const to = c.tableName();
    return to === null ? null : [{ do: "rename_table", to }];
  }
  c.take("COLUMN");
  const from = c.name();
  const to = c.take("TO") ? c.name() : null;
  if (from === null || to === null) return null;
  return [keys ? { do: "rename_key", from, to } : { do: "rename_column", from, to }];
}

/** Table options; in MySQL several may stand without commas. */
function options(c: Cursor): AlterAction[] | null {
  if (c.isAny(WITHOUT_EFFECT) || c.done) return [];
  const found = tableOptions(c);
  if (found !== null) return [{ do: "set_options", ...found }];
  // `SET (fillfactor = 70)`, `SET WITHOUT CLUSTER`.
  return c.is("SET") ? [] : null;
}

export interface TableOptions {
  comment?: string;
  charset?: string;
  collation?: string;
  convert?: boolean;
  engine?: string;
}

/** Options behind CREATE TABLE (…) and in ALTER TABLE; null when the first word is none. */
export function tableOptions(c: Cursor): TableOptions | null {
  const out: TableOptions = {};
  let any = false;
  for (; !c.done; any = true) {
    c.takeOperator(",");
    const equal = () => c.takeOperator("=");
    if (c.take("CONVERT", "TO")) out.convert = true;
    const wordy = c.take("DEFAULT");
    if (c.take("CHARACTER", "SET") || c.take("CHARSET")) {
      equal();
      out.charset = c.name() ?? undefined;
    } else if (c.take("COLLATE")) {
      equal();
      out.collation = c.name() ?? undefined;
    } else if (!wordy && (c.take("ENGINE") || (c.is("TYPE") && c.isOperator("=", 1) && c.take("TYPE")))) {
      equal();
      out.engine = c.name() ?? undefined;
    } else if (!wordy && c.take("COMMENT")) {
      equal();
      out.comment = c.name() ?? undefined;
    } else if (!any && !wordy && out.convert !== true) return null;
    else if (!c.done) c.at++;
  }
  return any ? out : null;
}
