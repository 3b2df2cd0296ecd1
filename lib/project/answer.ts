// Runs one operation and wraps its outcome into the envelope. The only place where an envelope is made: no answer can
// lack a field (FT-16), and a refusal is an envelope too.

import * as z from "zod/mini";
import { nearestNames } from "../base/names.ts";
import { Problem, usageProblem } from "../base/problem.ts";
import { readLive } from "../corpus/live.ts";
import { whyPath } from "../corpus/why.ts";
import {
  type Envelope,
  envelopeOf,
  type Freshness,
  NOT_CHECKED,
  type Outcome,
  type StaleWarning,
} from "../facts/envelope.ts";
import type { CatalogRow, CorpusState, OperationContext } from "../ops/context.ts";
import type { Layer, Operation } from "../ops/define.ts";
import { refuseQueryLanguage } from "../ops/fields.ts";
import { operation, OPERATIONS } from "../ops/mod.ts";
import { journalRow } from "../telemetry/journal.ts";
import { pathsIn } from "./paths_in_result.ts";
import { type Comparison, freshnessOf, notIndexed, type OpenRevision, type Session } from "./session.ts";

export interface Question {
  op: string;
  input: Record<string, unknown>;
  rev?: string;
  agent: string;
  catalog?: CatalogRow[];
}

/** Layers that a revision holds, or that mean nothing without one. */
const OF_REVISION: ReadonlySet<Layer> = new Set<Layer>(["graph", "lexvec", "corpus"]);

export async function answer(session: Session, question: Question): Promise<Envelope> {
  const started = performance.now();
  let freshness: Freshness = NOT_CHECKED;
  let opened: OpenRevision | null = null;
  let corpus: CorpusState | null = null;
  let envelope: Envelope;
  try {
    const op = findOperation(question.op);
    const input = checkInput(op, question.input);
    let compared: Comparison | undefined;
    if (question.rev !== undefined || op.guard === "none") opened = session.open(question.rev);
    if (op.guard !== "none") {
      const guarded = opened === null ? await session.guard(op.guard) : session.against(opened);
      ({ opened, freshness, corpus, compared } = guarded);
      if (guarded.refused) throw guarded.refused;
    }
    if (opened === null && op.needs.some((layer) => OF_REVISION.has(layer))) {
      throw notIndexed(session.config.root);
    }
    opened?.graph.mustBeReadable();
    // A forced comparison knows better than the guard: the envelope says what it says.
    const compare = (force: boolean) => {
      if (opened === null) throw notIndexed(session.config.root);
      const now = !force && compared !== undefined ? compared : session.compare(opened, force);
      corpus = now.state;
      freshness = freshnessOf(now.state);
      return { ...now.state, corpus_hash_now: session.hashNow(opened, now, force) };
    };
    const context = makeContext(session, opened, freshness, corpus, compare, question);
    const outcome = await op.run(context, input as never);
    envelope = wrap(op.name, opened, freshness, corpus, outcome);
    if (question.rev !== undefined) {
      envelope.limits.push(`answered from the kept revision ${question.rev}`);
    }
  } catch (error) {
    envelope = refusalEnvelope(
      question.op,
      Problem.from(error),
      opened?.pointer.index_rev ?? null,
      freshness,
    );
  }
  record(session, opened, envelope, question, performance.now() - started);
  if (question.rev !== undefined && opened !== null) {
    opened.graph.close();
    opened.lexvec.close();
  }
  return envelope;
}

/** Envelope of an answer that could not be given. */
export function refusalEnvelope(
  op: string,
  problem: Problem,
  index_rev: string | null,
  freshness: Freshness = NOT_CHECKED,
): Envelope<null> {
  const files = freshness.stale ? freshness.changed + freshness.added + freshness.deleted : 0;
  const drift = { files, symbols: 0, entries: 0 };
  return envelopeOf(op, {
    index_rev,
    drift,
    freshness,
    found: false,
    result: null,
    problem: problem.toData(),
  });
}

function findOperation(name: string): Operation {
  const op = operation(name);
  if (op !== undefined) return op;
  const nearest = nearestNames(name, OPERATIONS.map((o) => o.name), 1)[0];
  const all = OPERATIONS.map((o) => o.name).join(", ");
  throw usageProblem(
    "UNKNOWN_OPERATION",
    `there is no operation «${name.slice(0, 60)}»`,
    nearest ? `did you mean ${nearest}?` : `one of: ${all}`,
  );
}

