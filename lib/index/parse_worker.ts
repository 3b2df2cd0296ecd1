// A thread that parses. It has no permission at all: bytes come in by message, rows go out. It ends only with its
// owner; a file that ends the thread is found out and named by lib/index/parse_pool.ts.

import "../base/quiet_console.ts";
import { Problem, type ProblemData } from "../base/problem.ts";
import { type GrammarBytes, loadExtractors } from "../lang/mod.ts";
import { parseFile, type ParseJob, type ParseResult, type ParseSettings, withoutText } from "./parse_job.ts";

export interface ParseWorkerInit {
  port: MessagePort;
  grammars: GrammarBytes;
}

export type ToParser = { type: "jobs"; batch: number; settings: ParseSettings; jobs: ParseJob[] };
export type FromParser =
  | { type: "ready" }
  | { type: "results"; batch: number; results: ParseResult[] }
  | { type: "broken"; message: string }
  /** The parsers cannot be loaded at all: another thread would fare no better. */
  | { type: "unusable"; problem: ProblemData };

const scope = self as unknown as { onmessage: ((event: MessageEvent<ParseWorkerInit>) => void) | null };

scope.onmessage = (event) => {
  const { port, grammars } = event.data;
  const ready = loadExtractors(grammars);
  ready.catch((error) => {
    const { message } = Problem.from(error);
    const hint = "run `ragraf doctor`: it checks the grammars";
    const problem = new Problem("PARSERS_UNUSABLE", `the parsers cannot be loaded: ${message}`, hint);
    port.postMessage({ type: "unusable", problem: problem.toData() } satisfies FromParser);
  });
  port.onmessage = async (message: MessageEvent<ToParser>) => {
    const { batch, settings, jobs } = message.data;
    try {
      const extractors = await ready;
      const results = jobs.map((job) => {
        try {
          return parseFile(job, extractors, settings);
        } catch (error) {
          const text = Problem.from(error).message;
          return withoutText(job, "failed", "EXTRACTOR_FAILED", "unknown", {
            line: 1,
            code: "EXTRACTOR_FAILED",
            message: text,
          });
        }
      });
      port.postMessage({ type: "results", batch, results } satisfies FromParser);
    } catch (error) {
      port.postMessage({ type: "broken", message: Problem.from(error).message } satisfies FromParser);
    }
  };
  port.postMessage({ type: "ready" } satisfies FromParser);
};
