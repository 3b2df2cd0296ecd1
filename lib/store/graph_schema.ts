// Tables of graph.sqlite. Integers inside: a node's row number is its file's number times NODES_PER_FILE plus its
// local number in the file, so that the nodes of a file are one range and need no index, and rows can be written in
// any order with the same result. The 20-byte ids stand beside, for the world outside.

/** Room for the local numbers of one file's nodes. */
export const NODES_PER_FILE = 2 ** 20;

/** Raise it with every change of these tables: an index of another version is rebuilt, never read. */
export const GRAPH_VERSION = 5;

export const GRAPH_TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE file (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, language INTEGER NOT NULL, state INTEGER NOT NULL, reason TEXT,
  sha256 BLOB NOT NULL, bytes INTEGER NOT NULL, lines INTEGER NOT NULL, encoding TEXT NOT NULL
);
CREATE TABLE signatures (body TEXT NOT NULL);
CREATE TABLE node (
  id INTEGER PRIMARY KEY, uid BLOB NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL, fqn TEXT NOT NULL,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, parent INTEGER, modifiers INTEGER NOT NULL,
  signature TEXT, params TEXT, type TEXT, doc_start INTEGER, doc_end INTEGER
);
CREATE TABLE edge_rule (id INTEGER PRIMARY KEY, name TEXT NOT NULL, certainty TEXT NOT NULL, confidence REAL NOT NULL);
CREATE TABLE edge (
  id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, src INTEGER NOT NULL, dst INTEGER NOT NULL,
  file INTEGER NOT NULL, line INTEGER NOT NULL, rule INTEGER NOT NULL, count INTEGER NOT NULL
);
CREATE TABLE site (
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, kind INTEGER NOT NULL,
  outcome INTEGER NOT NULL, candidates INTEGER, src INTEGER NOT NULL, name TEXT NOT NULL
);
CREATE TABLE external_ref (
  node INTEGER NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY (node, kind, target, line)
) WITHOUT ROWID;
CREATE TABLE schema_variant (name TEXT PRIMARY KEY, answers INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE schema_table (
  id INTEGER PRIMARY KEY, variant TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, columns INTEGER NOT NULL,
  path TEXT NOT NULL, line INTEGER NOT NULL, node INTEGER, body TEXT NOT NULL
);
CREATE TABLE schema_problem (path TEXT NOT NULL, line INTEGER NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL);
CREATE TABLE problem (file INTEGER NOT NULL, line INTEGER NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL);
CREATE TABLE skipped (reason TEXT PRIMARY KEY, count INTEGER NOT NULL, examples TEXT NOT NULL) WITHOUT ROWID;
`;

/** Made after the rows: one sort each is cheaper than keeping order during the load. */
export const GRAPH_INDEXES = `
CREATE UNIQUE INDEX file_path ON file (path);
CREATE INDEX node_name ON node (name COLLATE NOCASE, kind);
CREATE INDEX node_uid ON node (uid);
CREATE INDEX edge_dst ON edge (dst, kind);
CREATE INDEX edge_src ON edge (src, kind);
CREATE INDEX site_open ON site (name COLLATE NOCASE) WHERE outcome >= 4;
CREATE INDEX problem_file ON problem (file);
CREATE INDEX schema_table_name ON schema_table (name COLLATE NOCASE, variant);
`;

/** The file number in a node's row number. */
export function fileOfRow(row: number): number {
  return Math.floor(row / NODES_PER_FILE);
}
