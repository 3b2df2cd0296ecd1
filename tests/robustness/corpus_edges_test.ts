// Roots and files at the edge of what is reasonable: each has a clear outcome, and one bad file never stops a run.

import assert from "node:assert/strict";
import { type Json, TestProject } from "./project.ts";

const SMALL = "<?php\nfunction small(): void {}\n";

/** State and reason of each file of the current revision, from the export. */
async function exported(project: TestProject): Promise<{ files: Map<string, Json>; records: Json[] }> {
  const outcome = await project.ragraf("-p", project.root, "export", "--format", "jsonl");
  assert.equal(outcome.code, 0, outcome.stderr);
  const records = outcome.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  return { files: new Map(records.filter((r) => r.t === "file").map((r) => [r.path, r])), records };
}

Deno.test("an empty root is an error that says so; the next call after files appear works", async () => {
  await using project = TestProject.make();
  const outcome = await project.ragraf("--json", "ensure", project.root);
  assert.equal(outcome.code, 1);
  assert.equal(JSON.parse(outcome.stdout).problem.code, "EMPTY_CORPUS");
  assert.match(outcome.stderr, /no file is selected/);
  assert.deepEqual(project.revisionFolders(), []);
  project.write("a.php", SMALL);
  assert.equal((await project.build()).index_rev, "rev-0001");
});

Deno.test("a root in which nothing is selected names what was left out and why", async () => {
  await using project = TestProject.make({ "logo.png": "x", "vendor/a.php": SMALL });
  const outcome = await project.ragraf("ensure", project.root);
  assert.equal(outcome.code, 1);
  assert.match(outcome.stderr, /vendor/);
});

Deno.test("every file of an index is deleted: the answer is marked, not lost", async () => {
  await using project = TestProject.make({ "a.php": SMALL });
  await project.build();
  Deno.removeSync(`${project.root}/a.php`);
  const answer = await project.ask("symbol", "small");
  assert.equal(answer.freshness.stale, true);
  assert.match(answer.freshness.reason, /1 deleted.*no file is selected/);
  assert.equal(answer.stale_warnings[0].path, "a.php");
});

Deno.test("a root that does not exist, and one that is a file", async () => {
  await using project = TestProject.make({ "a.php": SMALL });
  for (
    const [where, said] of [["nowhere", /nowhere/], ["a.php", /a file, not a project directory/]] as const
  ) {
    const outcome = await project.ragraf("ensure", `${project.root}/${where}`);
    assert.equal(outcome.code, 2, outcome.stderr);
    assert.match(outcome.stderr, said);
  }
  for (const [root, code] of [["gone", "ROOT_NOT_FOUND"], ["a.php", "ROOT_NOT_DIRECTORY"]] as const) {
    project.write(".ragraf/project.yaml", `root: ${root}\n`);
    const outcome = await project.ragraf("--json", "index", project.root);
    assert.ok([1, 2].includes(outcome.code));
    assert.equal(JSON.parse(outcome.stdout).problem.code, code);
  }
});

Deno.test("20,000 empty files", async () => {
  await using project = TestProject.make();
  for (let d = 0; d < 100; d++) {
    Deno.mkdirSync(`${project.root}/d${d}`);
    for (let f = 0; f < 200; f++) Deno.writeFileSync(`${project.root}/d${d}/f${f}.php`, new Uint8Array());
  }
  const built = await project.build();
  assert.equal(built.files, 20_000);
  assert.equal(Object.values(built.coverage as Record<string, number>).reduce((a, b) => a + b), 20_000);
  const status = await project.ask("index_status");
  assert.equal(status.result.files, 20_000);
  assert.equal(status.freshness.stale, false);
});

