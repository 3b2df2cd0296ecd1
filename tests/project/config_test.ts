// The project file: every mistake is found, at its place, in one message, and no value of the file is repeated (FT-40).

import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { Problem } from "../../lib/base/problem.ts";
import { loadConfig, parseConfig } from "../../lib/project/config.ts";
import { withTree, write } from "../corpus/temp_tree.ts";

async function problemOf(body: () => Promise<unknown>): Promise<Problem> {
  try {
    await body();
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error;
  }
  throw new Error("no problem");
}

async function complaints(text: string): Promise<string[]> {
  const problem = await problemOf(() => parseConfig(text, "p.yaml"));
  assert.deepEqual([problem.code, problem.exit], ["CONFIG_INVALID", 2]);
  assert.notEqual(problem.hint, "");
  return problem.message.split("\n");
}

Deno.test("FT-37: an almost empty file means the defaults", async () => {
  assert.deepEqual(await parseConfig("project: shop\n", "p.yaml"), { project: "shop", ...DEFAULTS });
  assert.deepEqual(await parseConfig("{}\n", "p.yaml"), { project: "", ...DEFAULTS });
  assert.deepEqual(await parseConfig("exclude:\n  # nothing yet\nchunk:\n", "p.yaml"), {
    project: "",
    ...DEFAULTS,
  });
});

Deno.test("FT-37: every key is read", async () => {
  const config = await parseConfig(
    `project: Магазин 2
root: ../src
languages: [php]
include: ["src/**"]
exclude: [legacy]
secrets_exclude: [conf/db.php]
gitignore: false
extensions: { php: [.php, artisan] }
max_file_bytes: 2048
chunk: { max_tokens: 100 }
retain_revs: 1
freshness: { policy: warn, full_from_files: 5, full_after_minutes: 0 }
db: { dialect: mariadb, dsn_from: "env:SHOP_DSN", information_schema: schema.csv, timeout_seconds: 3 }
cpg: { enabled: true }
embedding: { provider: none }
`,
    "p.yaml",
  );
  assert.deepEqual(config, {
    project: "Магазин 2",
    root: "../src",
    languages: ["php"],
    include: ["src/**"],
    exclude: ["legacy"],
    secrets_exclude: ["conf/db.php"],
    gitignore: false,
    extensions: { ...DEFAULTS.extensions, php: [".php", "artisan"] },
    max_file_bytes: 2048,
    chunk: { max_tokens: 100 },
    retain_revs: 1,
    freshness: { policy: "warn", full_from_files: 5, full_after_minutes: 0 },
    db: {
      dialect: "mariadb",
      dsn_from: "env:SHOP_DSN",
      information_schema: "schema.csv",
      timeout_seconds: 3,
    },
    cpg: { enabled: true },
    embedding: { provider: "none", model: DEFAULTS.embedding.model },
  });
});

const MISTAKES: [string, string[]][] = [
  ["exlude: [a]\n", ["p.yaml:1:1: unknown key 'exlude' (did you mean 'exclude'?)"]],
  ["chunk:\n  max_token: 5\n", ["p.yaml:2:3: unknown key 'chunk.max_token' (did you mean 'max_tokens'?)"]],
  ["languages: php\n", ["p.yaml:1:12: languages: must be a list, such as [a, b], not text"]],
  ["languages: [php, pyhton]\n", ["p.yaml:1:18: languages[2]: must be one of php, markdown, sql"]],
  ["languages: []\n", ["p.yaml:1:12: languages: must not be empty"]],
  ['retain_revs: "3"\n', ["p.yaml:1:14: retain_revs: must be a whole number, not text"]],
  ["retain_revs: 0\n", ["p.yaml:1:14: retain_revs: must be at least 1"]],
  ["retain_revs: 2.5\n", ["p.yaml:1:14: retain_revs: must be a whole number, not a number"]],
  ["gitignore: yes please\n", ["p.yaml:1:12: gitignore: must be true or false, not text"]],
  ["freshness:\n  policy: never\n", ["p.yaml:2:11: freshness.policy: must be one of reindex, warn, error"]],
  ["freshness: fast\n", ["p.yaml:1:12: freshness: must be a section of keys, not text"]],
  ["exclude: ['!keep']\n", [
    "p.yaml:1:11: exclude[1]: negation is not supported: use `include` and `exclude` together",
  ]],
  ["exclude: [../x]\n", ["p.yaml:1:11: exclude[1]: must not leave the root (`..`)"]],
  ["exclude: ['']\n", ["p.yaml:1:11: exclude[1]: must not be empty"]],
  ["project: a/b\n", ['p.yaml:1:10: project: must be a name without / \\ : * ? " < > |']],
  ["extensions: {php: [.sql]}\n", ["p.yaml:1:1: extensions: php and sql both claim an entry"]],
  ["project: a\nproject: b\n", ["p.yaml:2:1: this key stands twice"]],
  ["", ["p.yaml:1:1: the file is empty"]],
  ["# only a comment\n", ["p.yaml:1:1: the file is empty"]],
  ["- a\n- b\n", ["p.yaml:1:1: must be a list of `key: value` lines"]],
  [
    "retain_revs: none\nexlude: []\nmax_file_bytes: 1\n",
    [
      "p.yaml:1:14: retain_revs: must be a whole number, not text",
      "p.yaml:2:1: unknown key 'exlude' (did you mean 'exclude'?)",
      "p.yaml:3:17: max_file_bytes: must be at least 1024",
    ],
  ],
];

