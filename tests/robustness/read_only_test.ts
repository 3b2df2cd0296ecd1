// A `.ragraf` that cannot be written: questions are answered all the same, what could not be kept is said, and a build
// is refused with its reason. Root may write everywhere, so the program runs without that right.

import assert from "node:assert/strict";
import { type Json, TestProject } from "./project.ts";

/** Root without the rights that let it pass over permissions; any other user as he is. */
const PLAIN = Deno.build.os === "linux" && Deno.uid() === 0
  ? `exec setpriv --bounding-set=-dac_override,-dac_read_search,-fowner --inh-caps=-all "$@"`
  : `exec "$@"`;

function lockUp(project: TestProject): void {
  const visit = (folder: string) => {
    for (const entry of Deno.readDirSync(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) visit(path);
      else Deno.chmodSync(path, 0o444);
    }
    Deno.chmodSync(folder, 0o555);
  };
  visit(project.index);
}

function open(folder: string): void {
  Deno.chmodSync(folder, 0o755);
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) open(`${folder}/${entry.name}`);
    else Deno.chmodSync(`${folder}/${entry.name}`, 0o644);
  }
}

async function ask(project: TestProject, ...args: string[]): Promise<Json> {
  const outcome = await project.ragrafUnder(PLAIN, "--json", "-p", project.root, "query", ...args);
  const answer = JSON.parse(outcome.stdout);
  assert.equal(outcome.code, answer.problem?.exit ?? 0, outcome.stderr);
  return answer;
}

for (const journal of [true, false]) {
  Deno.test({
    name: `a read-only .ragraf ${journal ? "as a call leaves it" : "without the files of the journal"}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      await using project = TestProject.make({ "a.php": "<?php\nfunction first() {}\n" });
      await project.build();
      if (!journal) {
        project.history();
        for (const part of ["-wal", "-shm"]) {
          try {
            Deno.removeSync(`${project.index}/control.sqlite${part}`);
          } catch {
            // Merged and gone already.
          }
        }
      }
      lockUp(project);
      try {
        const answer = await ask(project, "symbol", "first");
        assert.equal(answer.found, true);
        assert.equal(answer.freshness.stale, false);
        assert.match(answer.limits.join("\n"), /not in the journal/);
        for (const args of [["search", "first"], ["index_status"], ["repo_map"], ["freshness"]]) {
          const other = await ask(project, ...args);
          assert.equal(other.problem, undefined, JSON.stringify(other.problem));
        }
        // The journal itself is what cannot be opened without its files: said with the way out, or answered.
        const usage = await ask(project, "usage");
        if (usage.problem) assert.match(usage.problem.hint, /access rights/);

        const index = await project.ragrafUnder(PLAIN, "--json", "index", project.root);
        assert.equal(index.code, 1, index.stdout);
        assert.equal(JSON.parse(index.stdout).problem.code, "NOT_WRITABLE");
        assert.match(index.stderr, /write access/);

        project.write("a.php", "<?php\n\n\nfunction first() {}\n");
        const stale = await ask(project, "symbol", "first");
        assert.equal(stale.found, true);
        assert.equal(stale.freshness.stale, true);
        assert.match(stale.freshness.reason, /1 changed.*the rebuild failed.*cannot be written/);
        assert.equal(stale.stale_warnings[0].path, "a.php");
        assert.deepEqual(project.revisionFolders(), ["rev-0001"]);
      } finally {
        open(project.index);
      }
      const answer = await ask(project, "symbol", "first");
      assert.equal(answer.result.matches[0].start_line, 4);
      assert.equal(answer.freshness.stale, false);
    },
  });
}

Deno.test({
  name: "a user folder that cannot be written: the build stands and says so",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using project = TestProject.make({ "a.php": "<?php\nfunction first() {}\n" });
    Deno.mkdirSync(project.home);
    Deno.chmodSync(project.home, 0o555);
    const outcome = await project.ragrafUnder(PLAIN, "--json", "ensure", project.root);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(JSON.parse(outcome.stdout).result.warnings.join("\n"), /the catalog was not updated/);
    Deno.chmodSync(project.home, 0o755);
  },
});
