// Several projects of one user, and folders with unusual content: the catalog, one project inside another, windows-1251,
// symbolic links.

import assert from "node:assert/strict";
import { ask, type Files, MAIN, Place, records, type Result } from "./harness.ts";

const one = (name: string): Files => ({
  "a.php": `<?php\nfunction ${name}() {}\n`,
  "b.php": "<?php\nclass Shared {}\n",
});

interface Row {
  name: string;
  root: string;
  state: string;
  index_rev: string;
  config_matches: boolean | null;
  reason?: string;
}

Deno.test("catalog: efforts are kept apart, and one that is gone is named with the reason", async () => {
  await using place = Place.make(one("first"));
  const at = (name: string) => `${place.top}/${name}`;
  for (const name of ["second", "third", "fourth"]) place.writeAll(one(name), at(name));
  const shop = await place.ensured();
  const open = [
    shop,
    ...await Promise.all(["second", "third", "fourth"].map((name) => place.ensured(at(name)))),
  ];
  const rows = async (): Promise<Map<string, Row>> => {
    const { result } = await ask(shop, "catalog");
    assert.equal(result.total, result.projects.length);
    return new Map(result.projects.map((row: Row) => [row.root, row]));
  };
  const states = async () =>
    Object.fromEntries([...await rows()].map(([root, row]) => [root.slice(place.top.length + 1), row.state]));
  assert.deepEqual(await states(), {
    fourth: "current",
    second: "current",
    shop: "current",
    third: "current",
  });
  const before = await rows();

  place.write("a.php", "<?php\nfunction edited() {}\n", at("second"));
  place.configure("project: third\nexclude: [nothing/]\n", at("third"));
  assert.deepEqual(await states(), {
    fourth: "current",
    second: "changed",
    shop: "current",
    third: "config_changed",
  });
  assert.equal((await rows()).get(at("third"))!.config_matches, false);
  const fresh = await ask(shop, "freshness");
  assert.deepEqual(
    [fresh.result.fresh, fresh.freshness.changed],
    [true, 0],
    "an edit in one never counts in another",
  );
  assert.equal((await ask(open[3]!, "symbol", { name: "fourth" })).freshness.reindexed, false);
  for (const name of ["edited", "second", "third"]) {
    assert.equal((await ask(shop, "symbol", { name })).found, false, `${name} is not of this effort`);
  }
  for (const [root, row] of await rows()) {
    assert.equal(row.index_rev, before.get(root)!.index_rev, "looking at the catalog builds nothing");
  }

  await open[1]!.ensure();
  assert.deepEqual((await rows()).get(at("second"))!.index_rev, "rev-0002");
  assert.equal((await rows()).get(place.dir)!.index_rev, "rev-0001");

  Deno.renameSync(at("second"), at("moved"));
  await Deno.remove(at("fourth"), { recursive: true });
  const moved = await place.ensured(at("moved"));
  assert.equal((await ask(moved, "symbol", { name: "edited" })).found, true);
  const after = await rows();
  assert.deepEqual(await states(), {
    fourth: "root_missing",
    moved: "current",
    second: "root_missing",
    shop: "current",
    third: "config_changed",
  });
  for (const name of ["second", "fourth"]) {
    assert.match(after.get(at(name))!.reason!, /moved or deleted/);
    assert.equal(after.get(at(name))!.config_matches, null);
  }
  await Deno.remove(`${at("third")}/.ragraf/revs`, { recursive: true });
  await Deno.remove(`${at("third")}/.ragraf/rev.json`);
  assert.equal((await rows()).get(at("third"))!.state, "index_missing");
});

Deno.test("catalog: it answers outside of any project, and a name opens its project", async () => {
  await using place = Place.make(one("first"), "project: my shop\n");
  await place.ensured();
  const outside = `${place.top}/outside`;
  Deno.mkdirSync(outside);
  for (const args of [["catalog", "--json"], ["query", "catalog", "--json"]]) {
    const { code, stdout, stderr } = await place.ragraf(args, { cwd: outside });
    assert.equal(code, 0, stderr);
    const { result, found } = JSON.parse(stdout);
    assert.deepEqual([found, result.projects.map((p: Row) => p.name)], [true, ["my shop"]]);
  }
  const named = await place.ragraf(["-p", "my shop", "query", "symbol", "first", "--json"], { cwd: outside });
  assert.equal(JSON.parse(named.stdout).found, true, named.stderr);
  const mistyped = await place.ragraf(["-p", "my shob", "query", "symbol", "first"], { cwd: outside });
  assert.equal(mistyped.code, 2);
  assert.match(mistyped.stderr, /did you mean my shop/);
});

