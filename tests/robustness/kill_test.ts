// NFR-11: whatever moment a build dies in, the revision before it answers, nothing half-built is ever called ready, the
// next build succeeds and nothing is left over.

import assert from "node:assert/strict";
import { openProject } from "../../lib/project/project.ts";
import { phpFiles, seeded, sleep, TestProject } from "./project.ts";

const KILLS = 100;
const RETAIN = 3;
/** Coprime to the number of kills: the parts of a build take turns, so that the estimate of its length settles early. */
const STRIDE = 37;
/** Every so many kills one waits for the switch itself and meets what comes after it. */
const AT_SWITCH = 8;

/** `probe` stands in a line of its own in every round, so that an answer tells of which round it is. */
function probe(round: number): string {
  return `<?php\n${"\n".repeat(round)}function probe(int $round${round}): void {}\n`;
}

Deno.test("NFR-11: a build killed at 100 random moments never harms the revision before it", async () => {
  const random = seeded(20_240_611);
  const config = `retain_revs: ${RETAIN}\nfreshness:\n  policy: warn\n`;
  await using project = TestProject.make({ ...phpFiles(60, 14), "probe.php": probe(0) }, config);
  Deno.env.set("RAGRAF_HOME", project.home);
  let duration = await undisturbed(project);
  const client = await openProject({ ref: project.root, cwd: project.root });
  const seen = { before: 0, building: 0, published: 0 };
  const { index_rev } = await client.index();
  let [known, round] = [Number(index_rev.slice(4)), 0];
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      project.write("probe.php", probe(++round));
      // Stratified: every part of a build has its kills, however fast this machine is at the moment.
      const part = ((kill * STRIDE) % KILLS + random()) / KILLS;
      const atSwitch = kill % AT_SWITCH === 0;
      const child = project.spawn("index", project.root);
      if (atSwitch) await switched(project, child);
      await sleep(atSwitch ? part * 40 : part * duration);
      await end(child);

      const rows = project.history();
      const killed = rows.find((row) => row.rev > known);
      const pointer = Number(project.pointer()!.index_rev.slice(4));
      assert.ok(pointer === known || pointer === killed?.rev, `the pointer names ${pointer}`);
      const published = pointer !== known;
      if (killed?.state === "ready") assert.ok(published, "called ready, but not published");
      assert.notEqual(killed?.state, "failed", "a killed build cannot say so");
      if (!atSwitch && published && part < 0.9) duration *= 0.93;
      if (!atSwitch && !published && part > 0.85) duration *= 1.1;
      seen[killed === undefined ? "before" : published ? "published" : "building"]++;

      // A living server in every round, a new process in some.
      const asked = [await client.query("symbol", { name: "probe" })];
      if (kill % 10 === 9) asked.push(await project.ask("symbol", "probe"));
      for (const answer of asked) {
        const { matches } = answer.result as { matches: { start_line: number; signature: string }[] };
        const of = published ? round : round - 1;
        assert.equal(answer.index_rev, project.pointer()!.index_rev);
        assert.deepEqual(matches.map((m) => [m.start_line, m.signature]), [[
          of + 2,
          `function probe(int $round${of}): void`,
        ]]);
        assert.equal(answer.freshness.stale, !published, answer.freshness.reason);
      }

      const next = await client.index();
      project.assertTidy(RETAIN);
      const expected = Math.max(known, killed?.rev ?? 0) + 1;
      assert.equal(next.index_rev, `rev-${String(expected).padStart(4, "0")}`);
      const row = project.history().find((r) => r.rev === killed?.rev);
      if (row) assert.equal(row.state, published ? "ready" : "failed");
      if (row?.state === "failed") assert.match(row.reason!, /ended before it was ready/);
      known = expected;
      const after = await client.query("symbol", { name: "probe" });
      assert.equal(after.index_rev, next.index_rev);
      assert.equal((after.result as { matches: { start_line: number }[] }).matches[0]!.start_line, round + 2);
      assert.equal(after.freshness.stale, false);
    }
  } finally {
    await client.close();
    Deno.env.delete("RAGRAF_HOME");
  }
  console.log(`kills: ${JSON.stringify(seen)}`);
  assert.ok(seen.building >= KILLS / 5, "too few kills met a build");
  assert.ok(seen.published >= KILLS / AT_SWITCH, "too few kills came after the switch");
});

/** Milliseconds of a whole undisturbed build, from the start of its process. */
async function undisturbed(project: TestProject): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 2; i++) {
    const start = performance.now();
    const { code } = await project.spawn("index", project.root).status;
    assert.equal(code, 0);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** Until the child's build is the current revision, or the child has ended. */
async function switched(project: TestProject, child: Deno.ChildProcess): Promise<void> {
  const before = project.pointer()?.index_rev;
  let ended = false;
  child.status.then(() => ended = true);
  while (!ended && project.pointer()?.index_rev === before) await sleep(1);
}

async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It had ended already.
  }
  await child.status;
}
