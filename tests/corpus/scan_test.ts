// The walk over a corpus: every file or a counted reason, never an exception.

import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { Problem } from "../../lib/base/problem.ts";
import { scanCorpus } from "../../lib/corpus/scan.ts";
import { createSelector, type SelectionConfig } from "../../lib/corpus/select.ts";
import { withTree, write } from "./temp_tree.ts";

function scan(root: string, config: Partial<SelectionConfig> = {}) {
  return scanCorpus(root, createSelector({ ...DEFAULTS, ...config }));
}

function counts(skipped: Record<string, { count: number }>): Record<string, number> {
  return Object.fromEntries(Object.entries(skipped).map(([reason, { count }]) => [reason, count]));
}

const unix = Deno.build.os !== "windows";

Deno.test("FT-37: files come sorted by UTF-16 code units with language, size and times", async () => {
  await withTree(
    { "b.php": "<?php", "a/x.sql": "", "a.php": "<?php 1;", "Z.md": "#", "ж.php": "<?php" },
    (root) => {
      const { files, directories } = scan(root);
      assert.deepEqual(files.map((f) => [f.path, f.language, f.size]), [
        ["Z.md", "markdown", 1],
        ["a.php", "php", 8],
        ["a/x.sql", "sql", 0],
        ["b.php", "php", 5],
        ["ж.php", "php", 5],
      ]);
      assert.equal(directories, 2);
      assert.ok(files.every((f) => f.mtimeMs > 0 && f.skip === null));
    },
  );
});

Deno.test("FT-38: no excluded file is among the files, and each is counted with examples", async () => {
  const tree = {
    "a.php": "",
    "vendor/x.php": "",
    "w/node_modules/y.php": "",
    "error.log": "",
    "old_bak.php": "",
    "one.txt": "",
    "two.txt": "",
    "three.txt": "",
    "four.txt": "",
    ".claude/x.md": "",
  };
  await withTree(tree, (root) => {
    const { files, skipped } = scan(root);
    assert.deepEqual(files.map((f) => f.path), ["a.php"]);
    assert.deepEqual(counts(skipped), {
      "extension": 4,
      "mandatory:agent": 1,
      "mandatory:backup": 1,
      "mandatory:log": 1,
      "mandatory:node_modules": 1,
      "mandatory:vendor": 1,
    });
    assert.equal(skipped["extension"]!.examples.length, 3);
    assert.deepEqual(skipped["mandatory:vendor"]!.examples, ["vendor/"]);
  });
});

Deno.test("FT-37: .gitignore files decide as in git: nested, negated, directories, anchors", async () => {
  const tree = {
    ".gitignore": "*.gen.php\n/build/\n!keep.gen.php\nlogs.php\n# comment\n\nout/\n",
    "a.gen.php": "",
    "keep.gen.php": "",
    "build/x.php": "",
    "src/build/x.php": "",
    "src/.gitignore": "local.php\n!special.gen.php\n",
    "src/local.php": "",
    "src/special.gen.php": "",
    "src/other.gen.php": "",
    "local.php": "",
    "deep/out/x.php": "",
    "deep/logs.php": "",
  };
  await withTree(tree, (root) => {
    assert.deepEqual(scan(root).files.map((f) => f.path), [
      "keep.gen.php",
      "local.php",
      "src/build/x.php",
      "src/special.gen.php",
    ]);
    assert.equal(counts(scan(root).skipped)["gitignore"], 6);
    assert.equal(scan(root, { gitignore: false }).files.length, 10);
    // The rules are remembered by their text, never by their place.
    write(root, ".gitignore", "local.php\n");
    assert.equal(scan(root).files.length, 8);
  });
});

Deno.test("FT-37: a file above max_file_bytes is listed and marked", async () => {
  await withTree({ "big.php": "x".repeat(3000), "small.php": "x" }, (root) => {
    const { files } = scan(root, { max_file_bytes: 2000 });
    assert.deepEqual(files.map((f) => [f.path, f.skip]), [["big.php", "too_large"], ["small.php", null]]);
  });
});

Deno.test("DESIGN 6.9: a folder 80 levels deep, and odd names", async () => {
  const deep = `${"d/".repeat(80)}x.php`;
  const odd = [
    "a b.php",
    "quote'\".php",
    "имя.php",
    "-dash.php",
    "%20.php",
    "#hash.php",
    "漢字.php",
    "😀.php",
  ];
  const possible = unix
    ? [...odd, "back\\slash.php", "new\nline.php", "*.php"]
    : odd.filter((n) => !n.includes('"'));
  await withTree(Object.fromEntries([deep, ...possible].map((p) => [p, ""])), (root) => {
    assert.deepEqual(scan(root).files.map((f) => f.path), [deep, ...possible].sort());
  });
});

Deno.test({
  name: "DESIGN 6.9: links are not followed, and every kind is counted",
  ignore: !unix,
  fn: async () => {
    await withTree({ "src/a.php": "<?php", "src/deep/b.php": "" }, async (root) => {
      await withTree({ "outside.php": "" }, (elsewhere) => {
        Deno.symlinkSync("src/a.php", `${root}/same.php`);
        Deno.symlinkSync("src", `${root}/alias`);
        Deno.symlinkSync(`${elsewhere}/outside.php`, `${root}/out.php`);
        Deno.symlinkSync(elsewhere, `${root}/outdir`);
        Deno.symlinkSync("nowhere.php", `${root}/gone.php`);
        Deno.symlinkSync("loop2.php", `${root}/loop1.php`);
        Deno.symlinkSync("loop1.php", `${root}/loop2.php`);
        Deno.symlinkSync("..", `${root}/src/deep/up`);
        Deno.symlinkSync("nowhere.png", `${root}/gone.png`);
        Deno.symlinkSync("src", `${root}/vendor.php`);
        const { files, skipped } = scan(root);
        assert.deepEqual(files.map((f) => f.path), ["src/a.php", "src/deep/b.php"]);
        assert.deepEqual(counts(skipped), {
          dangling_link: 1,
          extension: 1,
          symlink_inside: 3,
          symlink_loop: 3,
          symlink_outside: 2,
        });
      });
    });
  },
});

Deno.test({
  name: "DESIGN 6.9: a pipe called x.php does not stop the walk",
  ignore: !unix,
  fn: async () => {
    await withTree({ "a.php": "" }, (root) => {
      new Deno.Command("mkfifo", { args: [`${root}/x.php`] }).outputSync();
      assert.deepEqual(counts(scan(root).skipped), { special_file: 1 });
    });
  },
});

Deno.test({
  name: "DESIGN 6.9: an unreadable directory is counted",
  ignore: !unix || Deno.uid() === 0,
  fn: async () => {
    await withTree({ "a.php": "", "locked/b.php": "" }, (root) => {
      Deno.chmodSync(`${root}/locked`, 0);
      try {
        assert.deepEqual(scan(root).skipped, { unreadable: { count: 1, examples: ["locked/"] } });
      } finally {
        Deno.chmodSync(`${root}/locked`, 0o755);
      }
    });
  },
});

Deno.test("a root that is gone is a Problem that says so", () => {
  assert.throws(() => scan("/nowhere/at/all"), (e) => e instanceof Problem && e.code === "ROOT_NOT_FOUND");
});
