// A schema while it is replayed: applies one statement after the other as a server of the dialect would, and refuses what
// it would refuse. A refused statement changes nothing, also when only its last action is at fault.

import type {
  AlterAction,
  ColumnSpec,
  DdlGuard,
  DdlStatement,
  ForeignKeySpec,
  KeyPart,
  KeySpec,
  TableName,
} from "../facts/ddl.ts";
import type { SchemaColumn, SchemaEvent, SchemaForeignKey, SchemaKey, SchemaTable } from "../facts/schema.ts";
import type { DialectRules, UserType } from "./rules.ts";
import { viewColumns } from "./view.ts";

/** Why a server would refuse a statement. `present` and `absent` tell whether the work was already done. */
export class Refused extends Error {
  constructor(readonly kind: "present" | "absent" | "other", message: string) {
    super(message);
  }
}

interface Place {
  path: string;
  line: number;
}

export class SchemaState {
  /** By folded name, in the order of creation. */
  tables = new Map<string, SchemaTable>();
  readonly types = new Map<string, UserType>();
  readonly dropped = new Map<string, SchemaEvent[]>();
  /** Tables that live only as long as the client: they hide others and are no part of the schema. */
  readonly #temporary = new Set<string>();
  /** Indexes that a foreign key made; one that covers it takes its place. */
  readonly #implied = new WeakSet<SchemaKey>();

  constructor(readonly variant: string, readonly rules: DialectRules) {}

  find(name: TableName): SchemaTable | undefined {
    return this.tables.get(fold(name.name));
  }

  /** Whether the guards of a statement let it run. */
  allowed(guards: readonly DdlGuard[] | undefined): boolean {
    return (guards ?? []).every((guard) => this.#there(guard) === guard.exists);
  }

  #there({ asks, table: name, name: element }: DdlGuard): boolean {
    const table = this.find(name);
    if (table === undefined) return false;
    if (asks === "table") return true;
    const wanted = fold(element ?? "");
    if (asks === "column") return table.columns.some((c) => fold(c.name) === wanted);
    return table.keys.some((k) => fold(k.name) === wanted) ||
      table.foreign_keys.some((k) => fold(k.name) === wanted);
  }

  /** @throws Refused */
  apply(statement: DdlStatement, path: string): void {
    const at = { path, line: statement.line };
    switch (statement.act) {
      case "create_table":
        return this.#createTable(statement, at);
      case "drop_table":
        return this.#dropTables(statement, at);
      case "alter_table":
        return this.#alterTable(statement, at);
      case "rename_table":
        for (const { from, to } of statement.renames) this.#rename(from, to, at);
        return;
      case "create_view":
        return this.#createView(statement, at);
      case "create_index": {
        const table = this.#mustFind(statement.table);
        if (statement.if_not_exists && this.#indexExists(table, statement.key.name)) return;
        return this.#change(table, (copy) => this.#addKey(copy, statement.key, at, true), at);
      }
      case "drop_index":
        return this.#dropIndex(statement, at);
      case "comment_on":
        return this.#comment(statement, at);
      case "create_type": {
        const { name, values, base } = statement;
        this.types.set(fold(name), { name, ...(values && { values }), ...(base !== undefined && { base }) });
        return;
      }
      case "drop_type":
        this.types.delete(fold(statement.name));
        return;
      case "transaction":
      case "use_schema":
        return;
    }
  }

  /** What `restore` brings back. */
  snapshot(): () => void {
    const tables = new Map([...this.tables].map(([key, table]) => [key, structuredClone(table)]));
    const dropped = new Map(this.dropped);
    const types = new Map(this.types);
    return () => {
      this.tables = tables;
      for (const [live, kept] of [[this.dropped, dropped], [this.types, types]] as const) {
        live.clear();
        for (const [key, value] of kept) (live as Map<string, unknown>).set(key, value);
      }
    };
  }

  #mustFind(name: TableName): SchemaTable {
    const table = this.find(name);
    if (table === undefined) throw new Refused("absent", `there is no table ${name.name}`);
    return table;
  }

