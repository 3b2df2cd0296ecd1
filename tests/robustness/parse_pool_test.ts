// A parsing thread that dies, fails or never comes takes no other file with it: every file gets exactly one result.

import assert from "node:assert/strict";
import { type ParseJob, type ParseResult, withoutText } from "../../lib/index/parse_job.ts";
import { ParsePool, type ParserThread, type SpawnParser } from "../../lib/index/parse_pool.ts";
import type { FromParser, ToParser } from "../../lib/index/parse_worker.ts";
import { Problem } from "../../lib/base/problem.ts";

/** What a thread does with a file: parses it, fails inside, or dies of it. */
type Fate = "parsed" | "fails" | "dies";

interface Threads {
  spawn: SpawnParser;
  started: number;
  stopped: number;
  /** How often each file reached a thread. */
  tries: Map<string, number>;
}

function threads(fate: (path: string) => Fate, spawnable: (n: number) => boolean = () => true): Threads {
  const state: Threads = { spawn, started: 0, stopped: 0, tries: new Map() };
  function spawn(): Promise<ParserThread> {
    if (!spawnable(++state.started)) return Promise.reject(new Problem("NO_THREAD", "no thread", "wait"));
    const { port1, port2 } = new MessageChannel();
    let alive = true;
    let death = (_: string) => {};
    port2.onmessage = ({ data }: MessageEvent<ToParser>) => {
      if (!alive) return;
      const results: ParseResult[] = [];
      for (const job of data.jobs) {
        state.tries.set(job.path, (state.tries.get(job.path) ?? 0) + 1);
        const what = fate(job.path);
        if (what === "dies") {
          alive = false;
          queueMicrotask(() => death("out of memory"));
          return;
        }
        results.push(
          what === "fails"
            ? withoutText(job, "failed", "EXTRACTOR_FAILED", "unknown", {
              line: 1,
              code: "EXTRACTOR_FAILED",
              message: "x",
            })
            : withoutText(job, "parsed", "", "utf-8"),
        );
      }
      port2.postMessage({ type: "results", batch: data.batch, results } satisfies FromParser);
    };
    return Promise.resolve({
      port: port1,
      stop: () => {
        alive = false;
        state.stopped++;
        port1.close();
        port2.close();
      },
      onDeath: (callback) => void (death = callback),
    });
  }
  return state;
}

function jobs(count: number): ParseJob[] {
  return Array.from({ length: count }, (_, file) => ({
    file,
    path: `f${file}.php`,
    language: "php",
    bytes: new Uint8Array(1000),
  }));
}

async function run(made: Threads, count: number, size = 3): Promise<Map<number, ParseResult>> {
  const results = new Map<number, ParseResult>();
  const pool = new ParsePool(made.spawn, size, { maxTokens: 512, dialect: "auto" }, (result) => {
    assert.ok(!results.has(result.file), `two results for file ${result.file}`);
    results.set(result.file, result);
  });
  try {
    for (const job of jobs(count)) await pool.add(job);
    await pool.finish();
  } finally {
    pool.stop();
  }
  assert.equal(results.size, count, "every file has a result");
  return results;
}

function failedOf(results: Map<number, ParseResult>): Record<string, string> {
  const failed = [...results].filter(([, r]) => r.state !== "parsed");
  return Object.fromEntries(failed.sort((a, b) => a[0] - b[0]).map(([n, r]) => [`f${n}.php`, r.reason!]));
}

Deno.test("parse pool: of a batch that kills its thread only the guilty file is named", async () => {
  const made = threads((path) => path === "f70.php" ? "dies" : "parsed");
  assert.deepEqual(failedOf(await run(made, 500)), { "f70.php": "PARSER_DIED" });
  assert.equal(made.tries.get("f70.php"), 2);
});

