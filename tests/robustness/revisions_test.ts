// Rotation under readers, clocks that go back, and an index that is dropped and made again under a living server.

import assert from "node:assert/strict";
import { openProject } from "../../lib/project/project.ts";
import { GraphReader } from "../../lib/store/graph_reader.ts";
import { type Json, TestProject } from "./project.ts";

const source = (n: number) => `<?php\n${"\n".repeat(n)}function probe(int $n${n}): void {}\n`;

Deno.test("rotation: a reader keeps the revision that it holds open, folders go and the history stays", async () => {
  await using project = TestProject.make({ "a.php": source(0) }, "retain_revs: 1\n");
  await project.build();
  const reader = new GraphReader(`${project.index}/revs/rev-0001/graph.sqlite`);
  try {
    for (let n = 1; n <= 4; n++) {
      project.write("a.php", source(n));
      await project.build();
      project.assertTidy(1);
    }
    assert.deepEqual(project.revisionFolders(), ["rev-0005"]);
    assert.equal(reader.meta("index_rev"), "rev-0001");
    assert.deepEqual([...reader.files()].map((f) => f.path), ["a.php"]);
    assert.deepEqual(project.history().map((row) => [row.rev, row.rotated_at !== null]), [
      [5, false],
      [4, true],
      [3, true],
      [2, true],
      [1, true],
    ]);
  } finally {
    reader.close();
  }
});

Deno.test("rotation: a folder removed in part is finished by the next build", async () => {
  await using project = TestProject.make({ "a.php": source(0) }, "retain_revs: 2\n");
  for (let n = 0; n < 3; n++) await project.build("index");
  // As a process leaves it that died after its row and its first file.
  Deno.mkdirSync(`${project.index}/revs/rev-0001`);
  Deno.writeTextFileSync(`${project.index}/revs/rev-0001/lexvec.sqlite`, "");
  Deno.writeTextFileSync(`${project.index}/rev.json.0123abcd.tmp`, "{");
  await project.build("index");
  project.assertTidy(2);
});

Deno.test("a clock that was set back: the order of revisions is their number", async () => {
  await using project = TestProject.make({ "a.php": source(0) }, "retain_revs: 2\n");
  await project.build();
  // The future as the files and the history know it.
  const future = new Date(Date.now() + 400 * 86_400_000);
  Deno.utimeSync(`${project.index}/revs/rev-0001`, future, future);
  Deno.utimeSync(`${project.index}/revs/rev-0001/graph.sqlite`, future, future);
  Deno.utimeSync(`${project.root}/a.php`, future, future);
  const { DatabaseSync } = await import("node:sqlite");
  const control = new DatabaseSync(`${project.index}/control.sqlite`);
  control.prepare("UPDATE rev_history SET started_at = ?, finished_at = ?").run(
    future.toISOString(),
    future.toISOString(),
  );
  control.close();
  for (let n = 1; n <= 2; n++) {
    project.write("a.php", source(n));
    const { index_rev } = await project.build();
    assert.equal(index_rev, `rev-000${n + 1}`);
    const answer: Json = await project.ask("symbol", "probe");
    assert.equal(answer.index_rev, index_rev);
    assert.equal(answer.result.matches[0].start_line, n + 2);
    assert.equal(answer.freshness.stale, false);
  }
  assert.deepEqual(project.revisionFolders(), ["rev-0002", "rev-0003"]);
  assert.deepEqual(project.history().map((row) => row.rev), [3, 2, 1]);
});

Deno.test("an edit whose time lies in the past or in the future is seen", async () => {
  await using project = TestProject.make({ "a.php": source(1) });
  await project.build();
  for (const [n, days] of [[2, -4000], [3, 4000], [2, 0]] as const) {
    project.write("a.php", source(n));
    const time = new Date(Date.now() + days * 86_400_000);
    Deno.utimeSync(`${project.root}/a.php`, time, time);
    const answer: Json = await project.ask("symbol", "probe");
    assert.equal(answer.result.matches[0].start_line, n + 2);
    assert.equal(answer.freshness.stale, false);
  }
});

Deno.test("an index dropped and made again under a living server: it answers from the new one", async () => {
  await using project = TestProject.make({ "a.php": source(0) });
  await project.build();
  Deno.env.set("RAGRAF_HOME", project.home);
  const client = await openProject({ ref: project.root, cwd: project.root });
  const line = (answer: Json) => answer.result?.matches[0]?.start_line;
  try {
    assert.equal(line(await client.query("symbol", { name: "probe" })), 2);
    for (const all of [["--all"], []]) {
      const dropped = await project.ragraf("-p", project.root, "drop", "--yes", ...all);
      if (dropped.code !== 0) assert.fail(dropped.stderr);
      const config = `${project.index}/project.yaml`;
      project.write("a.php", source(5));
      await project.build();
      // The same number, other content; the configuration is as it was.
      assert.ok(Deno.statSync(config).isFile);
      const answer: Json = await client.query("symbol", { name: "probe" });
      assert.equal(line(answer), 7);
      assert.equal(answer.index_rev, project.pointer()!.index_rev);
      assert.doesNotMatch(answer.limits.join("\n"), /journal/);
    }
    const usage: Json = await project.ask("usage");
    assert.ok(usage.result.rows === undefined || usage.result.rows.length > 0);
    project.write("a.php", source(6));
    const rebuilt: Json = await client.query("symbol", { name: "probe" });
    assert.equal(line(rebuilt), 8);
    project.assertTidy(3);
  } finally {
    await client.close();
    Deno.env.delete("RAGRAF_HOME");
  }
});
