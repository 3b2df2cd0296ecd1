// One declaration per operation. The command line, the MCP tools, their JSON schemas, docs/OPERATIONS.md and the
// contract tests are all derived from it; none of them knows an operation by name. An operation returns an Outcome:
// it does not print, does not build the envelope and cannot write an index.

import type * as z from "zod/mini";
import type { Outcome } from "../facts/envelope.ts";
import type { OperationContext } from "./context.ts";

/** What an operation reads. `none` answers even when no revision exists. */
export type Layer = "graph" | "lexvec" | "control" | "corpus" | "catalog" | "none";

export type ObjectSchema = z.ZodMiniObject;
export type AnySchema = z.ZodMiniType;

export interface OperationSpec<I extends ObjectSchema, R extends AnySchema> {
  /** Snake-case name; the MCP tool is `ragraf_<name>`. */
  name: string;
  /** Three to five words. */
  title: string;
  /** One or two neutral sentences for an agent: what it answers, when to use it. */
  summary: string;
  input: I;
  /** The one input that the command line takes without a flag. */
  positional?: string;
  /** Schema of `result`. */
  output: R;
  needs: Layer[];
  /** `full` profile only: kept out of the default tools/list to keep it short. */
  profile?: "default" | "full";
  /**
   * What the freshness guard does before it: `update` follows the policy (the standard), `compare` only looks, so that
   * the difference itself can be the answer, `none` for what does not depend on the files.
   */
  guard?: "update" | "compare" | "none";
  /** Input that works on the bundled sample; the documentation and the contract tests run it. */
  example: Record<string, unknown>;
  run(context: OperationContext, input: z.infer<I>): Outcome<z.infer<R>> | Promise<Outcome<z.infer<R>>>;
}

/** An operation as the front doors see it: input checked by its own schema before `run`. */
export interface Operation {
  name: string;
  title: string;
  summary: string;
  input: ObjectSchema;
  positional: string | null;
  output: AnySchema;
  needs: readonly Layer[];
  profile: "default" | "full";
  guard: "update" | "compare" | "none";
  example: Record<string, unknown>;
  run(context: OperationContext, input: never): Outcome<unknown> | Promise<Outcome<unknown>>;
}

/** Declares an operation. The generic parameters tie `run` to both schemas. */
export function defineOperation<I extends ObjectSchema, R extends AnySchema>(
  spec: OperationSpec<I, R>,
): Operation {
  return {
    name: spec.name,
    title: spec.title,
    summary: spec.summary,
    input: spec.input,
    positional: spec.positional ?? null,
    output: spec.output,
    needs: spec.needs,
    profile: spec.profile ?? "default",
    guard: spec.guard ?? "update",
    example: spec.example,
    run: spec.run as Operation["run"],
  };
}
