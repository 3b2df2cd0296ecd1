// `drop`: what goes, what stays, and who may hold it up.

import assert from "node:assert/strict";
import { ProjectLock } from "../../lib/index/lock.ts";
import { dropProject } from "../../lib/project/drop.ts";

async function withProject(use: (base: string) => Promise<void>): Promise<void> {
  const base = await Deno.makeTempDir();
  try {
    Deno.mkdirSync(`${base}/.ragraf/revs/rev-0001`, { recursive: true });
    for (const name of ["rev.json", "project.yaml", "control.sqlite", "lock", "revs/rev-0001/graph.sqlite"]) {
      Deno.writeTextFileSync(`${base}/.ragraf/${name}`, "x");
    }
    await use(base);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

function names(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map((e) => e.name).sort();
}

Deno.test("NFR-6: drop removes the revisions and keeps configuration and history", () =>
  withProject(async (base) => {
    const report = await dropProject(base, false);
    assert.deepEqual(report, {
      root: base,
      removed: ["rev.json", "revs"],
      kept: ["control.sqlite", "project.yaml"],
    });
    assert.deepEqual(names(`${base}/.ragraf`), ["control.sqlite", "lock", "project.yaml"]);
    assert.deepEqual((await dropProject(base, false)).removed, []);
  }));

Deno.test("drop --all removes the folder", () =>
  withProject(async (base) => {
    const report = await dropProject(base, true);
    assert.deepEqual(report.removed, ["rev.json", "revs", "control.sqlite", "project.yaml"]);
    assert.deepEqual(names(base), []);
  }));

Deno.test("drop finishes what an interrupted one moved aside", () =>
  withProject(async (base) => {
    Deno.mkdirSync(`${base}/.ragraf/dropped-0123abcd/revs`, { recursive: true });
    await dropProject(base, false);
    assert.ok(!names(`${base}/.ragraf`).some((name) => name.startsWith("dropped-")));
  }));

Deno.test("drop refuses while another holds the lock, and nothing is gone", () =>
  withProject(async (base) => {
    const lock = await ProjectLock.acquire(`${base}/.ragraf/lock`, "a test", 0);
    try {
      await assert.rejects(dropProject(base, false), { code: "LOCKED", exit: 3 });
      assert.ok(names(`${base}/.ragraf`).includes("revs"));
    } finally {
      lock.release();
    }
  }));

Deno.test("a folder without an index: nothing to remove", async () => {
  const base = await Deno.makeTempDir();
  assert.deepEqual(await dropProject(base, true), { root: base, removed: [], kept: [] });
  await Deno.remove(base);
});
