// Reading one file: its bytes, proof that they belong together, and no way out of the root.

import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { sha256, toHex } from "../../lib/base/hash.ts";
import { Problem } from "../../lib/base/problem.ts";
import { readLive } from "../../lib/corpus/live.ts";
import { readSource } from "../../lib/corpus/read.ts";
import { createSelector } from "../../lib/corpus/select.ts";
import { withTree } from "./temp_tree.ts";

const unix = Deno.build.os !== "windows";
const selector = createSelector(DEFAULTS);

function codeOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.notEqual(error.hint, "");
    return error.code;
  }
  return "ok";
}

Deno.test("readSource: bytes, hash and signature belong together", async () => {
  await withTree({ "a b/имя.php": "<?php\r\n", "empty.php": "" }, (root) => {
    const read = readSource(root, { path: "a b/имя.php" });
    assert.ok(read.ok);
    assert.equal(new TextDecoder().decode(read.bytes), "<?php\r\n");
    assert.equal(read.sha256, toHex(sha256("<?php\r\n")));
    assert.deepEqual([read.signature.size, read.changedDuringRead, read.tooLarge], [7, false, false]);
    const info = Deno.lstatSync(`${root}/a b/имя.php`);
    assert.equal(read.signature.mtimeMs, info.mtime!.getTime());
    assert.ok(readSource(root, { path: "empty.php" }).ok);
  });
});

Deno.test("readSource: a file that is too large is hashed, not kept", async () => {
  const text = "0123456789".repeat(300_000);
  await withTree({ "big.sql": text }, (root) => {
    const read = readSource(root, { path: "big.sql", skip: "too_large" });
    assert.ok(read.ok && read.tooLarge);
    assert.equal(read.bytes.length, 0);
    assert.equal(read.sha256, toHex(sha256(text)));
  });
});

Deno.test("readSource: what is no file has a reason", async () => {
  await withTree({ "dir/a.php": "" }, (root) => {
    const reason = (path: string) => {
      const read = readSource(root, { path });
      return read.ok ? "ok" : read.reason;
    };
    assert.equal(reason("gone.php"), "vanished");
    assert.equal(reason("dir/a.php/x.php"), "vanished");
    assert.equal(reason("dir"), "special_file");
    if (!unix) return;
    Deno.symlinkSync("dir/a.php", `${root}/link.php`);
    assert.equal(reason("link.php"), "symlink_inside");
  });
});

Deno.test({
  name: "readSource: a directory that became a link out of the root is refused",
  ignore: !unix,
  fn: async () => {
    await withTree({ "dir/a.php": "mine" }, async (root) => {
      await withTree({ "a.php": "theirs" }, (elsewhere) => {
        Deno.removeSync(`${root}/dir`, { recursive: true });
        Deno.symlinkSync(elsewhere, `${root}/dir`);
        assert.deepEqual(readSource(root, { path: "dir/a.php" }), { ok: false, reason: "symlink_outside" });
      });
    });
  },
});

Deno.test("readLive: a path by any of its names", async () => {
  await withTree({ "src/a.php": "<?php\n// имя\n", "vendor/v.php": "<?php 1;", "notes.txt": "x" }, (root) => {
    for (
      const path of [
        "src/a.php",
        "./src/a.php",
        "src//a.php",
        "src/../src/a.php",
        `${root}/src/a.php`,
        "src\\a.php",
      ]
    ) {
      const live = readLive(root, selector, path);
      assert.deepEqual([live.path, live.encoding, live.lines.count, live.bytes], [
        "src/a.php",
        "utf-8",
        2,
        16,
      ], path);
    }
    assert.equal(readLive(root, selector, "vendor/v.php").text, "<?php 1;");
    assert.equal(readLive(root, selector, "notes.txt").text, "x");
  });
});