Deno.test("a file of 60 MB: left out with its reason; with a higher limit it is indexed or fails alone", async () => {
  await using project = TestProject.make({ "small.php": SMALL });
  const line = `    ['${"x".repeat(480)}', 1, 2, 3],\n`;
  const file = Deno.openSync(`${project.root}/data.php`, { write: true, create: true });
  const piece = new TextEncoder().encode(line.repeat(1000));
  file.writeSync(new TextEncoder().encode("<?php\nreturn [\n"));
  for (let written = 0; written < 60 * 1024 * 1024; written += piece.length) file.writeSync(piece);
  file.writeSync(new TextEncoder().encode("];\n"));
  file.close();

  const built = await project.build();
  assert.deepEqual(built.coverage, { parsed: 1, partial: 0, failed: 0, skipped: 1 });
  const { files } = await exported(project);
  assert.equal(files.get("data.php").state, "skipped");
  assert.equal(files.get("data.php").reason, "too_large");
  assert.equal((await project.ask("symbol", "small")).found, true);
  const status = await project.ask("index_status");
  assert.deepEqual(status.result.not_parsed, [{ path: "data.php", state: "skipped", reason: "too_large" }]);

  const config = `${project.index}/project.yaml`;
  const text = Deno.readTextFileSync(config).replace(/^#? *max_file_bytes:.*$/m, "");
  Deno.writeTextFileSync(config, `${text}\nmax_file_bytes: 100000000\n`);
  await project.build();
  const now = await exported(project);
  assert.equal(now.files.get("small.php").state, "parsed");
  const { state, reason } = now.files.get("data.php");
  assert.ok(
    state === "parsed" || ((state === "failed" || state === "partial") && reason),
    `${state} ${reason}`,
  );
  assert.equal((await project.ask("symbol", "small")).found, true);
});

Deno.test("a folder 60 levels deep", async () => {
  const path = `${Array.from({ length: 60 }, (_, i) => `level${i}`).join("/")}/deep.php`;
  await using project = TestProject.make({ [path]: "<?php\nfunction deep(): void {}\n" });
  assert.equal((await project.build()).files, 1);
  assert.equal((await project.ask("symbol", "deep")).result.matches[0].path, path);
  assert.equal((await project.ask("live_read", path)).found, true);
});

const encode = (text: string) => new TextEncoder().encode(text);

/** Content -> what may become of it. Whatever it is, the file is named and the file beside it is indexed. */
const HOSTILE: Record<string, () => string | Uint8Array> = {
  "nested_parens.php": () => `<?php\n$x = ${"(".repeat(5000)}1${")".repeat(5000)};\n`,
  "nested_arrays.php": () => `<?php\n$x = ${"[".repeat(5000)}${"]".repeat(5000)};\n`,
  "nested_blocks.php": () => `<?php\n${"if (1) {\n".repeat(5000)}${"}\n".repeat(5000)}`,
  "nested_closures.php": () => `<?php\n$x = ${"function () { return ".repeat(5000)}1;${"};".repeat(5000)}\n`,
  "nested_unclosed.php": () => `<?php\n${"class A { function f() { if (1) { ".repeat(5000)}`,
  "long_concat.php": () => `<?php\n$x = ${"'a' . ".repeat(50_000)}'b';\n`,
  "generated.php": () => {
    const body = "    'some.key' => 'some value of a generated table',\n".repeat(168_000);
    return `<?php\nfunction before_table(): void {}\nreturn [\n${body}];\n`;
  },
  "one_line.php": () => `<?php function before_line(): void {} $x = "${"abc def ".repeat(1_310_720)}";\n`,
  "nul.php": () => "<?php\nfunction with_nul() { return 'a\0b\0'; }\n",
  "only_nul.php": () => new Uint8Array(4096),
  "invalid_utf8.php": () =>
    new Uint8Array([
      ...encode("<?php\n// "),
      0xff,
      0xfe,
      0xc3,
      0x28,
      0x80,
      ...encode("\nfunction bad_bytes() {}\n"),
    ]),
  "half_surrogate.php": () =>
    new Uint8Array([...encode("<?php\n$a = '"), 0xed, 0xa0, 0x80, ...encode("';\n")]),
  "cut.php": () => new Uint8Array([...encode("<?php\nfunction cut_off() { return 'д'; }\n// "), 0xd0]),
  "unclosed.php": () => '<?php\nfunction unclosed() { $a = "never\n',
  "heredoc.php": () => "<?php\n$a = <<<SQL\nselect 1\n",
  "deep.md": () => `${"> ".repeat(5000)}deep\n\n${"- a\n".repeat(20_000)}`,
  "fences.md": () => `# A\n${"````\n".repeat(4001)}`,
  "one_line.sql": () => `INSERT INTO t VALUES ${"(1,'x'),".repeat(400_000)}(2,'y');\n`,
};

Deno.test("hostile content: every file is indexed or named, and the run goes on", async () => {
  await using project = TestProject.make({ "small.php": SMALL, "zz.php": "<?php\nfunction last_one() {}\n" });
  for (const [path, content] of Object.entries(HOSTILE)) project.write(path, content());
  const built = await project.build();
  const { files, records } = await exported(project);
  assert.deepEqual([...files.keys()].sort(), [...Object.keys(HOSTILE), "small.php", "zz.php"].sort());
  assert.equal(Object.values(built.coverage as Record<string, number>).reduce((a, b) => a + b), files.size);
  for (const file of files.values()) {
    assert.ok(file.state === "parsed" || file.reason, `${file.path}: ${file.state} without a reason`);
  }
  assert.equal(files.get("small.php").state, "parsed");
  assert.equal(files.get("zz.php").state, "parsed");
  // What can be read around the trouble is there.
  const fqns = new Set(records.filter((r) => r.t === "node").map((r) => r.fqn));
  for (const name of ["small", "last_one", "before_table", "before_line", "bad_bytes", "cut_off"]) {
    assert.ok(fqns.has(name), `${name} is not in the index`);
  }
  for (const name of ["before_table", "last_one"]) {
    assert.equal((await project.ask("symbol", name)).found, true);
  }
  assert.equal((await project.ask("index_status")).freshness.stale, false);
  // The same files give the same facts again.
  await project.build("index");
  const again = await exported(project);
  assert.deepEqual(again.records.slice(1), records.slice(1));
});
