// A parsed tree as plain numbers, in document order. The parser's own nodes live in another memory and every question to
// one of them crosses over; a walk that asks many questions copies the tree once and asks here. It holds named nodes only,
// and it knows nothing about PHP beyond which nodes need no look inside.

/** The moves and questions that the copy takes: a cursor on the parser's tree. */
export interface TreeReader {
  first(): boolean;
  next(): boolean;
  parent(): boolean;
  kind(): number;
  start(): number;
  end(): number;
  field(): number;
}

/** Names of the grammar by their numbers. */
export interface GrammarNames {
  types: readonly string[];
  fields: readonly (string | null)[];
  named: readonly boolean[];
}

/** Read by their text alone. */
const CLOSED: ReadonlySet<string> = new Set([
  ...[
    "variable_name",
    "qualified_name",
    "relative_name",
    "namespace_name",
    "named_type",
    "primitive_type",
    "string",
  ],
  ...["visibility_modifier", "cast_type", "integer", "float", "name", "string_content", "escape_sequence"],
]);
/** May stand between any two nodes and says nothing. */
const NOTHING: ReadonlySet<string> = new Set(["comment", "text_interpolation", "php_tag", "php_end_tag"]);

const ERROR = "ERROR";

/** Nodes by their number; `-1` is no node. A node's descendants are the numbers up to `last[node]`. */
export class FlatTree {
  size = 0;
  start = new Int32Array(1024);
  end = new Int32Array(1024);
  parent = new Int32Array(1024);
  /** Number of the next node that is not inside. */
  last = new Int32Array(1024);
  private kinds = new Uint16Array(1024);
  private fields = new Uint8Array(1024);
  private known: { record: object; table: unknown[] } | null = null;
  private readonly modes: Uint8Array;
  private readonly fieldIds: ReadonlyMap<string, number>;

  constructor(private readonly names: GrammarNames) {
    this.modes = Uint8Array.from(names.types, (type, id) => {
      if (!names.named[id] || NOTHING.has(type)) return 0;
      return CLOSED.has(type) ? 1 : 2;
    });
    this.fieldIds = new Map(names.fields.flatMap((name, id) => (name ? [[name, id] as const] : [])));
  }

  /** Copies what a cursor stands on; what was here before is gone. The memory is used again. */
  fill(cursor: TreeReader): void {
    const { modes } = this;
    const open: number[] = [];
    let size = 0;
    for (;;) {
      const kind = cursor.kind();
      // An ERROR node has a number outside of the table.
      const mode = kind < modes.length ? modes[kind]! : 2;
      if (mode > 0) {
        if (size === this.start.length) this.grow();
        this.kinds[size] = kind;
        this.start[size] = cursor.start();
        this.end[size] = cursor.end();
        this.fields[size] = cursor.field();
        this.parent[size] = open.length === 0 ? -1 : open[open.length - 1]!;
        this.last[size] = size + 1;
        size++;
        if (mode === 2 && cursor.first()) {
          open.push(size - 1);
          continue;
        }
      }
      while (!cursor.next()) {
        const done = open.pop();
        if (done === undefined || !cursor.parent()) {
          this.size = size;
          return;
        }
        this.last[done] = size;
      }
    }
  }

  private grow(): void {
    const bigger = <T extends Int32Array | Uint16Array | Uint8Array>(old: T): T => {
      const copy = new (old.constructor as new (length: number) => T)(old.length * 2);
      copy.set(old);
      return copy;
    };
    this.start = bigger(this.start) as typeof this.start;
    this.end = bigger(this.end) as typeof this.end;
    this.parent = bigger(this.parent) as typeof this.parent;
    this.last = bigger(this.last) as typeof this.last;
    this.kinds = bigger(this.kinds) as typeof this.kinds;
    this.fields = bigger(this.fields) as typeof this.fields;
  }

  /** What a record says of each type of node, by the numbers that `kindId` gives. */
  byKind<T>(record: Readonly<Record<string, T>>): readonly (T | undefined)[] {
    if (this.known?.record !== record) {
      this.known = {
        record,
        table: this.names.types.map((type) => Object.hasOwn(record, type) ? record[type] : undefined),
      };
    }
    return this.known.table as (T | undefined)[];
  }

  kindId(node: number): number {
    return this.kinds[node]!;
  }

  type(node: number): string {
    return node < 0 ? "" : this.names.types[this.kinds[node]!] ?? ERROR;
  }

  /** Name of the field that the node fills in its parent, or the empty string. */
  field(node: number): string {
    return this.names.fields[this.fields[node]!] ?? "";
  }

  /** First child in a field of the grammar. */
  child(node: number, field: string): number {
    const id = this.fieldIds.get(field);
    for (let c = node + 1; c < this.last[node]!; c = this.last[c]!) if (this.fields[c] === id) return c;
    return -1;
  }

  /** First child of a type. */
  childOf(node: number, type: string): number {
    for (let c = node + 1; c < this.last[node]!; c = this.last[c]!) if (this.type(c) === type) return c;
    return -1;
  }

  children(node: number): number[] {
    const all: number[] = [];
    for (let c = node + 1; c < this.last[node]!; c = this.last[c]!) all.push(c);
    return all;
  }

  first(node: number): number {
    return node + 1 < this.last[node]! ? node + 1 : -1;
  }

  /** The child after another one of the same parent. */
  after(node: number): number {
    const next = this.last[node]!;
    const parent = this.parent[node]!;
    return parent >= 0 && next < this.last[parent]! ? next : -1;
  }
}
