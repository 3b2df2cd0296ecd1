// Revisions over time: FT-34, NFR-6, revisions made by other processes, and answers from a kept one.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { ask, exported, Place, type Result } from "./harness.ts";

function history(place: Place): { rev: number; state: string; rotated: boolean }[] {
  const control = new DatabaseSync(`${place.dir}/.ragraf/control.sqlite`, { readOnly: true });
  try {
    return control.prepare(
      "SELECT rev, state, rotated_at IS NOT NULL AS rotated FROM rev_history ORDER BY rev",
    ).all()
      .map((r) => ({ rev: Number(r.rev), state: String(r.state), rotated: r.rotated === 1 }));
  } finally {
    control.close();
  }
}

function folders(place: Place): string[] {
  return [...Deno.readDirSync(`${place.dir}/.ragraf/revs`)].map((entry) => entry.name).sort();
}

Deno.test("FT-34: five indexings with retain_revs 3 leave five rows of history and three folders", async () => {
  await using place = Place.make(undefined, "retain_revs: 3\n");
  const project = await place.open();
  const removed: string[] = [];
  for (let i = 1; i <= 5; i++) {
    place.edit("src/Shop/Cart.php", (text) => `${text}// ${i}\n`);
    const report = await project.index();
    assert.equal(report.index_rev, `rev-000${i}`);
    removed.push(...report.removed_revs);
  }
  assert.deepEqual(removed, ["rev-0001", "rev-0002"]);
  assert.deepEqual(folders(place), ["rev-0003", "rev-0004", "rev-0005"]);
  assert.deepEqual(
    history(place),
    [1, 2, 3, 4, 5].map((rev) => ({ rev, state: "ready", rotated: rev <= 2 })),
  );
  const { result } = await ask(project, "index_status");
  assert.deepEqual(
    result.revisions.map((r: Result) => [r.index_rev, r.rotated]),
    [5, 4, 3, 2, 1].map((rev) => [`rev-000${rev}`, rev <= 2]),
  );
  const control = new DatabaseSync(`${place.dir}/.ragraf/control.sqlite`);
  try {
    assert.throws(() => control.exec("DELETE FROM rev_history WHERE rev = 1"), /never deleted/);
  } finally {
    control.close();
  }
  const kept = (await ask(project, "symbol", { name: "Cart" }, "rev-0003")).index_rev;
  const rotated = await ask(project, "symbol", { name: "Cart" }, "rev-0001");
  assert.equal(kept, "rev-0003");
  assert.deepEqual([rotated.problem?.code, rotated.problem?.exit], ["UNKNOWN_REVISION", 2]);
  assert.match(rotated.problem!.hint, /rev-0003, rev-0004, rev-0005/);
});

Deno.test("NFR-6: after drop and index every id and every record is as before", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  const before = await exported(project);
  const [head] = before;
  await project.close();
  const dropped = await place.ragraf(["-p", place.dir, "drop", "--yes"]);
  assert.equal(dropped.code, 0, dropped.stderr);
  assert.deepEqual(
    [...Deno.readDirSync(`${place.dir}/.ragraf`)].map((e) => e.name).filter((n) => /^rev/.test(n)),
    [],
  );
  const nothing = await ask(project, "symbol", { name: "Cart" });
  assert.deepEqual([nothing.problem?.code, nothing.index_rev], ["NOT_INDEXED", null]);
  const report = await project.index();
  assert.equal(report.index_rev, "rev-0002", "numbers are not used twice");
  const after = await exported(project);
  assert.deepEqual(after.slice(1), before.slice(1));
  assert.equal(JSON.parse(after[0]!).corpus_hash, JSON.parse(head!).corpus_hash);
  assert.deepEqual(history(place).map((r) => r.state), ["ready", "ready"], "the history stays");
  await project.close();
  const all = await place.ragraf(["-p", place.dir, "drop", "--all", "--yes"]);
  assert.equal(all.code, 0, all.stderr);
  assert.ok(!new Set([...Deno.readDirSync(place.dir)].map((e) => e.name)).has(".ragraf"));
  const anew = await place.ensured();
  assert.deepEqual((await exported(anew)).slice(1), before.slice(1));
});

Deno.test("NFR-6: a project that stays open while its index is dropped says so and recovers", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  assert.equal((await ask(project, "symbol", { name: "Cart" })).found, true);
  assert.equal((await place.ragraf(["-p", place.dir, "drop", "--yes"])).code, 0);
  const { problem } = await ask(project, "symbol", { name: "Cart" });
  assert.deepEqual([problem?.code, problem?.exit], ["NOT_INDEXED", 3]);
  await project.ensure();
  assert.equal((await ask(project, "symbol", { name: "Cart" })).found, true);
});

Deno.test("a long-lived project follows a revision that another process made", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  await using server = await place.mcp();
  assert.equal((await ask(project, "symbol", { name: "Cart" })).index_rev, "rev-0001");
  assert.equal((await server.ask("symbol", { name: "Cart" })).index_rev, "rev-0001");
  place.write("src/Later.php", "<?php\nclass Later {}\n");
  const built = await place.ragraf(["index", "-p", place.dir]);
  assert.equal(built.code, 0, built.stderr);
  for (
    const answer of [
      await ask(project, "symbol", { name: "Later" }),
      await server.ask("symbol", { name: "Later" }),
    ]
  ) {
    const { index_rev, found, freshness } = answer;
    assert.deepEqual([index_rev, found, freshness.reindexed, freshness.stale], [
      "rev-0002",
      true,
      false,
      false,
    ]);
  }
  // Rotation takes the folder away that both have open.
  place.configure(
    `${place.read(".ragraf/project.yaml")}\nretain_revs: 1\n`.replace(/^# retain_revs.*$/m, ""),
  );
  assert.equal((await place.ragraf(["index", "-p", place.dir])).code, 0);
  assert.deepEqual(folders(place), ["rev-0003"]);
  assert.equal((await ask(project, "symbol", { name: "Later" })).index_rev, "rev-0003");
  assert.equal((await server.ask("symbol", { name: "Later" })).index_rev, "rev-0003");
});

Deno.test("--rev answers from a kept revision, and does not claim that it is of the files as they are", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  place.edit("src/Shop/Cart.php", (text) => text.replace("<?php\n", "<?php\n\n\n"));
  await project.index();
  const old = await ask(project, "symbol", { name: "Cart::add" }, "rev-0001");
  assert.deepEqual([old.index_rev, old.result.matches[0].start_line], ["rev-0001", 33]);
  assert.ok(old.limits.some((limit) => limit.includes("rev-0001")), old.limits.join());
  assert.ok(old.freshness.stale || !old.freshness.checked, "it is not said to be fresh");
  const code = await ask(project, "code", { name: "Cart::add" }, "rev-0001");
  assert.match(code.result.fragments[0].text, /public function add/);
  assert.equal(code.result.fragments[0].differs_now, true, "the file is not as that revision has it");
  assert.equal((await ask(project, "symbol", { name: "Cart::add" })).result.matches[0].start_line, 35);
  const same = await ask(project, "code", { name: "price_of" }, "rev-0001");
  assert.equal(same.result.fragments[0].differs_now, false);
  const { envelope, code: exit } = await place.cli(["query", "symbol", "Cart::add", "--rev", "rev-0001"]);
  assert.deepEqual([exit, envelope.index_rev, envelope.result.matches[0].start_line], [0, "rev-0001", 33]);
  const unknown = await place.cli(["query", "symbol", "Cart::add", "--rev", "rev-0099"]);
  assert.deepEqual([unknown.code, unknown.envelope.problem?.code], [2, "UNKNOWN_REVISION"]);
});
