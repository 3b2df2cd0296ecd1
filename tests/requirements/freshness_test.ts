// The guard from end to end: whatever happens to a file, the next answer is of the files as they are, or says that it is
// not. A project stays open over all of it, as a server does.

import assert from "node:assert/strict";
import type { ProjectClient } from "../../mod.ts";
import { ask, exported, Place, records, type Result, runProcess } from "./harness.ts";

const CART = "src/Shop/Cart.php";

async function where(project: ProjectClient, name: string): Promise<string[]> {
  const { result } = await ask(project, "symbol", { name });
  return result.matches.map((m: Result) => `${m.path}:${m.start_line}-${m.end_line}`);
}

Deno.test("freshness: an edit, an insertion above and a new file are in the next answer", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  assert.deepEqual(await where(project, "Cart::add"), [`${CART}:33-43`]);
  place.edit(CART, (text) => text.replace("<?php\n", "<?php\n\n// one\n// two\n"));
  const answer = await ask(project, "symbol", { name: "Cart::add" });
  assert.deepEqual([answer.result.matches[0].start_line, answer.index_rev], [36, "rev-0002"]);
  assert.deepEqual(answer.freshness, {
    checked: true,
    stale: false,
    changed: 1,
    added: 0,
    deleted: 0,
    config_changed: false,
    reindexed: true,
    reindex_rev: "rev-0002",
  });
  const code = await ask(project, "code", { name: "Cart::add" });
  assert.match(code.result.fragments[0].text, /public function add\(array \$line\): static/);
  place.write("src/Shop/Discount.php", "<?php\nnamespace App\\Shop;\nfunction discount_of(int $cents) {}\n");
  const added = await ask(project, "symbol", { name: "discount_of" });
  assert.deepEqual([added.found, added.freshness.added, added.index_rev], [true, 1, "rev-0003"]);
  const quiet = await ask(project, "symbol", { name: "discount_of" });
  assert.deepEqual([quiet.freshness.reindexed, quiet.index_rev], [false, "rev-0003"]);
});

Deno.test("freshness: an edit of the same size that puts the time back is seen", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  const path = `${place.dir}/src/Shop/prices.php`;
  const { mtime, size } = Deno.statSync(path);
  for (let i = 0; i < 5; i++) {
    const [from, to] = [i === 0 ? "price_of" : `prise_${i}f`, `prise_${i + 1}f`];
    place.edit("src/Shop/prices.php", (text) => text.replace(from, to));
    Deno.utimeSync(path, mtime!, mtime!);
    const now = Deno.statSync(path);
    assert.deepEqual([now.size, now.mtime], [size, mtime]);
    assert.deepEqual(await where(project, to), ["src/Shop/prices.php:10-13"], to);
    assert.deepEqual(await where(project, from), [], from);
  }
});

Deno.test("freshness: a copy that keeps its time replaces a file and is seen", async () => {
  await using place = Place.make({
    "a.php": "<?php function first() {}\n",
    "b.php": "<?php function other() {}\n",
  });
  const project = await place.ensured();
  const { mtime } = Deno.statSync(`${place.dir}/a.php`);
  place.write("new.tmp", "<?php function later() {}\n");
  Deno.utimeSync(`${place.dir}/new.tmp`, mtime!, mtime!);
  Deno.renameSync(`${place.dir}/new.tmp`, `${place.dir}/a.php`);
  assert.deepEqual(await where(project, "first"), []);
  assert.deepEqual(await where(project, "later"), ["a.php:1-1"]);
});