Deno.test("an explicit directory inside another project is a project of its own, and this is said", async () => {
  await using place = Place.make(one("outer"));
  const inner = `${place.dir}/packages/inner`;
  place.writeAll({ "c.php": "<?php\nfunction inner_only() {}\n" }, inner);
  const outerProject = await place.ensured();
  const innerProject = await place.open(inner);
  const report = await innerProject.ensure();
  assert.ok(
    report.warnings.some((w) => w.includes("inside the project") && w.includes(place.dir)),
    report.warnings.join(),
  );
  assert.equal(innerProject.root, inner);
  assert.deepEqual((await records(innerProject)).filter((r) => r.t === "file").map((r) => r.path), ["c.php"]);
  assert.equal((await ask(innerProject, "symbol", { name: "outer" })).found, false);
  const all = (await records(outerProject)).filter((r) => r.t === "file").map((r) => r.path);
  assert.deepEqual(
    all,
    ["a.php", "b.php", "packages/inner/c.php"],
    "the index of the inner one is not indexed",
  );
  const nearest = await place.ragraf(["query", "symbol", "inner_only", "--json"], { cwd: inner });
  assert.equal(JSON.parse(nearest.stdout).result.matches[0].path, "c.php");
  const above = await place.ragraf(["query", "symbol", "inner_only", "--json"], {
    cwd: `${place.dir}/packages`,
  });
  assert.equal(JSON.parse(above.stdout).result.matches[0].path, "packages/inner/c.php");
});

/** ASCII and Russian letters as windows-1251. */
function windows1251(text: string): Uint8Array {
  return Uint8Array.from([...text], (c) => {
    const code = c.codePointAt(0)!;
    return code < 128 ? code : code >= 0x410 && code <= 0x44f ? code - 0x350 : c === "ё" ? 0xb8 : 0x3f;
  });
}

Deno.test("windows-1251: every answer about such a file is valid UTF-8 with the right letters", async () => {
  const text =
    "<?php\n// Накладная на отгрузку товара покупателю\nfunction invoice($sum) {\n    return 'Итого рублей: ' . $sum;\n}\n";
  await using place = Place.make({ "накладная.php": windows1251(text), "plain.php": "<?php\n" });
  const project = await place.ensured();
  const file = (await records(project)).find((r) => r.t === "file" && r.path === "накладная.php");
  assert.deepEqual([file.encoding, file.state], ["windows-1251", "parsed"]);
  const questions: [string[], (r: Result) => string][] = [
    [["search", "накладная товара покупателю", "--with-text"], (r) => r.hits[0].text],
    [["code", "--path", "накладная.php"], (r) => r.fragments[0].text],
    [["live_read", "накладная.php"], (r) => r.text],
  ];
  for (const [words, textOf] of questions) {
    const args = ["run", "-A", MAIN, "-p", place.dir, "--json", "query", ...words];
    const child = await new Deno.Command(Deno.execPath(), { args, env: place.env, stderr: "piped" }).output();
    const answer = new TextDecoder("utf-8", { fatal: true }).decode(child.stdout);
    assert.ok(!answer.includes("\uFFFD"), `${words[0]}: no replacement character`);
    const shown = textOf(JSON.parse(answer).result);
    assert.match(shown, /Накладная на отгрузку товара покупателю|Итого рублей: /, words[0]);
  }
  await using server = await place.mcp();
  const read = await server.ask("live_read", { path: "накладная.php" });
  assert.deepEqual([read.result.text, read.result.encoding], [text, "windows-1251"]);
});

Deno.test("symbolic links: no hit is doubled, none leaves the root, and each is counted", async () => {
  await using place = Place.make(one("linked"));
  place.writeAll({ "lib/own.php": "<?php\nfunction own() {}\n" });
  place.writeAll({ "outside.php": "<?php\nfunction outside() {}\n" }, `${place.top}/beyond`);
  const link = (target: string, path: string) => Deno.symlinkSync(target, `${place.dir}/${path}`);
  link("a.php", "again.php");
  link("lib", "lib2");
  link("..", "lib/up");
  link("nowhere.php", "dangling.php");
  link(`${place.top}/beyond`, "beyond");
  link(`${place.top}/beyond/outside.php`, "outside.php");
  link("loop.php", "loop.php");
  const project = await place.ensured();
  for (const name of ["linked", "own"]) {
    assert.equal((await ask(project, "symbol", { name })).result.total, 1, name);
    const { result } = await ask(project, "search", { query: name });
    assert.equal(result.hits.length, 1, name);
  }
  assert.equal((await ask(project, "symbol", { name: "outside" })).found, false);
  const { result } = await ask(project, "index_status");
  const counts: Record<string, number> = Object.fromEntries(
    result.skipped.map((s: Result) => [s.reason, s.count]),
  );
  const links = ["symlink_inside", "symlink_outside", "symlink_loop", "dangling_link"].map((r) =>
    counts[r] ?? 0
  );
  assert.deepEqual(
    [links.reduce((a, b) => a + b), links.every((n) => n > 0)],
    [7, true],
    JSON.stringify(counts),
  );
  const out = await ask(project, "live_read", { path: "outside.php" });
  assert.deepEqual([out.found, out.problem?.code], [false, "PATH_OUTSIDE_ROOT"]);
  place.write("outside.php", "<?php\nfunction outside() { return 2; }\n", `${place.top}/beyond`);
  assert.equal((await ask(project, "freshness")).result.fresh, true, "what is outside does not count");
});