/** Unknown fields are an error too: an agent that misspells one must learn it. */
function checkInput(op: Operation, input: Record<string, unknown>): unknown {
  const known = Object.keys(op.input._zod.def.shape);
  const unknown = Object.keys(input).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const nearest = nearestNames(unknown, known, 1)[0];
    throw usageProblem(
      "BAD_INPUT",
      `${op.name} has no input «${unknown}»`,
      nearest ? `did you mean ${nearest}?` : `inputs: ${known.join(", ") || "none"}`,
    );
  }
  const parsed = z.safeParse(op.input, input);
  if (parsed.success) {
    // Whatever the field is called: no operation takes a query text (FT-15).
    for (const value of Object.values(input).flat()) {
      if (typeof value === "string") refuseQueryLanguage(value);
    }
    return parsed.data;
  }
  const issues = parsed.error.issues.map((issue) =>
    `${issue.path.join(".") || "input"}: ${describeIssue(issue)}`
  );
  throw usageProblem(
    "BAD_INPUT",
    `${op.name}: ${issues.join("; ")}`,
    `example: ${JSON.stringify(op.example)}`,
  );
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? `a ${issue.expected} is missing` : `must be a ${issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return issue.origin === "string" ? "must not be empty" : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "array"
        ? `at most ${issue.maximum} entries`
        : `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function makeContext(
  session: Session,
  opened: OpenRevision | null,
  freshness: Freshness,
  corpus: CorpusState | null,
  compare: OperationContext["compare"],
  question: Question,
): OperationContext {
  const revision = (): OpenRevision => {
    if (opened !== null) return opened;
    throw notIndexed(session.config.root);
  };
  return {
    config: session.config,
    get pointer() {
      return revision().pointer;
    },
    get graph() {
      return revision().graph;
    },
    get lexvec() {
      return revision().lexvec;
    },
    control: session.control().store,
    freshness,
    corpus: corpus ?? {
      checked: false,
      changed: [],
      added: [],
      deleted: [],
      config_changed: opened !== null && opened.pointer.config_hash !== session.configHash,
      corpus_hash_indexed: opened?.pointer.corpus_hash ?? null,
    },
    live: (path) => readLive(session.config.root, session.selector, path),
    why: (path) => whyPath(session.config.root, session.selector, path),
    compare,
    catalog: () => question.catalog ?? [],
  };
}

function wrap(
  op: string,
  opened: OpenRevision | null,
  freshness: Freshness,
  corpus: CorpusState | null,
  outcome: Outcome<unknown>,
): Envelope {
  const differing = corpus === null ? [] : [...corpus.changed, ...corpus.deleted];
  const stale = freshness.stale && opened !== null ? staleWarnings(opened, differing, outcome.result) : [];
  const own = outcome.stale_warnings ?? [];
  return {
    op,
    index_rev: opened?.pointer.index_rev ?? null,
    capability: "degraded",
    drift: {
      files: differing.length + (corpus?.added.length ?? 0),
      symbols: freshness.stale && opened !== null ? declarationsIn(opened, differing) : 0,
      entries: 0,
    },
    provenance: outcome.provenance ?? "index",
    freshness,
    limits: outcome.limits ?? [],
    stale_warnings: [...own, ...stale.filter((w) => !own.some((o) => o.path === w.path))],
    found: outcome.found,
    result: outcome.result,
  };
}

/** One mark for every file that the answer points into and that is not as indexed any more. */
function staleWarnings(opened: OpenRevision, differing: string[], result: unknown): StaleWarning[] {
  if (differing.length === 0) return [];
  const touched = pathsIn(result);
  return differing.filter((path) => touched.has(path)).map((path) => ({
    path,
    reason: "the file differs from the index",
    since: opened.pointer.index_rev,
    suggest: "live_read" as const,
  }));
}

function declarationsIn(opened: OpenRevision, paths: string[]): number {
  let count = 0;
  for (const path of paths) {
    const file = opened.graph.file(path);
    if (file !== undefined) count += opened.graph.declarationCount(file.id);
  }
  return count;
}

/** The journal never stops an answer: what could not be written is said in `limits`. */
function record(
  session: Session,
  opened: OpenRevision | null,
  envelope: Envelope,
  question: Question,
  ms: number,
): void {
  const { store, reason } = session.control();
  try {
    if (store === null) throw new Error(reason ?? "unknown");
    let fileChars = 0;
    if (opened !== null) {
      for (const path of pathsIn(envelope.result)) fileChars += opened.graph.file(path)?.bytes ?? 0;
    }
    const size = JSON.stringify(envelope).length;
    store.call(
      journalRow(envelope, question.input, question.agent, ms, size, fileChars),
      new Date().toISOString(),
    );
  } catch (error) {
    envelope.limits.push(`this call is not in the journal: ${(error as Error).message}`);
  }
}
