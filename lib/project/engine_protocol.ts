// Messages between the main thread and the engine. Plain data only; a failure crosses as a ProblemData.

import type { ProblemData } from "../base/problem.ts";
import type { ProjectConfig } from "../facts/config.ts";
import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import type { CatalogRow } from "../ops/context.ts";

export interface EngineOpen {
  type: "open";
  config: ProjectConfig;
  configHash: string;
  configFile: string;
  /** Absolute `.ragraf` folder with `/`. */
  dir: string;
  home: string;
  threads: number;
  /** Text of the lock file: pid, host, time. */
  holder: string;
  lockTimeoutMs: number;
}

export type Requests = {
  query: { op: string; input: Record<string, unknown>; rev?: string; agent: string; catalog?: CatalogRow[] };
  ensure: Record<never, never>;
  index: Record<never, never>;
  export: Record<never, never>;
  /** Whether the files are as indexed: for the catalog's row of another effort. */
  state: Record<never, never>;
};
export type Method = keyof Requests;

export type ToEngine =
  | EngineOpen
  | { type: "config"; config: ProjectConfig; configHash: string }
  | { [M in Method]: { type: "request"; id: number; method: M; params: Requests[M] } }[Method]
  | { type: "parser"; thread: number; port: MessagePort }
  | { type: "parser-failed"; thread: number; problem: ProblemData }
  | { type: "parser-died"; thread: number; message: string }
  | { type: "ack"; id: number }
  | { type: "live-schema"; id: number; outcome: LiveSchemaOutcome | null };

export type FromEngine =
  | { type: "opened" }
  | { type: "answer"; id: number; value: unknown }
  | { type: "failure"; id: number; problem: ProblemData }
  | { type: "progress"; id: number; stage: string; done: number; total: number }
  | { type: "chunk"; id: number; text: string }
  | { type: "live-schema"; id: number; db: ProjectConfig["db"] }
  | { type: "spawn"; thread: number }
  | { type: "stop"; thread: number };
