// Compares the corpus with a revision. There is no blind window: every file is looked at every time. A signature stands
// in for a hash only where it cannot lie (DESIGN §8); the guard reports, it neither rebuilds nor answers.

import type { CorpusScan, ScannedFile } from "../corpus/scan.ts";
import type { GraphReader } from "../store/graph_reader.ts";
import type { SignatureRow } from "../store/graph_writer.ts";

export interface CorpusChange {
  changed: string[];
  added: string[];
  deleted: string[];
  /** How many files had to be hashed to know. */
  hashed: number;
}

/** A file system stamps times with a clock that lags by up to one tick (10 ms on Linux); ten of them are allowed. */
const CLOCK_LAG_MS = 100;

/** Indexed files by path, loaded once per revision and kept by a long-lived server. */
export type SignatureTable = ReadonlyMap<string, SignatureRow & { sha256: Uint8Array }>;

export function loadSignatures(graph: GraphReader): SignatureTable {
  const table = new Map<string, SignatureRow & { sha256: Uint8Array }>();
  for (const row of graph.signatures()) table.set(row.path, row);
  return table;
}

/** `hash` gives the SHA-256 of a file now, or null when it cannot be read any more. */
export function compareCorpus(
  scan: CorpusScan,
  indexed: SignatureTable,
  hash: (file: ScannedFile) => Uint8Array | null,
  force: boolean,
): CorpusChange {
  const change: CorpusChange = { changed: [], added: [], deleted: [], hashed: 0 };
  let known = 0;
  for (const file of scan.files) {
    const row = indexed.get(file.path);
    if (row === undefined) {
      change.added.push(file.path);
      continue;
    }
    known++;
    if (!force && sameSignature(file, row)) continue;
    if (file.size !== row.size) {
      change.changed.push(file.path);
      continue;
    }
    change.hashed++;
    const now = hash(file);
    if (now === null) change.deleted.push(file.path);
    else if (!sameBytes(now, row.sha256)) change.changed.push(file.path);
  }
  if (known < indexed.size) {
    const present = new Set(scan.files.map((f) => f.path));
    for (const path of indexed.keys()) if (!present.has(path)) change.deleted.push(path);
  }
  return change;
}

/**
 * True only when equal signatures prove equal content. Every change of a file sets its change time to the clock, so a
 * change after the read is seen unless it could carry the very stamp that was read: when the stamp is as late as the
 * read, in the grain in which this platform reports it (whole seconds on some).
 */
function sameSignature(file: ScannedFile, row: SignatureRow): boolean {
  if (file.size !== row.size || file.mtimeMs !== row.mtimeMs || file.ino !== row.ino) return false;
  // Without a change time an edit can put its modification time back.
  if (file.ctimeMs === null || row.ctimeMs === null || file.ctimeMs !== row.ctimeMs) return false;
  const grain = row.ctimeMs % 1000 === 0 ? 1000 : 1;
  const earliestLaterStamp = Math.floor((row.readMs - CLOCK_LAG_MS) / grain) * grain;
  return row.ctimeMs < earliestLaterStamp;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
