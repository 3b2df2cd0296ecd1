// Several processes on one project at once: builds, one-shot questions, a living server and an editor. Nothing is
// locked out, no revision is lost, and every answer is of one state of the files.

import assert from "node:assert/strict";
import { McpClient } from "../../bench/mcp_client.ts";
import { MAIN } from "../system/sample.ts";
import { type Json, phpFiles, sleep, TestProject } from "./project.ts";

const SECONDS = 20;
const PROBES = ["alpha", "beta", "gamma", "delta"];

/** One state of the files: its number is in every line that an answer shows, and moves every line. */
function state(n: number): string {
  const functions = PROBES.map((name) =>
    `function probe_${name}(int $of${n}): int\n{\n    return ${n};\n}\n`
  );
  return `<?php\n${"\n".repeat(n % 9)}${functions.join("")}`;
}

/** The state that an answer is of; every hit must be of it. */
function stateOf(answer: Json): number {
  assert.equal(answer.problem, undefined, JSON.stringify(answer.problem));
  assert.equal(answer.found, true);
  const hits = answer.result.hits.filter((h: Json) => h.path === "probe.php" && h.symbol);
  assert.equal(hits.length, PROBES.length, JSON.stringify(answer.result.hits.map((h: Json) => h.symbol)));
  const states = new Set<number>();
  for (const hit of hits) {
    const of = /\$of(\d+)/.exec(hit.text);
    assert.ok(of, hit.text);
    const n = Number(of[1]);
    states.add(n);
    assert.match(hit.text, new RegExp(`return ${n};`));
    assert.equal(
      hit.start_line,
      2 + n % 9 + 4 * PROBES.findIndex((p) => hit.symbol.endsWith(p)),
      "lines of another state",
    );
  }
  assert.equal(states.size, 1, `one answer of several states: ${[...states]}`);
  return [...states][0]!;
}

Deno.test("builds, questions, a server and an editor at once", async () => {
  await using project = TestProject.make(
    { ...phpFiles(20, 10), "probe.php": state(0) },
    "retain_revs: 1\n",
  );
  await project.build();
  const [end, faults] = [performance.now() + SECONDS * 1000, [] as string[]];
  const going = () => performance.now() < end && faults.length === 0;
  const counts = { builds: 0, questions: 0, served: 0, edits: 0 };
  const fault = (who: string) => (error: unknown) => void faults.push(`${who}: ${(error as Error).message}`);
  const search = { query: "probe", with_text: true, limit: 20 };

  const editor = async () => {
    while (going()) {
      const temporary = `${project.root}/.probe.tmp`;
      Deno.writeTextFileSync(temporary, state(++counts.edits));
      Deno.renameSync(temporary, `${project.root}/probe.php`);
      await sleep(300);
    }
  };
  const builder = async (command: "ensure" | "index") => {
    while (going()) {
      const outcome = await project.ragraf("--json", command, project.root);
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.doesNotMatch(outcome.stdout + outcome.stderr, /locked/i);
      counts.builds++;
      await sleep(250);
    }
  };
  const asker = async () => {
    while (going()) {
      const before = counts.edits;
      const args = ["--json", "-p", project.root, "query", "search", "probe", "--with-text", "--limit", "20"];
      const outcome = await project.ragraf(...args);
      assert.equal(outcome.code, 0, outcome.stderr);
      const answer = JSON.parse(outcome.stdout);
      check(answer, stateOf(answer), before);
      counts.questions++;
    }
  };
  const server = async () => {
    const args = ["run", "-A", MAIN, "-p", project.root, "mcp"];
    const client = await McpClient.start(Deno.execPath(), args, project.env, project.root);
    try {
      while (going()) {
        const before = counts.edits;
        const answer = await client.call("ragraf_search", search);
        check(answer, stateOf(answer), before);
        counts.served++;
        await sleep(20);
      }
    } finally {
      assert.equal(await client.close(), 0);
    }
  };
  /** Fresh unless it says otherwise, and everything that was asked for is in the journal. */
  function check(answer: Json, n: number, before: number): void {
    if (!answer.freshness.stale) {
      assert.ok(n >= before, `state ${n} is older than the question (${before}), unmarked`);
    }
    assert.doesNotMatch(JSON.stringify([answer.limits, answer.freshness]), /locked|journal/i);
  }

  await Promise.all([
    editor().catch(fault("editor")),
    ...(["ensure", "ensure", "index", "index"] as const).map((c) => builder(c).catch(fault(c))),
    ...Array.from({ length: 4 }, () => asker().catch(fault("query"))),
    server().catch(fault("server")),
  ]);
  assert.deepEqual(faults, []);
  console.log(JSON.stringify(counts));
  // The server waits its turn among the builds like everybody: one answer under such load is enough.
  for (const [what, n] of Object.entries(counts)) assert.ok(n >= 1, `no ${what}`);

  const last = await project.ask("search", "probe", "--with-text", "--limit", "20");
  assert.equal(stateOf(last), counts.edits);
  assert.equal(last.freshness.stale, false);
  await project.build();
  project.assertTidy(1);
  const rows = project.history();
  assert.ok(rows.length >= counts.builds / 4);
  assert.deepEqual(
    rows.map((r) => r.rev),
    rows.map((_, i) => rows.length - i),
    "no number is lost or taken twice",
  );
  assert.deepEqual(rows.filter((r) => r.state !== "ready"), []);
});