  #createTable(s: Extract<DdlStatement, { act: "create_table" }>, at: Place): void {
    const key = fold(s.table.name);
    if (s.temporary) {
      this.#temporary.add(key);
      return;
    }
    if (this.tables.has(key)) {
      if (s.if_not_exists) return;
      throw new Refused("present", `the table ${s.table.name} exists already`);
    }
    const table = this.#emptyTable(s.table, "table", at);
    if (s.comment !== undefined) table.comment = s.comment;
    for (const parent of s.inherits ?? []) this.#copyColumns(this.#mustFind(parent), table, at, false);
    if (s.like !== undefined) this.#copyColumns(this.#mustFind(s.like), table, at, true);
    for (const spec of s.columns) this.#addColumn(table, spec, { path: at.path, line: spec.line });
    // Keys before foreign keys: a foreign key makes no index where one will stand.
    for (const item of s.keys) this.#addKey(table, item, { path: at.path, line: item.line }, false);
    if (this.rules.dialect === "postgresql") dropRepeatedUnique(table);
    for (const item of s.foreign_keys) this.#addForeignKey(table, item, { path: at.path, line: item.line });
    if (s.as_select !== undefined) {
      for (const column of viewColumns(s.as_select, this, at) ?? []) {
        if (!hasColumn(table, column.name)) {
          table.columns.push({ ...column, position: table.columns.length + 1 });
        }
      }
    }
    table.history.push({ what: "created", ...at });
    this.tables.set(key, table);
  }

  #emptyTable(name: TableName, kind: SchemaTable["kind"], at: Place): SchemaTable {
    return {
      variant: this.variant,
      kind,
      name: name.name,
      ...(name.prefix !== undefined && { prefix: name.prefix }),
      ...(name.schema !== undefined && { schema: name.schema }),
      columns: [],
      keys: [],
      foreign_keys: [],
      ...at,
      // What a table of that name was before belongs to its history.
      history: [...(this.dropped.get(fold(name.name)) ?? [])],
    };
  }

  #copyColumns(from: SchemaTable, to: SchemaTable, at: Place, keys: boolean): void {
    for (const column of from.columns) {
      to.columns.push({
        ...column,
        ...at,
        position: to.columns.length + 1,
        history: [{ what: "created", ...at }],
      });
    }
    if (keys && this.rules.dialect !== "postgresql") {
      for (const key of from.keys) to.keys.push({ ...key, ...at });
    }
  }

  #createView(s: Extract<DdlStatement, { act: "create_view" }>, at: Place): void {
    const key = fold(s.view.name);
    if (this.tables.has(key) && !s.or_replace) {
      throw new Refused("present", `the view ${s.view.name} exists already`);
    }
    const view = this.#emptyTable(s.view, "view", at);
    const columns = viewColumns(s.select, this, at) ?? [];
    view.columns = columns.map((c, i) => ({ ...c, name: s.columns?.[i] ?? c.name, position: i + 1 }));
    view.history.push({ what: "created", ...at });
    this.tables.set(key, view);
  }

  #dropTables(s: Extract<DdlStatement, { act: "drop_table" }>, at: Place): void {
    const missing = s.tables.find((t) =>
      !this.tables.has(fold(t.name)) && !this.#temporary.has(fold(t.name))
    );
    if (
      missing !== undefined && !s.if_exists && this.rules.dialect !== "mysql" &&
      this.rules.dialect !== "mariadb"
    ) {
      throw new Refused("absent", `there is no table ${missing.name}`);
    }
    for (const name of s.tables) {
      const key = fold(name.name);
      if (this.#temporary.delete(key)) continue;
      const table = this.tables.get(key);
      if (table === undefined) continue;
      this.dropped.set(key, [...table.history, { what: "dropped", ...at }]);
      this.tables.delete(key);
      for (const other of this.tables.values()) {
        other.foreign_keys = other.foreign_keys.filter((k) =>
          fold(k.table) !== key || this.rules.dialect !== "postgresql"
        );
      }
    }
    if (missing !== undefined && !s.if_exists) {
      throw new Refused("absent", `there is no table ${missing.name}`);
    }
  }

  #rename(from: TableName, to: TableName, at: Place): void {
    const table = this.#mustFind(from);
    if (this.tables.has(fold(to.name)) && fold(to.name) !== fold(from.name)) {
      throw new Refused("present", `the table ${to.name} exists already`);
    }
    const renamed = { ...table, name: to.name, ...(to.prefix !== undefined && { prefix: to.prefix }) };
    renamed.history = [...table.history, { what: "renamed", ...at, detail: `from ${table.name}` }];
    // The order of creation stays: the entry is replaced where it stands.
    this.tables = new Map(
      [...this.tables].map(([key, value]) =>
        key === fold(from.name) ? [fold(to.name), renamed] : [key, value]
      ),
    );
    for (const other of this.tables.values()) {
      for (const key of other.foreign_keys) if (fold(key.table) === fold(from.name)) key.table = to.name;
    }
    this.dropped.set(fold(from.name), [...table.history, {
      what: "renamed",
      ...at,
      detail: `to ${to.name}`,
    }]);
  }

  #alterTable(s: Extract<DdlStatement, { act: "alter_table" }>, at: Place): void {
    // ALTER INDEX names no table.
    if (s.table.name === "") return this.#renameIndex(s.actions[0]!, at);
    if (s.if_exists && this.find(s.table) === undefined) return;
    if (this.#temporary.has(fold(s.table.name))) return;
    const table = this.#mustFind(s.table);
    const rename = s.actions.find((a) => a.do === "rename_table");
    this.#change(
      table,
      (copy) => {
        for (const action of s.actions) this.#act(copy, action, at);
      },
      at,
      s.actions.some((a) => a.do !== "rename_table"),
    );
    if (rename !== undefined) this.#rename(s.table, rename.to, at);
  }

  /** Works on a copy, so that a refusal leaves the table as it was. */
  #change(table: SchemaTable, work: (copy: SchemaTable) => void, at: Place, altered = true): void {
    const copy: SchemaTable = {
      ...table,
      columns: table.columns.map((c) => ({ ...c, history: [...c.history] })),
      keys: table.keys.map((k) => {
        const key = { ...k, columns: [...k.columns] };
        if (this.#implied.has(k)) this.#implied.add(key);
        return key;
      }),
      foreign_keys: table.foreign_keys.map((k) => ({ ...k, columns: [...k.columns] })),
      history: [...table.history],
    };
    work(copy);
    if (altered) copy.history.push({ what: "altered", ...at });
    copy.columns.forEach((c, i) => c.position = this.rules.dialect === "postgresql" ? c.position : i + 1);
    this.tables.set(fold(table.name), copy);
  }

  #act(table: SchemaTable, action: AlterAction, at: Place): void {
    switch (action.do) {
      case "add_column":
        if (hasColumn(table, action.column.name)) {
          if (action.if_not_exists) return;
          throw new Refused("present", `${table.name} has a column ${action.column.name} already`);
        }
        return this.#addColumn(table, action.column, { path: at.path, line: action.column.line || at.line });
      case "drop_column":
        return this.#dropColumn(table, action.name, action.if_exists === true);
      case "change_column":
        return this.#changeColumn(table, action.name, action.column, action.if_exists === true, at);
      case "alter_column":
        return this.#alterColumn(table, action, at);
      case "rename_column":
        return this.#renameColumn(table, action.from, action.to, at);
      case "add_key":
        if (action.if_not_exists && this.#indexExists(table, action.key.name)) return;
        return this.#addKey(table, action.key, { path: at.path, line: action.key.line || at.line }, false);
      case "drop_key":
        return this.#dropKey(table, action);
      case "rename_key": {
        const key = this.#keyNamed(table, action.from);
        if (key === undefined) throw new Refused("absent", `${table.name} has no key ${action.from}`);
        key.name = action.to;
        return;
      }
      case "add_foreign_key":
        if (
          action.if_not_exists && table.foreign_keys.some((k) => fold(k.name) === fold(action.key.name ?? ""))
        ) return;
        return this.#addForeignKey(table, action.key, { path: at.path, line: action.key.line || at.line });
      case "drop_foreign_key":
        return this.#dropForeignKey(table, action);
      case "drop_constraint":
        return this.#dropConstraint(table, action.name, action.if_exists === true);
      case "set_options":
        if (action.comment !== undefined) table.comment = action.comment;
        return;
      case "set_schema":
        table.schema = action.schema;
        return;
      case "rename_table":
        return;
    }
  }

  // -- columns

  #addColumn(table: SchemaTable, spec: ColumnSpec, at: Place): void {
    if (hasColumn(table, spec.name)) {
      throw new Refused("present", `${table.name} has two columns ${spec.name}`);
    }
    const made = this.#columnOf(table, spec, at);
    made.history = [{ what: "created", ...at }];
    const index = this.#placeOf(table, spec);
    if (this.rules.dialect === "postgresql") {
      made.position = Math.max(0, ...table.columns.map((c) => c.position)) + 1;
    }
    table.columns.splice(index, 0, made);
    table.columns.forEach((c, i) => c.position = this.rules.dialect === "postgresql" ? c.position : i + 1);
    this.#columnKeys(table, spec, at);
  }

  #placeOf(table: SchemaTable, { place }: ColumnSpec): number {
    if (place === "first") return 0;
    if (place === undefined) return table.columns.length;
    const after = table.columns.findIndex((c) => fold(c.name) === fold(place.after));
    if (after < 0) throw new Refused("absent", `${table.name} has no column ${place.after}`);
    return after + 1;
  }

  #columnOf(table: SchemaTable, spec: ColumnSpec, at: Place): SchemaColumn {
    const resolved = this.rules.column(spec, table.name, this.types);
    const { unique: _, ...kept } = resolved;
    return {
      name: spec.name,
      position: 0,
      ...kept,
      ...(spec.comment !== undefined && { comment: spec.comment }),
      ...at,
      history: [],
    };
  }

  /** Keys that the words of a column make. */
  #columnKeys(table: SchemaTable, spec: ColumnSpec, at: Place): void {
    const parts = [{ column: spec.name }];
    if (spec.primary) this.#addKey(table, { kind: "primary", parts, line: at.line }, at, false);
    else if (spec.unique || this.rules.column(spec, table.name, this.types).unique) {
      this.#addKey(table, { kind: "unique", parts, line: at.line }, at, false);
    }
    // MySQL reads REFERENCES in a column and does nothing; MariaDB makes a foreign key.
    if (spec.references && this.rules.dialect !== "mysql") this.#addForeignKey(table, spec.references, at);
  }

  #mustHave(table: SchemaTable, name: string): SchemaColumn {
    const column = table.columns.find((c) => fold(c.name) === fold(name));
    if (column === undefined) throw new Refused("absent", `${table.name} has no column ${name}`);
    return column;
  }

  #dropColumn(table: SchemaTable, name: string, if_exists: boolean): void {
    if (!hasColumn(table, name) && if_exists) return;
    const gone = fold(this.#mustHave(table, name).name);
    if (table.columns.length === 1 && this.rules.dialect !== "postgresql") {
      throw new Refused("other", `${table.name} would have no column left`);
    }
    const referenced = table.foreign_keys.some((k) => k.columns.some((c) => fold(c) === gone));
    if (referenced && this.rules.foreignKeyIndexes) {
      throw new Refused("other", `${table.name}.${name} is part of a foreign key`);
    }
    table.columns = table.columns.filter((c) => fold(c.name) !== gone);
    table.foreign_keys = table.foreign_keys.filter((k) => !k.columns.some((c) => fold(c) === gone));
    table.keys = table.keys.flatMap((key) => {
      if (!key.columns.some((c) => fold(c) === gone)) return [key];
      const left = key.columns.filter((c) => fold(c) !== gone);
      if (this.rules.dropColumnDropsKeys || left.length === 0) return [];
      const lengths = key.lengths?.filter((_, i) => fold(key.columns[i]!) !== gone);
      return [{ ...key, columns: left, ...(lengths && { lengths }) }];
    });
  }

  #changeColumn(table: SchemaTable, name: string, spec: ColumnSpec, if_exists: boolean, at: Place): void {
    if (!hasColumn(table, name) && if_exists) return;
    const old = this.#mustHave(table, name);
    const renamed = fold(spec.name) !== fold(name);
    if (renamed && hasColumn(table, spec.name)) {
      throw new Refused("present", `${table.name} has a column ${spec.name} already`);
    }
    const made = this.#columnOf(table, spec, at);
    const inPrimary = table.keys.some((k) =>
      k.kind === "primary" && k.columns.some((c) => fold(c) === fold(name))
    );
    if (inPrimary && this.rules.primaryIsNotNull) made.nullable = false;
    const detail = renamed
      ? `from ${old.name}`
      : old.type === made.type
      ? undefined
      : `${old.type} -> ${made.type}`;
    made.history = [...old.history, {
      what: renamed ? "renamed" : "altered",
      ...at,
      ...(detail && { detail }),
    }];
    made.path = old.path;
    made.line = old.line;
    const from = table.columns.indexOf(old);
    table.columns.splice(from, 1);
    const to = spec.place === undefined ? from : this.#placeOf(table, spec);
    table.columns.splice(to, 0, made);
    if (renamed) this.#renameInKeys(table, name, spec.name);
    if (spec.primary && !inPrimary) this.#columnKeys(table, spec, at);
    else if (spec.unique) this.#columnKeys(table, spec, at);
  }

  #alterColumn(table: SchemaTable, action: Extract<AlterAction, { do: "alter_column" }>, at: Place): void {
    const column = this.#mustHave(table, action.name);
    const said: string[] = [];
    if (action.type !== undefined) {
      said.push(`${column.type} -> ${action.type}`);
      Object.assign(column, this.rules.retyped(column, action.type, this.types));
    }
    if (action.nullable !== undefined) {
      said.push(action.nullable ? "null" : "not null");
      column.nullable = action.nullable;
    }
    if (action.default !== undefined) {
      said.push(action.default === null ? "no default" : `default ${action.default}`);
      column.default = action.default === null || /^null$/i.test(action.default) ? null : action.default;
    }
    column.history.push({ what: "altered", ...at, detail: said.join(", ") });
  }

  #renameColumn(table: SchemaTable, from: string, to: string, at: Place): void {
    const column = this.#mustHave(table, from);
    if (fold(from) !== fold(to) && hasColumn(table, to)) {
      throw new Refused("present", `${table.name} has a column ${to} already`);
    }
    column.history.push({ what: "renamed", ...at, detail: `from ${column.name}` });
    column.name = to;
    this.#renameInKeys(table, from, to);
  }

  #renameInKeys(table: SchemaTable, from: string, to: string): void {
    const renamed = (names: string[]) => names.map((c) => fold(c) === fold(from) ? to : c);
    for (const key of [...table.keys, ...table.foreign_keys]) key.columns = renamed(key.columns);
    for (const other of this.tables.values()) {
      for (const key of other.foreign_keys) {
        if (fold(key.table) === fold(table.name)) key.ref_columns = renamed(key.ref_columns);
      }
    }
  }

  // -- keys

  #indexExists(table: SchemaTable, name: string | undefined): boolean {
    return name !== undefined && this.#keyNamed(table, name) !== undefined;
  }

  #keyNamed(table: SchemaTable, name: string): SchemaKey | undefined {
    return table.keys.find((k) => fold(k.name) === fold(name));
  }

  /** `asIndex`: by CREATE INDEX, which makes no constraint. */
  #addKey(table: SchemaTable, spec: KeySpec, at: Place, asIndex: boolean): void {
    const { parts } = spec;
    for (const part of parts) if (part.column !== undefined) this.#mustHave(table, part.column);
    // `ADD CONSTRAINT … PRIMARY KEY USING INDEX`: the index becomes the key.
    if (parts.length === 0 && spec.name !== undefined) {
      const index = this.#keyNamed(table, spec.name);
      if (index !== undefined) index.kind = spec.kind;
      return;
    }
    const columns = parts.map((part) => this.#partName(table, part));
    if (spec.kind === "primary") {
      if (table.keys.some((k) => k.kind === "primary")) {
        throw new Refused("present", `${table.name} has a primary key already`);
      }
      for (const part of parts) {
        const column = part.column === undefined ? undefined : this.#mustHave(table, part.column);
        if (column && this.rules.primaryIsNotNull) column.nullable = false;
        if (
          column && this.rules.dialect === "sqlite" && parts.length === 1 && column.data_type === "integer"
        ) {
          column.nullable = false;
          column.auto_increment = true;
        }
      }
    }
    // What was made for a foreign key gives its name free before this one is named.
    this.#dropImplied(table, columns);
    const named = asIndex && spec.name === undefined ? { ...spec, index: true } : spec;
    const name = this.rules.keyName(table, named, columns.map(plainPart));
    if (this.#nameTaken(table, name)) throw new Refused("present", `there is a key ${name} already`);
    const lengths = parts.some((p) => p.length !== undefined)
      ? parts.map((p) => p.length ?? null)
      : undefined;
    const key: SchemaKey = {
      kind: spec.kind,
      name,
      columns,
      ...(lengths && { lengths }),
      ...(spec.where !== undefined && { where: spec.where }),
      ...at,
    };
    if (spec.kind === "primary") table.keys.unshift(key);
    else table.keys.push(key);
  }

  #partName(table: SchemaTable, part: KeyPart): string {
    return part.column === undefined ? part.expression! : this.#mustHave(table, part.column).name;
  }

  #nameTaken(table: SchemaTable, name: string): boolean {
    if (this.#keyNamed(table, name) !== undefined) return true;
    if (!this.rules.globalIndexNames) return false;
    return [...this.tables.values()].some((t) =>
      t !== table && this.#keyNamed(t, name) !== undefined && t.name !== table.name
    ) &&
      this.rules.dialect === "postgresql";
  }

  /** An index that was made for a foreign key goes when one with the same beginning comes. */
  #dropImplied(table: SchemaTable, columns: readonly string[]): void {
    table.keys = table.keys.filter((k) => !(this.#implied.has(k) && startsWith(columns, k.columns)));
  }

  #dropKey(table: SchemaTable, action: Extract<AlterAction, { do: "drop_key" }>): void {
    const key = action.primary
      ? table.keys.find((k) => k.kind === "primary")
      : action.columns !== undefined
      ? table.keys.find((k) => sameNames(k.columns, action.columns!))
      : this.#keyNamed(table, action.name ?? "");
    if (key === undefined) {
      if (action.if_exists) return;
      throw new Refused(
        "absent",
        `${table.name} has no key ${action.primary ? "PRIMARY" : action.name ?? ""}`,
      );
    }
    if (this.rules.foreignKeyIndexes) this.#mustNotBeNeeded(table, key);
    table.keys = table.keys.filter((k) => k !== key);
  }

  /** InnoDB keeps an index as long as a foreign key needs it and no other can serve. */
  #mustNotBeNeeded(table: SchemaTable, key: SchemaKey): void {
    const others = table.keys.filter((k) => k !== key);
    const needs = table.foreign_keys.find((f) =>
      startsWith(key.columns, f.columns) && !others.some((k) => startsWith(k.columns, f.columns))
    );
    if (needs !== undefined) {
      throw new Refused("other", `the foreign key ${needs.name} needs the index ${key.name}`);
    }
  }

  #dropIndex(s: Extract<DdlStatement, { act: "drop_index" }>, at: Place): void {
    const tables = s.table === undefined ? [...this.tables.values()] : [this.#mustFind(s.table)];
    const owner = tables.find((t) => this.#keyNamed(t, s.name) !== undefined);
    if (owner === undefined) {
      if (s.if_exists) return;
      throw new Refused("absent", `there is no index ${s.name}`);
    }
    this.#change(owner, (copy) => this.#dropKey(copy, { do: "drop_key", name: s.name }), at);
  }

  #renameIndex(action: AlterAction, at: Place): void {
    if (action.do !== "rename_key") return;
    const owner = [...this.tables.values()].find((t) => this.#keyNamed(t, action.from) !== undefined);
    if (owner === undefined) throw new Refused("absent", `there is no index ${action.from}`);
    this.#change(owner, (copy) => this.#act(copy, action, at), at);
  }

  // -- foreign keys and constraints

  #addForeignKey(table: SchemaTable, spec: ForeignKeySpec, at: Place): void {
    for (const name of spec.columns) this.#mustHave(table, name);
    const other = fold(spec.table.name) === fold(table.name) ? table : this.find(spec.table);
    if (other === undefined && this.rules.dialect !== "sqlite") {
      throw new Refused("absent", `there is no table ${spec.table.name}`);
    }
    const primary = other?.keys.find((k) => k.kind === "primary");
    const ref_columns = spec.ref_columns.length > 0 ? spec.ref_columns : primary?.columns ?? [];
    const name = this.rules.foreignKeyName(table, spec);
    if (table.foreign_keys.some((k) => fold(k.name) === fold(name))) {
      throw new Refused("present", `there is a foreign key ${name} already`);
    }
    const key: SchemaForeignKey = {
      name,
      columns: spec.columns.map((c) => this.#mustHave(table, c).name),
      table: other?.name ?? spec.table.name,
      ref_columns: [...ref_columns],
      on_delete: spec.on_delete ?? this.rules.defaultRule,
      on_update: spec.on_update ?? this.rules.defaultRule,
      ...at,
    };
    table.foreign_keys.push(key);
    if (!this.rules.foreignKeyIndexes) return;
    // Of two indexes that the server made itself the later one stays, unless it is the shorter one.
    const covering = table.keys.filter((k) => startsWith(k.columns, key.columns));
    if (covering.some((k) => !this.#implied.has(k) || k.columns.length > key.columns.length)) return;
    table.keys = table.keys.filter((k) => !covering.includes(k));
    const free = (wanted: string) => this.#keyNamed(table, wanted) === undefined;
    const base = spec.name ?? key.columns[0]!;
    let indexName = base;
    for (let n = 2; !free(indexName); n++) indexName = `${base}_${n}`;
    const index: SchemaKey = { kind: "index", name: indexName, columns: [...key.columns], ...at };
    this.#implied.add(index);
    table.keys.push(index);
  }

  #dropForeignKey(table: SchemaTable, action: Extract<AlterAction, { do: "drop_foreign_key" }>): void {
    const key = action.columns !== undefined
      ? table.foreign_keys.find((k) => sameNames(k.columns, action.columns!))
      : table.foreign_keys.find((k) => fold(k.name) === fold(action.name ?? ""));
    if (key === undefined) {
      if (action.if_exists) return;
      throw new Refused(
        "absent",
        `${table.name} has no foreign key ${action.name ?? action.columns?.join(", ")}`,
      );
    }
    table.foreign_keys = table.foreign_keys.filter((k) => k !== key);
  }

  #dropConstraint(table: SchemaTable, name: string, if_exists: boolean): void {
    const before = table.keys.length + table.foreign_keys.length;
    table.keys = table.keys.filter((k) => fold(k.name) !== fold(name));
    table.foreign_keys = table.foreign_keys.filter((k) => fold(k.name) !== fold(name));
    // A CHECK constraint is no part of the catalog: its absence here says nothing.
    const known = before !== table.keys.length + table.foreign_keys.length;
    if (!known && !if_exists && /_(?:pkey|fkey|key)\d*$/.test(name)) {
      throw new Refused("absent", `${table.name} has no constraint ${name}`);
    }
  }

  #comment(s: Extract<DdlStatement, { act: "comment_on" }>, at: Place): void {
    const table = this.#mustFind(s.table);
    this.#change(
      table,
      (copy) => {
        const target: { comment?: string } = s.column === undefined ? copy : this.#mustHave(copy, s.column);
        if (s.comment === null) delete target.comment;
        else target.comment = s.comment;
      },
      at,
      false,
    );
  }
}

export function fold(name: string): string {
  return name.toLowerCase();
}

function hasColumn(table: SchemaTable, name: string): boolean {
  return table.columns.some((c) => fold(c.name) === fold(name));
}

/** A name for an unnamed index over an expression. */
function plainPart(column: string): string {
  return /^\w+$/.test(column) ? column : /^(\w+)\s*\(/.exec(column)?.[1] ?? "expr";
}

function startsWith(columns: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length <= columns.length && beginning.every((c, i) => fold(c) === fold(columns[i]!));
}

/** PostgreSQL makes one index of a primary key and a UNIQUE over the same columns in one CREATE TABLE. */
function dropRepeatedUnique(table: SchemaTable): void {
  table.keys = table.keys.filter((key, i) =>
    key.kind !== "unique" || !table.keys.slice(0, i).some((k) => sameNames(k.columns, key.columns))
  );
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && startsWith(a, b);
}
