import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { ListingCache, scanCorpus } from "../../lib/corpus/scan.ts";
import { createSelector } from "../../lib/corpus/select.ts";

const selector = createSelector(DEFAULTS);

/** Walks with one cache after each edit and without a cache: both must see the same. */
function check(name: string, edits: ((root: string) => void)[], age = 0): void {
  Deno.test(`a kept listing never hides an entry: ${name}`, async () => {
    const root = Deno.realPathSync(Deno.makeTempDirSync());
    try {
      Deno.mkdirSync(`${root}/src/deep`, { recursive: true });
      for (const path of ["a.php", "src/b.php", "src/deep/c.php"]) {
        Deno.writeTextFileSync(`${root}/${path}`, "<?php\n");
      }
      // Older than the grain of the stamps, so that listings are really taken from the cache.
      if (age > 0) await new Promise((resolve) => setTimeout(resolve, age));
      const cache = new ListingCache();
      scanCorpus(root, selector, cache);
      for (const edit of edits) {
        edit(root);
        assert.deepEqual(scanCorpus(root, selector, cache), scanCorpus(root, selector));
      }
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });
}

const write = (path: string) => (root: string) => Deno.writeTextFileSync(`${root}/${path}`, "<?php\n");
const remove = (path: string) => (root: string) => Deno.removeSync(`${root}/${path}`, { recursive: true });

for (const age of [0, 2200]) {
  const when = age === 0 ? "at once" : "later";
  check(`${when}: added, added in a new directory, deleted`, [
    write("src/new.php"),
    (root) => Deno.mkdirSync(`${root}/src/deep/er`),
    write("src/deep/er/d.php"),
    remove("src/b.php"),
    remove("src/deep"),
  ], age);
  check(`${when}: renamed, replaced by a directory, a .gitignore appears and goes`, [
    (root) => Deno.renameSync(`${root}/src/b.php`, `${root}/src/z.php`),
    (root) => {
      Deno.removeSync(`${root}/a.php`);
      Deno.mkdirSync(`${root}/a.php`);
    },
    (root) => Deno.writeTextFileSync(`${root}/src/.gitignore`, "deep/\n"),
    remove("src/.gitignore"),
  ], age);
}

Deno.test("an unchanged tree is listed once", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const original = Deno.readDirSync;
  let listed = 0;
  try {
    Deno.mkdirSync(`${root}/src`);
    Deno.writeTextFileSync(`${root}/src/a.php`, "<?php\n");
    await new Promise((resolve) => setTimeout(resolve, 2200));
    const cache = new ListingCache();
    scanCorpus(root, selector, cache);
    Deno.readDirSync = (path) => (listed++, original(path));
    assert.equal(scanCorpus(root, selector, cache).files.length, 1);
    assert.equal(listed, 0);
  } finally {
    Deno.readDirSync = original;
    Deno.removeSync(root, { recursive: true });
  }
});
