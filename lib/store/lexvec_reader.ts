// Reads lexvec.sqlite of a finished revision: text of fragments as indexed, and chunks by words. It ranks by BM25 only;
// what is relevant enough to be an answer is decided in lib/rank.

import { toHex } from "../base/hash.ts";
import { CHUNK_KINDS, type ChunkKind } from "./lexvec_schema.ts";
import { type Database, openReadOnly } from "./sqlite.ts";

export interface ChunkPlace {
  /** 40 hexadecimal digits. */
  chunk_id: string;
  kind: ChunkKind;
  file: number;
  start_line: number;
  end_line: number;
  part: number;
  /** Row number of the node it belongs to. */
  node: number;
}

export interface LexicalHit {
  chunk: number;
  /** Positive; larger is better. */
  bm25: number;
}

/** A name counts this much more than a word of the body. Chosen on the roundcube questions (bench/search). */
const NAME_WEIGHT = 6;

export class LexvecReader {
  readonly #db: Database;

  constructor(path: string) {
    this.#db = openReadOnly(path);
  }

  close(): void {
    this.#db.close();
  }

  meta(key: string): string | undefined {
    return this.#db.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)?.value;
  }

  /** Lines `first` to `last` of a file as indexed, clamped to the file; null when nothing of it is stored. */
  lines(file: number, first: number, last: number): { start_line: number; text: string } | null {
    const rows = this.#db.all<{ start_line: number; text: string }>(
      `SELECT m.start_line, t.text FROM chunk_map m JOIN chunk_text t ON t.id = m.chunk
       WHERE m.file = ? AND m.end_line >= ? AND m.start_line <= ? ORDER BY m.start_line, m.part`,
      file,
      first,
      last,
    );
    if (rows.length === 0) return null;
    return { start_line: rows[0]!.start_line, text: rows.map((r) => r.text).join("") };
  }

  /** Best chunks for an FTS5 expression. */
  match(expression: string, limit: number): LexicalHit[] {
    return this.#db.all<LexicalHit>(
      `SELECT rowid chunk, -bm25(ft_chunk, ${NAME_WEIGHT}.0, 1.0) bm25 FROM ft_chunk WHERE ft_chunk MATCH ?
       ORDER BY bm25 DESC, rowid LIMIT ?`,
      expression,
      limit,
    );
  }

  /** In how many chunks a word occurs. */
  documentFrequency(word: string): number {
    return this.#db.get<{ doc: number }>("SELECT doc FROM ft_word WHERE term = ?", word)?.doc ?? 0;
  }

  places(chunk: number, limit: number): ChunkPlace[] {
    const sql = `SELECT t.chunk_id, t.kind, m.file, m.start_line, m.end_line, m.part, m.node
      FROM chunk_map m JOIN chunk_text t ON t.id = m.chunk WHERE m.chunk = ? ORDER BY m.file, m.start_line LIMIT ?`;
    return this.#db.all<RawPlace>(sql, chunk, limit).map(toPlace);
  }

  placeById(chunkId: Uint8Array): ChunkPlace | undefined {
    const sql = `SELECT t.chunk_id, t.kind, m.file, m.start_line, m.end_line, m.part, m.node
      FROM chunk_text t JOIN chunk_map m ON m.chunk = t.id WHERE t.chunk_id = ? ORDER BY m.file, m.start_line LIMIT 1`;
    const raw = this.#db.get<RawPlace>(sql, chunkId);
    return raw && toPlace(raw);
  }

  text(chunk: number): string {
    return this.#db.get<{ text: string }>("SELECT text FROM chunk_text WHERE id = ?", chunk)?.text ?? "";
  }

  chunkCount(): number {
    return this.#db.get<{ n: number }>("SELECT count(*) n FROM chunk_text")!.n;
  }

  /** Distribution of chunk sizes in estimated tokens: for the quality block of index_status. */
  sizes(): { chunks: number; places: number; tokens: { median: number; p95: number; max: number } } {
    const chunks = this.chunkCount();
    const at = (share: number) =>
      this.#db.get<{ tokens: number }>(
        "SELECT tokens FROM chunk_text ORDER BY tokens LIMIT 1 OFFSET ?",
        Math.max(0, Math.min(chunks - 1, Math.floor(chunks * share))),
      )?.tokens ?? 0;
    const places = this.#db.get<{ n: number }>("SELECT count(*) n FROM chunk_map")!.n;
    return { chunks, places, tokens: { median: at(0.5), p95: at(0.95), max: at(1) } };
  }
}

interface RawPlace {
  chunk_id: Uint8Array;
  kind: number;
  file: number;
  start_line: number;
  end_line: number;
  part: number;
  node: number;
}

function toPlace(raw: RawPlace): ChunkPlace {
  return { ...raw, chunk_id: toHex(raw.chunk_id), kind: CHUNK_KINDS[raw.kind]! };
}
