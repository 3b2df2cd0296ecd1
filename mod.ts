// The public API: open a project, ask it operations, read their declarations. Everything else is internal and may
// change without notice.

export { openProject } from "./lib/project/project.ts";
export type {
  BuildReport,
  Progress,
  ProjectClient,
  ProjectReference,
  QueryOptions,
  StageTiming,
} from "./lib/project/types.ts";
export { OPERATIONS } from "./lib/ops/mod.ts";
export type { Operation } from "./lib/ops/define.ts";
export type { DriftCounts, Envelope, Freshness, StaleWarning } from "./lib/facts/envelope.ts";
export { type ExitCode, Problem, type ProblemData } from "./lib/base/problem.ts";