for (const [text, expected] of MISTAKES) {
  Deno.test(`FT-37: mistake in ${JSON.stringify(text)}`, async () => {
    assert.deepEqual(await complaints(text), expected);
  });
}

Deno.test("FT-37: YAML that is none names its line", async () => {
  for (const text of ["project: [a\nroot: .\n", "project: a\n\tb: c\n", "a: b: c\n", "x: *nowhere\n"]) {
    const [first] = await complaints(text);
    assert.match(first!, /^p\.yaml:\d+:\d+: \S/);
  }
});

Deno.test("FT-37: aliases that explode are refused", async () => {
  const bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" +
    "bcdefghij".split("").map((c, i) => `${c}: &${c} [${`*${"abcdefghij"[i]},`.repeat(9).slice(0, -1)}]\n`)
      .join("");
  assert.equal((await complaints(bomb)).length, 1);
});

Deno.test("FT-40: a message repeats no value", async () => {
  const text = "project: hunter2/x\nroot: [hunter2]\nfreshness: {policy: hunter2}\nretain_revs: hunter2\n";
  assert.ok(!(await complaints(text)).join("\n").includes("hunter2"));
});

Deno.test("FT-37: root is relative to the project's folder, resolved, and must be a directory", async () => {
  const tree = {
    "p/.ragraf/project.yaml": "root: src\n",
    "p/src/a.php": "",
    "conf/shop.yaml": "root: ../p/src\n",
  };
  await withTree(tree, async (root) => {
    const loaded = await loadConfig(`${root}/p/.ragraf/project.yaml`);
    assert.deepEqual([loaded.config.root, loaded.config.project], [`${root}/p/src`, "p"]);
    assert.equal(loaded.written.root, "src");
    assert.match(loaded.sha256, /^[0-9a-f]{64}$/);
    assert.equal((await loadConfig(`${root}/conf/shop.yaml`)).config.root, `${root}/p/src`);
    if (Deno.build.os !== "windows") {
      Deno.symlinkSync(`${root}/p`, `${root}/alias`);
      assert.equal((await loadConfig(`${root}/alias/.ragraf/project.yaml`)).config.root, `${root}/p/src`);
    }
    const known = { sha256: loaded.sha256, written: { ...loaded.written, retain_revs: 7 } };
    assert.equal(
      (await loadConfig(loaded.file, known)).config.retain_revs,
      7,
      "the same bytes are not parsed again",
    );
    write(root, "p/.ragraf/project.yaml", "root: gone\n");
    assert.equal((await problemOf(() => loadConfig(loaded.file, known))).code, "ROOT_NOT_FOUND");
    write(root, "p/.ragraf/project.yaml", "root: src/a.php\n");
    assert.equal((await problemOf(() => loadConfig(loaded.file))).code, "ROOT_NOT_DIRECTORY");
  });
});

Deno.test("FT-37: a file that is missing, a directory, or not text", async () => {
  await withTree(
    { "dir/x": "", "bin.yaml": new Uint8Array([0, 1, 2, 0, 1, 2, 0, 1, 2, 0]) },
    async (root) => {
      const missing = await problemOf(() => loadConfig(`${root}/none.yaml`));
      assert.deepEqual([missing.code, missing.exit], ["CONFIG_NOT_FOUND", 2]);
      assert.match(missing.hint, /ragraf ensure/);
      assert.equal((await problemOf(() => loadConfig(`${root}/dir`))).code, "CONFIG_INVALID");
      assert.equal((await problemOf(() => loadConfig(`${root}/bin.yaml`))).code, "CONFIG_INVALID");
    },
  );
});

Deno.test("FT-37: a byte order mark, CRLF and UTF-16 are as good", async () => {
  const text = "project: shop\r\nretain_revs: 2\r\n";
  const wide = new Uint8Array(new Uint16Array(Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0))).buffer);
  await withTree({ "a.yaml": `\ufeff${text}`, "b.yaml": wide }, async (root) => {
    for (const name of ["a.yaml", "b.yaml"]) {
      assert.equal((await loadConfig(`${root}/${name}`)).config.retain_revs, 2, name);
    }
  });
});
