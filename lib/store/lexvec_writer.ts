// Writes lexvec.sqlite of a revision that is being built. A chunk whose id is known already only gets another place
// in chunk_map: neither its text nor its words are stored twice.

import { toHex } from "../base/hash.ts";
import { CHUNK_KINDS, type ChunkKind, LEXVEC_INDEXES, LEXVEC_TABLES } from "./lexvec_schema.ts";
import { createForBuild, type Database } from "./sqlite.ts";

export interface ChunkRow {
  /** 20 bytes. */
  id: Uint8Array;
  kind: ChunkKind;
  start_line: number;
  end_line: number;
  /** 0, or which piece of a line that is longer than the budget. */
  part: number;
  /** Row number of the node it belongs to. */
  node: number;
  tokens: number;
  text: string;
  /** Words of the qualified name and of the text, lower case, separated by spaces. */
  nameWords: string;
  bodyWords: string;
}

export class LexvecWriter {
  readonly #db: Database;
  readonly #known = new Map<string, number>();
  readonly counts = { chunks: 0, places: 0 };

  constructor(path: string) {
    this.#db = createForBuild(path, LEXVEC_TABLES);
    this.#db.exec("BEGIN");
  }

  meta(key: string, value: string): void {
    this.#db.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
  }

  chunk(file: number, row: ChunkRow): void {
    const key = toHex(row.id);
    let id = this.#known.get(key);
    if (id === undefined) {
      id = this.#known.size + 1;
      this.#known.set(key, id);
      this.#db.run(
        "INSERT INTO chunk_text VALUES (?, ?, ?, ?, ?)",
        id,
        row.id,
        CHUNK_KINDS.indexOf(row.kind),
        row.tokens,
        row.text,
      );
      this.#db.run(
        "INSERT INTO ft_chunk (rowid, name, body) VALUES (?, ?, ?)",
        id,
        row.nameWords,
        row.bodyWords,
      );
      this.counts.chunks++;
    }
    this.#db.run(
      "INSERT INTO chunk_map VALUES (?, ?, ?, ?, ?, ?)",
      file,
      row.start_line,
      row.part,
      row.end_line,
      id,
      row.node,
    );
    this.counts.places++;
  }

  finish(): void {
    this.#db.exec(LEXVEC_INDEXES);
    this.#db.exec("COMMIT");
    this.#db.close();
  }

  abandon(): void {
    try {
      this.#db.close();
    } catch {
      // The folder will be removed.
    }
  }
}
