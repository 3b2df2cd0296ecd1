// What the front doors need from the rest of the program, as functions that load on demand. main.ts wires the real
// ones, tests wire fakes. Nothing here is imported by the engine, and nothing here does work of its own.

import type { Envelope } from "../facts/envelope.ts";
import type { Operation } from "../ops/define.ts";
import type { ProjectClient, ProjectReference } from "../project/types.ts";

/** State of one embedded WebAssembly binary, as `doctor` prints it. */
export interface GrammarState {
  name: string;
  package: string;
  version: string;
  sha256: string;
  source: string;
  ok: boolean;
  problem?: { code: string; message: string; hint: string };
}

/** What `drop` took away and left. Names are relative to `.ragraf`. */
export interface DropReport {
  root: string;
  removed: string[];
  kept: string[];
}

/** How the server is started by `ragraf mcp`. */
export interface ServeRequest {
  ref?: string;
  cwd: string;
  profile: "default" | "full";
}

export interface Doors {
  /** Every operation of this version, in the order of the list. */
  operations(): Promise<readonly Operation[]>;
  open(reference: ProjectReference): Promise<ProjectClient>;
  /** Hint that a project will be opened, from raw arguments: it may begin at once. */
  expect?(argv: readonly string[]): void;
  /** The answer of `catalog`, which needs no project. */
  catalog(): Promise<Envelope>;
  /** Removes the index of a project without opening it. */
  drop(reference: ProjectReference, all: boolean): Promise<DropReport>;
  /** Runs the protocol server until its input ends; the exit code. */
  serve(request: ServeRequest): Promise<number>;
  grammars(): Promise<GrammarState[]>;
}
