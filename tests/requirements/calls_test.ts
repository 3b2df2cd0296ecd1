// Calls through the front door: FT-3, FT-4 and FT-10, and what an answer without callers has to say.

import assert from "node:assert/strict";
import { ask, exported, Place } from "./harness.ts";

interface Edge {
  t: string;
  kind: string;
  path: string;
  line: number;
  certainty: string;
  rule: string;
  confidence: number;
}

Deno.test("FT-10: every edge of an export has an address, a rule and the confidence of its rule", async () => {
  await using place = Place.make();
  const lines = await exported(await place.ensured());
  const edges = lines.map((l) => JSON.parse(l)).filter((r): r is Edge => r.t === "edge");
  assert.ok(edges.length > 60);
  for (const edge of edges) {
    const count = place.read(edge.path).split("\n").length;
    assert.ok(edge.line >= 1 && edge.line <= count, `${edge.path}:${edge.line}`);
    assert.ok(edge.rule.length > 0);
    if (edge.certainty === "stated") assert.equal(edge.confidence, 1);
    else assert.ok([0.6, 0.4, 0.3].includes(edge.confidence), `${edge.rule} ${edge.confidence}`);
  }
});

const FILES = {
  "src/a.php": `<?php
class Job
{
    function run() { helper(); }
    function idle() { }
}
function helper() { }
function hooked() { }
add_action('init', 'hooked');
function f($x, Job $job) {
    $job->run();
    $x->run();
    $job->$name();
    $x->idleish();
}
`,
};

Deno.test("FT-4: what is proven and what is inferred are two kinds of edge and two blocks", async () => {
  await using place = Place.make(FILES);
  const project = await place.ensured();
  const run = (await ask(project, "callers", { name: "Job::run" })).result;
  assert.deepEqual(run.stated.map((l: Edge) => [l.line, l.rule]), [[11, "receiver-type"]]);
  assert.deepEqual(run.derived.map((l: Edge) => [l.line, l.rule]), [[12, "one-method-of-that-name"]]);
  const hooked = (await ask(project, "callers", { name: "hooked" })).result;
  assert.deepEqual(hooked.stated, []);
  assert.equal(hooked.derived[0].rule, "hook-registration");
  const edges = (await exported(project)).map((l) => JSON.parse(l)).filter((r) => r.t === "edge");
  for (const edge of edges.filter((e) => e.kind === "calls_heuristic")) {
    assert.equal(edge.certainty, "derived");
  }
});

Deno.test("no callers is said with the calls that could not be followed and the files that were not parsed", async () => {
  await using place = Place.make({ ...FILES, "src/broken.php": "<?php function broken( {\n" });
  const project = await place.ensured();
  const { found, result, limits } = await ask(project, "callers", { name: "Job::idle" });
  assert.equal(found, false);
  assert.deepEqual(result.unparsed_files, ["src/broken.php"]);
  assert.ok(limits.some((l) => l.includes("parsed in part")));
  const open = (await ask(project, "callers", { name: "idleish" })).result;
  assert.equal(open.dynamic_sites.total, 1);
  assert.equal(open.dynamic_sites.items[0].line, 14);
});

Deno.test("every call site of the source is a record with an outcome", async () => {
  await using place = Place.make(FILES);
  const sites = (await exported(await place.ensured())).map((l) => JSON.parse(l)).filter((r) =>
    r.t === "site"
  );
  assert.deepEqual(sites.map((s) => `${s.line} ${s.kind} ${s.name} ${s.outcome} ${s.caller}`), [
    "4 function helper stated Job::run",
    "9 function add_action unresolved src/a.php",
    "9 callable hooked derived src/a.php",
    "11 method run stated f",
    "12 method run derived f",
    "13 dynamic $job->$name dynamic f",
    "14 method idleish unresolved f",
  ]);
});

Deno.test("callees with depth, and a caller in a closure is told as the function around it", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  const price = (await ask(project, "callers", { name: "price_of" })).result;
  assert.deepEqual(price.stated.map((l: { symbol: string }) => l.symbol), ["App\\Shop\\Cart::price"]);
  const deep = (await ask(project, "callees", { name: "CartController::store", depth: 2 })).result;
  assert.ok(
    deep.stated.some((l: { symbol: string; depth?: number }) =>
      l.symbol === "App\\Shop\\LogsChanges::log" && l.depth === 2
    ),
  );
});

Deno.test("FT-3: references tell every use of a class with its kind", async () => {
  await using place = Place.make();
  const { result } = await ask(await place.ensured(), "references", { name: "App\\Shop\\Cart" });
  const uses = result.stated.map((l: { path: string; line: number; use: string }) =>
    `${l.path}:${l.line} ${l.use}`
  );
  assert.deepEqual(uses.filter((u: string) => u.startsWith("src/Http")), [
    "src/Http/CartController.php:14 references",
    "src/Http/CartController.php:16 instantiates",
  ]);
});