Deno.test("freshness: what is deleted is not answered, and a rename moves every fact", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  place.remove("src/Shop/Currency.php");
  const gone = await ask(project, "symbol", { name: "Currency" });
  assert.deepEqual([gone.found, gone.freshness.deleted, gone.freshness.stale], [false, 1, false]);
  const search = await ask(project, "search", { query: "Currency symbol Euro Ruble" });
  assert.ok(!search.result.hits.some((h: Result) => h.path === "src/Shop/Currency.php"));
  Deno.renameSync(`${place.dir}/src/Shop/Item.php`, `${place.dir}/src/Shop/Goods.php`);
  const moved = await ask(project, "symbol", { name: "Item" });
  assert.deepEqual([moved.freshness.added, moved.freshness.deleted], [1, 1]);
  assert.deepEqual(moved.result.matches.map((m: Result) => m.path), ["src/Shop/Goods.php"]);
  const paths = (await records(project)).flatMap((r) => r.path ?? []);
  assert.ok(!paths.includes("src/Shop/Item.php") && !paths.includes("src/Shop/Currency.php"));
});

Deno.test("freshness: a deleted directory takes everything in it out of every answer", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  place.remove("src/Shop");
  const { found, freshness } = await ask(project, "symbol", { name: "Cart" });
  assert.deepEqual([found, freshness.deleted, freshness.stale], [false, 6, false]);
  const lines = await exported(project);
  assert.ok(!lines.some((line) => line.includes('"path":"src/Shop/')), "no record of the directory");
  const controller = await ask(project, "symbol", { name: "CartController" });
  assert.equal(controller.found, true);
});

Deno.test("freshness: a file that git does not know yet is seen, and one that git ignores is not", async () => {
  await using place = Place.make();
  const git = (...args: string[]) => runProcess("git", args, { cwd: place.dir });
  assert.equal((await git("init", "-q")).code, 0);
  const project = await place.ensured();
  place.write("src/untracked.php", "<?php function untracked_here() {}\n");
  place.write("build/ignored.php", "<?php function ignored_here() {}\n");
  place.write(".gitignore", "build/\n");
  assert.deepEqual(await where(project, "untracked_here"), ["src/untracked.php:1-1"]);
  assert.deepEqual(await where(project, "ignored_here"), []);
  place.write(".gitignore", "\n");
  assert.deepEqual(await where(project, "ignored_here"), ["build/ignored.php:1-1"], "the rule went away");
});

Deno.test("freshness: an edit of the configuration is seen by the next answer", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  assert.equal((await ask(project, "symbol", { name: "invoice_words" })).found, true);
  place.configure("project: shop\nexclude: [lib/]\n");
  const answer = await ask(project, "symbol", { name: "invoice_words" });
  assert.deepEqual([answer.found, answer.freshness.config_changed, answer.freshness.reindexed], [
    false,
    true,
    true,
  ]);
  place.configure("project: shop\n");
  assert.equal((await ask(project, "symbol", { name: "invoice_words" })).found, true);
});

Deno.test("freshness: the operation that compares says so in its envelope, and rebuilds nothing", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  place.edit(CART, (text) => `${text}// more\n`);
  place.write("src/New.php", "<?php\n");
  place.remove("README.md");
  for (const force of [false, true]) {
    const { result, freshness, index_rev, drift } = await ask(project, "freshness", { force });
    assert.deepEqual(
      [result.fresh, result.changed.items, result.added.items, result.deleted.items],
      [false, [CART], ["src/New.php"], ["README.md"]],
    );
    assert.notEqual(result.corpus_hash_now, result.corpus_hash_indexed);
    assert.equal(index_rev, "rev-0001");
    const { checked, stale, changed, added, deleted, reindexed } = freshness;
    assert.deepEqual([checked, stale, changed, added, deleted, reindexed], [true, true, 1, 1, 1, false]);
    assert.equal(drift.files, 3);
  }
  const before = (await ask(project, "freshness")).result.corpus_hash_now;
  assert.equal((await project.ensure()).corpus_hash, before, "the hash now is the hash of the next revision");
});

