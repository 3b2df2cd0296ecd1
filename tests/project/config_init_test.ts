// `ragraf init` fits the configuration to the folder and overwrites nothing (NFR-10).

import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { Problem } from "../../lib/base/problem.ts";
import { loadConfig } from "../../lib/project/config.ts";
import { initProject, inspect } from "../../lib/project/init.ts";
import { withTree } from "../corpus/temp_tree.ts";

Deno.test("FT-37: a plain project gets a file that means the defaults", async () => {
  await withTree({ "index.php": "<?php", "README.md": "#" }, async (root) => {
    const first = initProject(root);
    assert.deepEqual(first, { file: `${root}/.ragraf/project.yaml`, existed: false });
    const { config } = await loadConfig(first.file);
    assert.deepEqual(config, { ...DEFAULTS, root, project: root.slice(root.lastIndexOf("/") + 1) });
    const text = Deno.readTextFileSync(first.file);
    assert.ok(!text.includes("\r") && !text.startsWith("\ufeff"));
    assert.equal(Deno.readTextFileSync(`${root}/.ragraf/.gitignore`), "*\n");
  });
});

Deno.test("NFR-10: an existing configuration is left as it is, and nothing else appears", async () => {
  await withTree({ ".ragraf/project.yaml": "project: mine\n", "a.php": "" }, (root) => {
    assert.equal(initProject(root).existed, true);
    assert.equal(Deno.readTextFileSync(`${root}/.ragraf/project.yaml`), "project: mine\n");
    assert.deepEqual([...Deno.readDirSync(root)].map((e) => e.name).sort(), [".ragraf", "a.php"]);
  });
});

Deno.test("FT-37: unusual PHP names are found by what the files hold", async () => {
  const tree = {
    "shop.module": "<?php\nfunction shop_menu() {}\n",
    "asm/boot.inc": "mov ax, 1\n",
    "view.tpl": "<div><?= $x ?></div>",
    "plain.ctp": "<div></div>",
    "bin/console": "#!/usr/bin/env php\n<?php\n",
    "Makefile": "all:\n",
    "feed.xsl": '<?xml version="1.0"?>',
    "config.php.dist": "<?php",
    "app/cache/x.php": "<?php",
    "vendor/a/b.weird": "<?php",
    ".env.weird": "<?php",
  };
  await withTree(tree, async (root) => {
    const found = inspect(root);
    assert.deepEqual(found.phpFound, [".tpl", "console"]);
    assert.deepEqual(found.phpForeign, [".inc"]);
    assert.deepEqual(found.generated, ["app/cache"]);
    assert.deepEqual(found.mandatory, { "mandatory:vendor": 1 });
    const { config } = await loadConfig(initProject(root).file);
    assert.ok(config.extensions.php.includes(".tpl") && config.extensions.php.includes("console"));
    assert.ok(config.extensions.php.includes(".module") && !config.extensions.php.includes(".inc"));
    assert.ok(config.exclude.includes("/app/cache/"));
  });
});

Deno.test("FT-37: a directory that is none is a Problem that says so", async () => {
  await withTree({ "a.php": "" }, (root) => {
    const code = (directory: string) => {
      try {
        initProject(directory);
      } catch (error) {
        return error instanceof Problem ? error.code : String(error);
      }
      return "ok";
    };
    assert.equal(code(`${root}/none`), "ROOT_NOT_FOUND");
    assert.equal(code(`${root}/a.php`), "ROOT_NOT_DIRECTORY");
  });
});
