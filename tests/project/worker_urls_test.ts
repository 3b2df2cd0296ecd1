// The same call from source, from any place a bundler may put it, and inside the executable.

import assert from "node:assert/strict";
import { WORKER_ENTRIES, type WorkerName, workerUrlFrom } from "../../lib/project/worker_urls.ts";

function check(moduleUrl: string, name: WorkerName, expected: string): void {
  assert.equal(workerUrlFrom(moduleUrl, name).href, expected, moduleUrl);
}

Deno.test("worker URLs follow the code", () => {
  check("file:///r/lib/project/worker_urls.ts", "engine", "file:///r/lib/project/engine_worker.ts");
  check("file:///r/lib/project/worker_urls.ts", "parse", "file:///r/lib/index/parse_worker.ts");
  check("file:///r/dist/bundle/main.js", "engine", "file:///r/dist/bundle/lib/project/engine_worker.js");
  check("file:///r/dist/bundle/chunk-ABC.js", "parse", "file:///r/dist/bundle/lib/index/parse_worker.js");
  check("file:///b/lib/project/engine_worker.js", "parse", "file:///b/lib/index/parse_worker.js");
  check("file:///b/lib/index/parse_worker.js", "engine", "file:///b/lib/project/engine_worker.js");
  check(
    "file:///C:/T/deno-compile-ragraf.exe/main.js",
    "parse",
    "file:///C:/T/deno-compile-ragraf.exe/lib/index/parse_worker.js",
  );
});

Deno.test("a root with spaces and letters beyond ASCII keeps them", () => {
  check(
    "file:///a%20b/%D0%B4/lib/project/worker_urls.ts",
    "parse",
    "file:///a%20b/%D0%B4/lib/index/parse_worker.ts",
  );
});

Deno.test("every entry is a worker file", () => {
  for (const entry of Object.values(WORKER_ENTRIES)) assert.match(entry, /^lib\/[a-z]+\/[a-z]+_worker$/);
});