Deno.test("freshness, policy warn: the answer comes from the index, and each touched file is marked", async () => {
  await using place = Place.make(undefined, "freshness: { policy: warn }\n");
  const project = await place.ensured();
  place.edit(CART, (text) => text.replace("<?php\n", "<?php\n\n"));
  place.remove("src/Shop/Item.php");
  const touched = await ask(project, "symbol", { name: "Cart::add" });
  assert.deepEqual([touched.result.matches[0].start_line, touched.index_rev], [33, "rev-0001"]);
  const { checked, stale, reason, changed, deleted, reindexed } = touched.freshness;
  assert.deepEqual([checked, stale, changed, deleted, reindexed], [true, true, 1, 1, false]);
  assert.match(reason!, /1 changed.*1 deleted/);
  assert.deepEqual(touched.drift, { files: 2, symbols: touched.drift.symbols, entries: 0 });
  assert.ok(touched.drift.symbols > 0);
  const marked = (envelope: Result) => envelope.stale_warnings.map((w: Result) => w.path).sort();
  assert.deepEqual(marked(touched), [CART]);
  assert.deepEqual(touched.stale_warnings[0]!.suggest, "live_read");
  assert.equal(touched.stale_warnings[0]!.since, "rev-0001");
  const questions: [string, Record<string, unknown>, string[]][] = [
    ["symbol", { name: "Item" }, ["src/Shop/Item.php"]],
    ["symbol", { name: "price_of" }, []],
    ["search", { query: "adds an item to the cart" }, [CART]],
    ["code", { name: "Cart::count" }, [CART]],
    ["code", { path: "src/Shop/Item.php" }, ["src/Shop/Item.php"]],
    ["live_read", { path: CART }, [CART]],
    ["why_not", { path_or_name: "Item" }, ["src/Shop/Item.php"]],
    ["repo_map", { focus: "src/Shop", budget_tokens: 2000 }, [CART, "src/Shop/Item.php"]],
  ];
  for (const [op, input, expected] of questions) {
    const envelope = await ask(project, op, input);
    assert.equal(envelope.freshness.stale, true, op);
    for (const path of expected) {
      assert.ok(marked(envelope).includes(path), `${op} ${JSON.stringify(input)}: ${marked(envelope)}`);
    }
    if (expected.length === 0) assert.deepEqual(marked(envelope), [], op);
  }
  const fragment = (await ask(project, "code", { name: "Cart::count" })).result.fragments[0];
  assert.equal(fragment.differs_now, true);
  const live = await ask(project, "live_read", { path: CART, lines: "1-3" });
  assert.deepEqual([live.provenance, live.result.differs, live.result.changes.length], ["mixed", true, 1]);
  const head = JSON.parse((await exported(project))[0]!);
  assert.deepEqual(
    [head.stale, typeof head.reason],
    [true, "string"],
    "an export is guarded like every answer",
  );
});

Deno.test("freshness, policy error: the layer refuses with exit code 3, what looks at files still answers", async () => {
  await using place = Place.make(undefined, "freshness: { policy: error }\n");
  const project = await place.ensured();
  assert.equal((await ask(project, "symbol", { name: "Cart" })).found, true);
  place.edit(CART, (text) => `${text}\n`);
  for (const op of ["symbol", "search", "code", "repo_map"]) {
    const input = op === "search" ? { query: "cart" } : op === "repo_map" ? {} : { name: "Cart" };
    const { problem, found, result, freshness } = await ask(project, op, input);
    assert.deepEqual([problem?.code, problem?.exit, found, result], ["STALE", 3, false, null], op);
    assert.match(problem!.message, /1 changed/);
    assert.deepEqual(
      [freshness.checked, freshness.stale, freshness.changed],
      [true, true, 1],
      `${op}: what was seen`,
    );
  }
  await assert.rejects(exported(project), { code: "STALE", exit: 3 });
  for (
    const [op, input] of [["live_read", { path: CART }], ["freshness", {}], ["index_status", {}]] as const
  ) {
    assert.equal((await ask(project, op, input)).problem, undefined, op);
  }
  const { code, envelope } = await place.cli(["query", "symbol", "Cart"]);
  assert.deepEqual([code, envelope.problem?.code], [3, "STALE"]);
  await project.index();
  assert.equal((await ask(project, "symbol", { name: "Cart" })).found, true);
});

