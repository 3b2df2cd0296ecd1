// Tables of lexvec.sqlite. The chunks of a file are a partition of its text: their texts in order are the file as
// indexed, so any fragment can be served without touching the disk. Text and words are apart: `ft_chunk` holds words
// only, `chunk_text` what is shown. The same content is stored and indexed once, wherever it occurs.

export const LEXVEC_TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunk_text (
  id INTEGER PRIMARY KEY, chunk_id BLOB NOT NULL, kind INTEGER NOT NULL, tokens INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE TABLE chunk_map (
  file INTEGER NOT NULL, start_line INTEGER NOT NULL, part INTEGER NOT NULL, end_line INTEGER NOT NULL,
  chunk INTEGER NOT NULL, node INTEGER NOT NULL, PRIMARY KEY (file, start_line, part)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE ft_chunk USING fts5 (
  name, body, content = '', contentless_delete = 1, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE ft_word USING fts5vocab (ft_chunk, 'row');
`;

export const LEXVEC_INDEXES = `
CREATE UNIQUE INDEX chunk_text_id ON chunk_text (chunk_id);
CREATE INDEX chunk_map_chunk ON chunk_map (chunk);
`;

/** A chunk's kind as stored: the position in this list. */
export const CHUNK_KINDS = ["symbol", "class", "window", "section"] as const;
export type ChunkKind = typeof CHUNK_KINDS[number];
