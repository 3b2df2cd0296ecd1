// What an operation may use: read-only stores of one revision, the live files, and plain facts about the project. It
// holds nothing that could write an index (invariant 4).

import type { ProjectConfig } from "../facts/config.ts";
import type { Freshness } from "../facts/envelope.ts";
import type { LiveFile } from "../corpus/live.ts";
import type { PathVerdict } from "../corpus/why.ts";
import type { CatalogEntry } from "../store/catalog.ts";
import type { ControlStore } from "../store/control.ts";
import type { GraphReader } from "../store/graph_reader.ts";
import type { LexvecReader } from "../store/lexvec_reader.ts";
import type { RevisionPointer } from "../store/revisions.ts";

/** Comparison of the files with the index, as the guard made it for this call. */
export interface CorpusState {
  checked: boolean;
  changed: string[];
  added: string[];
  deleted: string[];
  config_changed: boolean;
  corpus_hash_indexed: string | null;
}

export interface OperationContext {
  readonly config: ProjectConfig;
  readonly pointer: RevisionPointer;
  readonly graph: GraphReader;
  readonly lexvec: LexvecReader;
  readonly control: ControlStore | null;
  readonly freshness: Freshness;
  readonly corpus: CorpusState;
  /** Reads one file of the project as it is now; a Problem says why not. */
  live(path: string): LiveFile;
  /** Why a path is, or is not, in the corpus. */
  why(path: string): PathVerdict;
  /** Hashes every file now, whatever its signature says. */
  compare(force: boolean): CorpusState & { corpus_hash_now: string };
  /** Every registered effort with its state as it is now. */
  catalog(): CatalogRow[];
}

/** How an effort's files stand to its index. */
export type EffortState =
  | "current"
  | "changed"
  | "config_changed"
  | "root_missing"
  | "index_missing"
  | "unknown";

export interface CatalogRow extends Omit<CatalogEntry, "config_hash"> {
  state: EffortState;
  /** The configuration is as it was indexed; null when that cannot be said. */
  config_matches: boolean | null;
  reason?: string;
}
