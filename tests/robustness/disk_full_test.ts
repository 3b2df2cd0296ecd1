// A disk that takes no more while a revision is written. A real one: a small file system mounted on `.ragraf`, where
// this process may mount; and the limit on the size of a file, which every system has, everywhere.

import assert from "node:assert/strict";
import { runProcess } from "../system/sample.ts";
import { names, phpFiles, TestProject } from "./project.ts";

const PROBE = "<?php\nfunction probe(): void {}\n";

async function mountSmall(folder: string, bytes: string): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  Deno.mkdirSync(folder, { recursive: true });
  const options = ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder];
  return (await runProcess("mount", options).catch(() => ({ code: 1 }))).code === 0;
}

/** What holds after a build that the disk refused. `used` are the names in `.ragraf` before it. */
async function assertUnharmed(project: TestProject, before: string[]): Promise<void> {
  assert.deepEqual(project.revisionFolders(), ["rev-0001"], "the half-built revision is removed");
  assert.deepEqual(names(project.index).filter((name) => !before.includes(name)), []);
  const answer = await project.ask("symbol", "probe");
  assert.equal(answer.found, true);
  assert.equal(answer.index_rev, "rev-0001");
  assert.equal(answer.freshness.stale, true);
  assert.match(answer.freshness.reason, /the rebuild failed/);
}

async function assertRecovers(project: TestProject): Promise<void> {
  const built = await project.build();
  assert.equal(built.built, true);
  project.assertTidy(3);
  const answer = await project.ask("symbol", "Thing3");
  assert.equal(answer.found, true);
  assert.equal(answer.freshness.stale, false);
  const failed = project.history().filter((row) => row.state === "failed");
  assert.ok(failed.length > 0);
}

Deno.test("a full disk: DISK_FULL, the revision before it answers, with space the next build works", async () => {
  await using project = TestProject.make({ "probe.php": PROBE });
  if (!(await mountSmall(project.index, "24m"))) {
    console.log(
      "skipped 1: no file system can be mounted here; the test with a limit on file sizes stands for it",
    );
    return;
  }
  try {
    await project.build();
    for (const [path, text] of Object.entries(phpFiles(150, 18))) project.write(path, text);
    const ballast = Deno.openSync(`${project.index}/ballast`, { write: true, create: true });
    const piece = new Uint8Array(64 * 1024);
    try {
      for (;;) if (ballast.writeSync(piece) < piece.length) break;
    } catch {
      // Full.
    }
    // Room for a beginning, not for a revision.
    for (const left of [0, 256 * 1024, 768 * 1024]) {
      const { size } = ballast.statSync();
      ballast.truncateSync(size - left);
      const before = names(project.index);
      const outcome = await project.ragraf("--json", "index", project.root);
      assert.equal(outcome.code, 1, outcome.stderr);
      assert.equal(JSON.parse(outcome.stdout).problem.code, "DISK_FULL", outcome.stderr);
      assert.match(outcome.stderr, /free some space/);
      await assertUnharmed(project, [
        ...before,
        "config.cache.json",
        "control.sqlite-wal",
        "control.sqlite-shm",
      ]);
    }
    ballast.close();
    Deno.removeSync(`${project.index}/ballast`);
    await assertRecovers(project);
  } finally {
    await runProcess("umount", ["-l", project.index]);
  }
});

Deno.test("a system that refuses to let a file grow: named, nothing harmed, the next build works", async () => {
  if (Deno.build.os === "windows") return;
  await using project = TestProject.make({ "probe.php": PROBE });
  await project.build();
  for (const [path, text] of Object.entries(phpFiles(150, 18))) project.write(path, text);
  const before = names(project.index);
  // Refused writes fail instead of ending the process. In blocks of 512 bytes.
  const limited = `trap "" XFSZ; ulimit -f 1000; exec "$@"`;
  const outcome = await project.ragrafUnder(limited, "--json", "index", project.root);
  assert.equal(outcome.code, 1, outcome.stderr);
  assert.match(JSON.parse(outcome.stdout).problem.code, /^(?:WRITE_FAILED|DISK_FULL)$/, outcome.stdout);
  assert.deepEqual(project.revisionFolders(), ["rev-0001"]);
  assert.deepEqual(names(project.index), before);
  const answer = await project.ragrafUnder(limited, "--json", "-p", project.root, "query", "symbol", "probe");
  const envelope = JSON.parse(answer.stdout);
  assert.equal(envelope.found, true);
  assert.equal(envelope.index_rev, "rev-0001");
  assert.equal(envelope.freshness.stale, true);
  assert.match(envelope.freshness.reason, /the rebuild failed/);
  await assertRecovers(project);
});