Deno.test("FT-39: readLive shows no secret, nothing of ragraf or git, nothing outside", async () => {
  const tree = {
    "a.php": "",
    ".env": "PASSWORD=x",
    "sub/.ENV": "PASSWORD=x",
    "wp-config.php": "secret",
    ".ragraf/project.yaml": "project: x",
    ".git/config": "token",
    "src/a.php": "",
    "bin.php": new Uint8Array([0, 1, 2, 3, 0, 1, 2, 3, 0, 0, 0, 0]),
    "big.php": "x".repeat(5000),
  };
  await withTree(tree, async (root) => {
    const cases: [string, string][] = [
      [".env", "PATH_SECRET"],
      ["sub/.ENV", "PATH_SECRET"],
      ["./src/../wp-config.php", "PATH_SECRET"],
      [".ragraf/project.yaml", "PATH_EXCLUDED"],
      ["src/../.RAGRAF/project.yaml", "PATH_EXCLUDED"],
      [".git/config", "PATH_EXCLUDED"],
      ["../x.php", "PATH_OUTSIDE_ROOT"],
      ["src/../../x.php", "PATH_OUTSIDE_ROOT"],
      ["/etc/passwd", "PATH_OUTSIDE_ROOT"],
      [`${root}-other/a.php`, "PATH_OUTSIDE_ROOT"],
      ["src/b.php", "PATH_NOT_FOUND"],
      ["src/a.php/x", "PATH_NOT_FOUND"],
      ["src", "PATH_IS_DIRECTORY"],
      [".", "PATH_IS_DIRECTORY"],
      ["", "BAD_PATH"],
      ["a\0.php", "BAD_PATH"],
      ["bin.php", "NOT_TEXT"],
    ];
    for (const [path, code] of cases) assert.equal(codeOf(() => readLive(root, selector, path)), code, path);
    const small = createSelector({ ...DEFAULTS, max_file_bytes: 2000 });
    assert.equal(codeOf(() => readLive(root, small, "big.php")), "FILE_TOO_LARGE");
    if (!unix) return;
    await withTree({ "outside.php": "theirs" }, (elsewhere) => {
      Deno.symlinkSync(".env", `${root}/harmless.php`);
      Deno.symlinkSync(`${elsewhere}/outside.php`, `${root}/out.php`);
      Deno.symlinkSync(elsewhere, `${root}/outdir`);
      Deno.symlinkSync("src/a.php", `${root}/inside.php`);
      assert.equal(codeOf(() => readLive(root, selector, "harmless.php")), "PATH_SECRET");
      assert.equal(codeOf(() => readLive(root, selector, "out.php")), "PATH_OUTSIDE_ROOT");
      assert.equal(codeOf(() => readLive(root, selector, "outdir/outside.php")), "PATH_OUTSIDE_ROOT");
      assert.equal(readLive(root, selector, "inside.php").path, "src/a.php");
    });
  });
});

Deno.test("readLive: a misspelt path gets the nearest one as a hint", async () => {
  await withTree({ "src/Cart.php": "" }, (root) => {
    assert.throws(
      () => readLive(root, selector, "src/Kart.php"),
      (e) => e instanceof Problem && e.hint === "did you mean src/Cart.php?",
    );
  });
});

// Found in a trial: `live_read` of a link to nothing answered «does not exist; did you mean <the same path>».
Deno.test({
  name: "a dangling link is called one, on the way or at its end, and is never suggested",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withTree({ "src/a.php": "<?php\n" }, (root) => {
      Deno.symlinkSync("gone.php", `${root}/src/link.php`);
      Deno.symlinkSync("gone", `${root}/folder`);
      const selector = createSelector(DEFAULTS);
      const cases: [string, RegExp, RegExp][] = [
        ["src/link.php", /^src\/link\.php is a dangling link/, /^repair the link/],
        ["folder/x.php", /^folder is a dangling link/, /^repair the link/],
        ["src/lin.php", /^src\/lin\.php does not exist/, /^did you mean src\/a\.php\?$/],
        ["src/b.php", /^src\/b\.php does not exist/, /^did you mean src\/a\.php\?/],
      ];
      for (const [path, message, hint] of cases) {
        try {
          readLive(root, selector, path);
          assert.fail(path);
        } catch (error) {
          const problem = Problem.from(error);
          assert.equal(problem.code, "PATH_NOT_FOUND", path);
          assert.match(problem.message, message);
          assert.match(problem.hint, hint);
        }
      }
    }),
});
