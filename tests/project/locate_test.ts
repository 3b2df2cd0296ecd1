// Which folder becomes a project, and which only when it is named.

import assert from "node:assert/strict";
import { Problem } from "../../lib/base/problem.ts";
import { initProject } from "../../lib/project/init.ts";
import { locateProject } from "../../lib/project/locate.ts";
import { withTree } from "../corpus/temp_tree.ts";

function refusedCode(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    return Problem.from(error);
  }
  throw new Error("nothing was refused");
}

// Found in a trial: `ragraf ensure` in the home folder or in `/` began to index the whole machine.
Deno.test("without a directory neither the home folder nor the root of the file system becomes a project", () =>
  withTree({ "home/shop/a.php": "<?php" }, (root) => {
    const home = `${root}/home`;
    const here = { cwd: home, initialise: true };
    const refused = refusedCode(() => locateProject(here, root, [home]));
    assert.deepEqual([refused.code, refused.exit], ["ROOT_TOO_WIDE", 2]);
    assert.match(refused.hint, /name it: `ragraf ensure DIR`/);
    if (Deno.build.os !== "windows") {
      assert.equal(
        refusedCode(() => locateProject({ cwd: "/", initialise: true }, root, [home])).code,
        "ROOT_TOO_WIDE",
      );
    }
    // Named, in a folder below it, or with a configuration already: as everywhere.
    assert.equal(locateProject({ ...here, ref: home }, root, [home]).base, home);
    assert.equal(locateProject({ ...here, ref: "." }, root, [home]).base.replace(/\/\.$/, ""), home);
    assert.equal(locateProject({ ...here, cwd: `${home}/shop` }, root, [home]).base, `${home}/shop`);
    initProject(home);
    assert.equal(locateProject(here, root, [home]).base, home);
  }));

Deno.test("HOME and USERPROFILE are the home folders unless told otherwise", () =>
  withTree({ "a.php": "<?php" }, (root) => {
    const before = Deno.env.get("USERPROFILE");
    Deno.env.set("USERPROFILE", root);
    try {
      const refused = refusedCode(() => locateProject({ cwd: root, initialise: true }, root));
      assert.equal(refused.code, "ROOT_TOO_WIDE");
    } finally {
      if (before === undefined) Deno.env.delete("USERPROFILE");
      else Deno.env.set("USERPROFILE", before);
    }
  }));

Deno.test("a project inside another is told what the outer one does with its files", () =>
  withTree({ "lib/inner/a.php": "<?php" }, (root) => {
    initProject(root);
    const { warnings } = locateProject({ cwd: root, ref: `${root}/lib/inner` }, root);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /holds these files too unless its configuration leaves them out/);
    assert.ok(warnings[0]!.includes('exclude: "/lib/inner/"'), warnings[0]);
  }));

Deno.test("wherever there is no project the hint names `ragraf ensure DIR`", () =>
  withTree({ "a.php": "<?php" }, (root) => {
    for (const ref of [undefined, "no-such-project"]) {
      const { hint } = refusedCode(() => locateProject({ cwd: root, ...(ref && { ref }) }, `${root}/home`));
      assert.match(hint, /run `ragraf ensure DIR` once/);
    }
  }));
