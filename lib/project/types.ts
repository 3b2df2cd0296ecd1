// What a front door can ask of a project. The engine behind it runs in a thread with cut permissions; everything that
// crosses is plain data, and every failure arrives as a Problem.

import type { Envelope } from "../facts/envelope.ts";

/** Progress of a build, for people only. */
export interface Progress {
  stage: string;
  done: number;
  total: number;
}

export interface StageTiming {
  stage: string;
  ms: number;
}

/** Outcome of one build. */
export interface BuildReport {
  index_rev: string;
  corpus_hash: string;
  /** `false`: the corpus and the configuration are as indexed, nothing was built. */
  built: boolean;
  /** A configuration was written because there was none. */
  initialised: boolean;
  files: number;
  coverage: Record<string, number>;
  nodes: number;
  edges: number;
  chunks: number;
  /** Files left out by reason, with up to three examples. */
  skipped: Record<string, { count: number; examples: string[] }>;
  problems: number;
  stages: StageTiming[];
  warnings: string[];
  removed_revs: string[];
}

export interface QueryOptions {
  /** Answer from this kept revision instead of the current one. */
  rev?: string;
  /** Who asks, for the call journal: `cli`, or the client name that an MCP client gave. */
  agent?: string;
}

export interface ProjectClient {
  /** Absolute corpus root with `/`. */
  readonly root: string;
  /** Absolute path of the configuration file. */
  readonly configFile: string;
  readonly name: string;
  /** One operation; the answer is an envelope even when it refuses (`problem`). Input is validated inside. */
  query(op: string, input: Record<string, unknown>, options?: QueryOptions): Promise<Envelope>;
  /** Builds when there is no revision or the files changed; cheap otherwise. */
  ensure(onProgress?: (p: Progress) => void): Promise<BuildReport>;
  /** Always builds a new revision. */
  index(onProgress?: (p: Progress) => void): Promise<BuildReport>;
  /** Every record of the current revision as JSON lines, in a stable order; guarded like every answer. */
  export(write: (chunk: string) => void | Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** How a project is named on the command line: nothing, a directory, a configuration file, or a catalog name. */
export interface ProjectReference {
  /** Value of `-p`; undefined takes the nearest parent with `.ragraf/`. */
  ref?: string;
  cwd: string;
  /** Write a configuration when the directory has none (ensure). */
  initialise?: boolean;
}
