// Why a path is, or is not, in the corpus: the rule that decided, and where.

import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { scanCorpus } from "../../lib/corpus/scan.ts";
import { createSelector } from "../../lib/corpus/select.ts";
import { whyPath } from "../../lib/corpus/why.ts";
import { withTree } from "./temp_tree.ts";

Deno.test("FT-38: why_not names the rule, and agrees with the walk", async () => {
  const tree = {
    ".gitignore": "# generated\n*.gen.php\n!keep.gen.php\n",
    "src/.gitignore": "\nlocal/\n",
    "a.php": "",
    "a.gen.php": "",
    "keep.gen.php": "",
    "src/local/x.php": "",
    "vendor/deep/x.php": "",
    "tests/unit/x.php": "",
    "logo.png": "",
    "wp-config.php": "",
    "big.php": "x".repeat(5000),
  };
  await withTree(tree, (root) => {
    if (Deno.build.os !== "windows") Deno.symlinkSync("a.php", `${root}/link.php`);
    const selector = createSelector({ ...DEFAULTS, exclude: ["tests/unit"], max_file_bytes: 2000 });
    const cases: [string, string, string, string | null][] = [
      ["a.php", "selected", "a.php", null],
      ["a.gen.php", "gitignore", "a.gen.php", ".gitignore:2 *.gen.php"],
      ["keep.gen.php", "selected", "keep.gen.php", null],
      ["src/local/x.php", "gitignore", "src/local", "src/.gitignore:2 local/"],
      ["vendor/deep/x.php", "mandatory:vendor", "vendor", null],
      ["tests/unit/x.php", "exclude:tests/unit", "tests/unit", "tests/unit"],
      ["logo.png", "extension", "logo.png", null],
      ["wp-config.php", "secret", "wp-config.php", "wp-config.php"],
      ["big.php", "too_large", "big.php", "max_file_bytes 2000"],
      ["src", "selected", "src", null],
      ["nothing.php", "missing", "nothing.php", null],
      ["vendor/nothing.php", "mandatory:vendor", "vendor", null],
      ["nothing.xyz", "extension", "nothing.xyz", null],
    ];
    if (Deno.build.os !== "windows") cases.push(["link.php", "symlink_inside", "link.php", null]);
    const listed = new Set(scanCorpus(root, selector).files.map((f) => f.path));
    for (const [path, reason, at, rule] of cases) {
      const verdict = whyPath(root, selector, path);
      assert.deepEqual([verdict.reason, verdict.at, verdict.rule], [reason, at, rule], path);
      assert.notEqual(verdict.explanation, "");
      if (verdict.kind === "file") assert.equal(verdict.selected, listed.has(path), path);
    }
  });
});