Deno.test("parse pool: several guilty files, also side by side and at the ends", async () => {
  const guilty = new Set([0, 1, 2, 47, 48, 200, 498, 499].map((n) => `f${n}.php`));
  const made = threads((path) => guilty.has(path) ? "dies" : "parsed");
  assert.deepEqual(Object.keys(failedOf(await run(made, 500, 2))), [...guilty]);
});

Deno.test("parse pool: every file kills its thread: each is named, the run ends", async () => {
  const results = await run(threads(() => "dies"), 60, 2);
  assert.equal(Object.keys(failedOf(results)).length, 60);
});

Deno.test("parse pool: a file that fails inside is tried in another thread, and named when it fails again", async () => {
  let first = true;
  const once = threads((path) => path === "f9.php" && first ? (first = false, "fails") : "parsed");
  assert.deepEqual(failedOf(await run(once, 200)), {});
  const twice = threads((path) => path === "f9.php" ? "fails" : "parsed");
  assert.deepEqual(failedOf(await run(twice, 200)), { "f9.php": "EXTRACTOR_FAILED" });
  assert.equal(twice.tries.get("f9.php"), 2);
});

Deno.test("parse pool: failing and dying files in one run", async () => {
  const made = threads((path) => path === "f3.php" ? "fails" : path === "f4.php" ? "dies" : "parsed");
  assert.deepEqual(failedOf(await run(made, 300, 2)), {
    "f3.php": "EXTRACTOR_FAILED",
    "f4.php": "PARSER_DIED",
  });
});

Deno.test("parse pool: threads that cannot be started are done without while there is one", async () => {
  const made = threads(() => "parsed", (n) => n === 1);
  assert.deepEqual(failedOf(await run(made, 400, 4)), {});
});

Deno.test("parse pool: without any thread the run ends with the reason", async () => {
  await assert.rejects(run(threads(() => "parsed", () => false), 100), { code: "NO_THREAD" });
});

Deno.test("parse pool: no more threads after one died: the run ends, it does not hang", async () => {
  const made = threads((path) => path === "f5.php" ? "dies" : "parsed", (n) => n === 1);
  await assert.rejects(run(made, 100, 1), { code: "NO_THREAD" });
});

Deno.test("parse pool: a store that refuses a row ends the run with its own error", async () => {
  const made = threads(() => "parsed");
  let taken = 0;
  const pool = new ParsePool(made.spawn, 2, { maxTokens: 512, dialect: "auto" }, () => {
    if (++taken === 100) throw new Error("database or disk is full");
  });
  const work = (async () => {
    for (const job of jobs(1000)) await pool.add(job);
    await pool.finish();
  })();
  await assert.rejects(work, /database or disk is full/);
  pool.stop();
});

Deno.test("parse pool: grammars that cannot be loaded end the run instead of failing every file", async () => {
  const problem = new Problem("PARSERS_UNUSABLE", "bad wasm", "doctor").toData();
  let stopped = 0;
  const spawn: SpawnParser = () => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => port2.postMessage({ type: "unusable", problem } satisfies FromParser);
    return Promise.resolve({
      port: port1,
      stop: () => (stopped++, port1.close(), port2.close()),
      onDeath: () => {},
    });
  };
  const pool = new ParsePool(
    spawn,
    1,
    { maxTokens: 512, dialect: "auto" },
    () => assert.fail("no file was parsed"),
  );
  for (const job of jobs(10)) await pool.add(job);
  await assert.rejects(pool.finish(), { code: "PARSERS_UNUSABLE" });
  pool.stop();
  assert.equal(stopped, 1);
});

Deno.test("parse pool: every thread that was started is ended, also one that comes late", async () => {
  const made = threads(() => "parsed");
  const late: (() => void)[] = [];
  const pool = new ParsePool(
    async () => {
      if (made.started > 0) await new Promise<void>((resolve) => late.push(resolve));
      return made.spawn();
    },
    3,
    { maxTokens: 512, dialect: "auto" },
    () => {},
  );
  for (const job of jobs(300)) await pool.add(job);
  await pool.finish();
  for (const go of late) go();
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(made.stopped, made.started);
});
