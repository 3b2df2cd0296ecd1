// The binaries are what the manifest says, and anything else is a Problem that says what to do.

import assert from "node:assert/strict";
import { join } from "node:path";
import { Problem } from "../../lib/base/problem.ts";
import { candidates, grammarReport, loadGrammars, readFrom } from "../../wasm/loader.ts";
import { artifact, ARTIFACTS, stagedName } from "../../wasm/manifest.ts";
import config from "../../deno.json" with { type: "json" };

Deno.test("every grammar loads and is WebAssembly", () => {
  for (const bytes of Object.values(loadGrammars())) {
    assert.deepEqual([...bytes.subarray(0, 4)], [0, 0x61, 0x73, 0x6d]);
  }
});

Deno.test("the report names each binary, its origin and its state", () => {
  const report = grammarReport();
  assert.deepEqual(report.map((r) => r.name), ARTIFACTS.map((a) => a.name));
  for (const status of report) {
    assert.equal(status.ok, true, status.problem?.message);
    assert.ok(status.source === "staged" || status.source === "npm");
  }
});

Deno.test("manifest and import map pin the same versions", () => {
  const pins = config.imports as Record<string, string>;
  for (const entry of ARTIFACTS) {
    assert.equal(pins[entry.package], `npm:${entry.package}@${entry.version}`);
    assert.match(entry.sha256, /^[0-9a-f]{64}$/);
    assert.notEqual(entry.licence, "");
  }
});

Deno.test("staged copies come before the package cache, in source and in a bundle", () => {
  const entry = artifact("php");
  const places = candidates(entry, join("x", "bundle"));
  const staged = places.filter((p) => p.source === "staged").map((p) => p.path);
  assert.deepEqual(places.slice(0, staged.length).map((p) => p.path), staged);
  for (const folder of [["bundle", "bin"], ["bundle", "wasm", "bin"], ["wasm", "bin"]]) {
    assert.ok(staged.includes(join("x", ...folder, stagedName(entry))), folder.join("/"));
  }
});

Deno.test("nothing found: GRAMMAR_MISSING names the places", () => {
  const places = [{ source: "staged" as const, path: join("no", "such", "file") }];
  assert.throws(() => readFrom(artifact("php"), places), (error) => {
    assert.ok(error instanceof Problem);
    assert.equal(error.code, "GRAMMAR_MISSING");
    assert.ok(error.message.includes(join("no", "such", "file")));
    assert.match(error.hint, /deno task wasm/);
    return true;
  });
});

Deno.test("another content: GRAMMAR_MISMATCH, and later places are not tried", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "other.bin");
    await Deno.writeTextFile(path, "not a grammar");
    const real = candidates(artifact("php"), folder);
    assert.throws(() => readFrom(artifact("php"), [{ source: "staged", path }, ...real]), (error) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.code, "GRAMMAR_MISMATCH");
      assert.ok(error.message.includes(path));
      return true;
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
