// Files that move while they are indexed: a clear outcome, a warning where bytes may be of no single moment, and the
// next question is answered from what is there.

import assert from "node:assert/strict";
import { loadExtractors } from "../../lib/lang/mod.ts";
import { parseFile } from "../../lib/index/parse_job.ts";
import type { SpawnParser } from "../../lib/index/parse_pool.ts";
import type { FromParser, ToParser } from "../../lib/index/parse_worker.ts";
import { loadConfig } from "../../lib/project/config.ts";
import { Session } from "../../lib/project/session.ts";
import { loadGrammars } from "../../wasm/loader.ts";
import { type Json, sleep, TestProject } from "./project.ts";

/** A session in this thread; `onFirst` runs after the scan, when files are being read. */
async function session(project: TestProject, onFirst: () => void): Promise<Session> {
  const file = `${project.index}/project.yaml`;
  const { config, sha256 } = await loadConfig(file);
  const extractors = await loadExtractors(loadGrammars());
  let first = true;
  const spawn: SpawnParser = () => {
    if (first) onFirst();
    first = false;
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }: MessageEvent<ToParser>) => {
      const results = data.jobs.map((job) => parseFile(job, extractors, data.settings));
      port2.postMessage({ type: "results", batch: data.batch, results } satisfies FromParser);
    };
    return Promise.resolve({ port: port1, stop: () => (port1.close(), port2.close()), onDeath: () => {} });
  };
  const open = {
    type: "open" as const,
    config,
    configHash: sha256,
    configFile: file,
    dir: project.index,
    home: project.home,
    threads: 1,
    holder: "test",
    lockTimeoutMs: 1000,
  };
  return new Session(open, spawn, () => Promise.resolve(null));
}

// Enough to make the first thread start before the files after it are read.
const PADDING = `<?php\n/* ${"padding ".repeat(40_000)} */\nfunction first() {}\n`;

Deno.test("a file that vanishes between the scan and its reading is counted and not an error", async () => {
  const files = {
    "a.php": PADDING,
    "z/gone.php": "<?php\nfunction gone() {}\n",
    "z/here.php": "<?php\nfunction here() {}\n",
  };
  await using project = TestProject.make(files, "project: moving\n");
  const open = await session(project, () => Deno.removeSync(`${project.root}/z/gone.php`));
  try {
    const report = await open.build(false);
    assert.deepEqual(report.skipped.vanished, { count: 1, examples: ["z/gone.php"] });
    assert.deepEqual(report.coverage, { parsed: 2, partial: 0, failed: 0, skipped: 0 });
    assert.equal((await open.guard("compare")).freshness.stale, false);
  } finally {
    open.close();
  }
  assert.equal((await project.ask("symbol", "gone")).found, false);
  assert.equal((await project.ask("symbol", "here")).found, true);
});

Deno.test("a file changed between the scan and its reading is indexed as it was read", async () => {
  await using project = TestProject.make(
    { "a.php": PADDING, "z.php": "<?php\nfunction old() {}\n" },
    "project: moving\n",
  );
  const open = await session(project, () => project.write("z.php", "<?php\n\nfunction changed() {}\n"));
  try {
    await open.build(false);
    assert.equal((await open.guard("compare")).freshness.stale, false);
  } finally {
    open.close();
  }
  const answer = await project.ask("symbol", "changed");
  assert.equal(answer.result.matches[0].start_line, 3);
  assert.equal((await project.ask("symbol", "old")).found, false);
});

Deno.test("files replaced by a folder, a link out of the root and an unreadable one after the scan", async () => {
  const body = "<?php\nfunction f() {}\n";
  await using project = TestProject.make(
    { "a.php": PADDING, "x.php": body, "y.php": body },
    "project: moving\n",
  );
  const open = await session(project, () => {
    for (const name of ["x.php", "y.php"]) Deno.removeSync(`${project.root}/${name}`);
    Deno.mkdirSync(`${project.root}/x.php`);
    Deno.symlinkSync("/etc/hostname", `${project.root}/y.php`);
  });
  try {
    const report = await open.build(false);
    assert.equal(report.coverage.parsed, 1);
    assert.equal(report.coverage.failed, 2);
  } finally {
    open.close();
  }
  const built = await project.build();
  assert.equal(built.built, true);
  assert.equal(built.files, 1);
});

Deno.test("a file that is written all the time: warned, and right at the first question after it rests", async () => {
  await using project = TestProject.make({ "small.php": "<?php\nfunction small() {}\n" });
  const path = `${project.root}/busy.php`;
  const content = (n: number) =>
    `<?php\n${"\n".repeat(n % 7)}function busy${n}() {}\n/* ${"filler ".repeat(700_000)} */\n`;
  Deno.writeTextFileSync(path, content(0));
  let [stop, rounds] = [false, 0];
  const writer = (async () => {
    while (!stop) {
      // In place, in pieces, so that a reader meets half-written content.
      const bytes = new TextEncoder().encode(content(++rounds));
      const file = await Deno.open(path, { write: true });
      for (let at = 0; at < bytes.length; at += 64 * 1024) {
        await file.write(bytes.subarray(at, at + 64 * 1024));
        if (at % (1024 * 1024) === 0) await sleep(0);
      }
      file.close();
    }
  })();
  let warned = 0;
  try {
    for (let i = 0; i < 6 && warned === 0; i++) {
      const built: Json = await project.build("index");
      const about = built.warnings.filter((w: string) =>
        /busy\.php.*changed while it was read/.test(w)
      ).length;
      const records = (await project.ask("index_status")).result.problems.items as {
        code: string;
        path: string;
      }[];
      if (about > 0 && records.length > 0) warned++;
      assert.equal((await project.ask("symbol", "small")).found, true);
    }
  } finally {
    stop = true;
    await writer;
  }
  assert.ok(warned > 0, "no build met the writer");
  const last = content(rounds);
  Deno.writeTextFileSync(path, last);
  const answer = await project.ask("symbol", `busy${rounds}`);
  assert.equal(answer.found, true);
  assert.equal(answer.result.matches[0].start_line, 2 + rounds % 7);
  assert.equal(answer.freshness.stale, false);
  const [row] = await Promise.all([project.ask("index_status")]);
  assert.equal(row.result.problems.items.filter((p: Json) => p.code === "CHANGED_DURING_READ").length, 0);
});
