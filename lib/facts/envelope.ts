// The one shape of every answer, on every channel (DESIGN §9). No operation builds it: they return an Outcome, and
// the project wraps it, so that no answer can lack a field.

import type { ProblemData } from "../base/problem.ts";

export interface Freshness {
  /** The corpus was compared with the index for this answer. */
  checked: boolean;
  /** The answer may be of an older state than the files: see `reason`. */
  stale: boolean;
  reason?: string;
  changed: number;
  added: number;
  deleted: number;
  config_changed: boolean;
  /** This call built a new revision before it answered. */
  reindexed: boolean;
  reindex_rev?: string;
}

export interface StaleWarning {
  path: string;
  reason: string;
  since: string;
  suggest: "live_read";
}

export interface DriftCounts {
  files: number;
  symbols: number;
  entries: number;
}

export interface Envelope<R = unknown> {
  op: string;
  /** `rev-0007`; `null` only when no revision exists and the operation can answer without one. */
  index_rev: string | null;
  capability: "full" | "degraded";
  drift: DriftCounts;
  provenance: "index" | "live" | "mixed";
  freshness: Freshness;
  /** What this answer does not cover, and why. */
  limits: string[];
  stale_warnings: StaleWarning[];
  found: boolean;
  result: R;
  problem?: ProblemData;
}

/** What an operation returns; everything else of the envelope is not its business. */
export interface Outcome<R> {
  found: boolean;
  result: R;
  provenance?: Envelope["provenance"];
  limits?: string[];
  stale_warnings?: StaleWarning[];
}

/** A bounded list: never cut silently. */
export interface Bounded<T> {
  items: T[];
  total: number;
  truncated: boolean;
}

/** Of an answer that does not depend on the files, or that failed before they were looked at. */
export const NOT_CHECKED: Freshness = {
  checked: false,
  stale: false,
  changed: 0,
  added: 0,
  deleted: 0,
  config_changed: false,
  reindexed: false,
};

/** An envelope in which nothing is claimed yet; whoever answers overrides what it knows. No field can be forgotten. */
export function envelopeOf<R>(
  op: string,
  known: Partial<Envelope<R>> & { found: boolean; result: R },
): Envelope<R> {
  return {
    op,
    index_rev: null,
    capability: "degraded",
    drift: { files: 0, symbols: 0, entries: 0 },
    provenance: "index",
    freshness: NOT_CHECKED,
    limits: [],
    stale_warnings: [],
    ...known,
  };
}