Deno.test("freshness: a rebuild that fails still answers, marked stale with the reason, and the next one mends it", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  place.edit(CART, (text) => text.replace("<?php\n", "<?php\n\n"));
  // A file stands where the folder of the next revision has to be.
  place.write(".ragraf/revs/rev-0002", "in the way");
  const failed = await ask(project, "symbol", { name: "Cart::add" });
  assert.deepEqual([failed.found, failed.index_rev, failed.problem], [true, "rev-0001", undefined]);
  assert.equal(failed.result.matches[0].start_line, 33);
  assert.deepEqual([failed.freshness.stale, failed.freshness.reindexed], [true, false]);
  assert.match(failed.freshness.reason!, /1 changed.*the rebuild failed: .+/);
  assert.deepEqual(failed.stale_warnings.map((w) => w.path), [CART]);
  assert.equal((await ask(project, "symbol", { name: "price_of" })).freshness.stale, false);
  const mended = await ask(project, "symbol", { name: "Cart::add" });
  assert.deepEqual([mended.freshness.stale, mended.result.matches[0].start_line, mended.stale_warnings], [
    false,
    34,
    [],
  ]);
});

Deno.test("freshness: when every file is gone the index still answers and says why", async () => {
  await using place = Place.make({ "a.php": "<?php function here() {}\n" });
  const project = await place.ensured();
  place.remove("a.php");
  const answer = await ask(project, "symbol", { name: "here" });
  assert.deepEqual([answer.found, answer.freshness.stale, answer.freshness.deleted], [true, true, 1]);
  assert.match(answer.freshness.reason!, /no file is selected/);
  assert.deepEqual(answer.stale_warnings.map((w) => w.path), ["a.php"]);
  await assert.rejects(project.ensure(), { code: "EMPTY_CORPUS", exit: 1 });
  place.write("b.php", "<?php function there() {}\n");
  assert.deepEqual(await where(project, "there"), ["b.php:1-1"]);
  assert.deepEqual(await where(project, "here"), []);
});

Deno.test("freshness: a root that disappears is said, and the index answers, marked", async () => {
  await using place = Place.make();
  place.configure(`project: shop\nroot: ${JSON.stringify(`${place.top}/src`)}\n`, `${place.top}/index`);
  place.write("a.php", "<?php function here() {}\n", `${place.top}/src`);
  const project = await place.ensured(`${place.top}/index`);
  Deno.renameSync(`${place.top}/src`, `${place.top}/elsewhere`);
  let outcome: Result;
  try {
    outcome = await ask(project, "symbol", { name: "here" });
  } catch (error) {
    outcome = error;
  }
  if (outcome.freshness === undefined) {
    assert.deepEqual([outcome.code, typeof outcome.hint], ["ROOT_NOT_FOUND", "string"], String(outcome));
  } else {
    assert.equal(outcome.freshness.stale, true);
    assert.ok(outcome.freshness.reason.length > 0);
  }
  Deno.renameSync(`${place.top}/elsewhere`, `${place.top}/src`);
  assert.deepEqual(await where(project, "here"), ["a.php:1-1"]);
});

Deno.test("freshness: a living server sees an edit at its next call", async () => {
  await using place = Place.make();
  await place.ensured();
  await using server = await place.mcp();
  assert.equal((await server.ask("symbol", { name: "Cart::add" })).result.matches[0].start_line, 33);
  place.edit(CART, (text) => text.replace("<?php\n", "<?php\n\n"));
  const after = await server.ask("symbol", { name: "Cart::add" });
  assert.deepEqual([after.result.matches[0].start_line, after.freshness.reindexed], [34, true]);
  place.remove(CART);
  assert.equal((await server.ask("symbol", { name: "Cart::add" })).found, false);
});
