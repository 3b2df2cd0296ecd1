// What the configuration decides, and what it cannot: FT-37 to FT-40.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { ask, exported, type Files, filesHolding, Place, records, type Result } from "./harness.ts";

async function indexedPaths(place: Place): Promise<string[]> {
  const project = await place.ensured();
  const paths = (await records(project)).filter((r) => r.t === "file").map((r) => r.path);
  await project.close();
  return paths;
}

const TREE: Files = {
  "src/a.php": "<?php\nfunction a() {}\n",
  "src/deep/b.inc": "<?php\nfunction b() {}\n",
  "src/c.tpl": "<?php\nfunction c() {}\n",
  "tests/a_test.php": "<?php\nfunction a_test() {}\n",
  "docs/read.md": "# Read\n",
  "db/001.sql": "CREATE TABLE t (id INT);\n",
  "artisan": "<?php\nfunction artisan() {}\n",
};

Deno.test("FT-37: languages, include, exclude and extensions decide which files are indexed", async () => {
  await using place = Place.make(TREE);
  const cases: [string, string[]][] = [
    ["", ["db/001.sql", "docs/read.md", "src/a.php", "src/deep/b.inc", "tests/a_test.php"]],
    ["languages: [php]", ["src/a.php", "src/deep/b.inc", "tests/a_test.php"]],
    ["languages: [markdown, sql]", ["db/001.sql", "docs/read.md"]],
    ["include: ['src/**']", ["src/a.php", "src/deep/b.inc"]],
    ["include: ['**/*.php']\nexclude: [tests/]", ["src/a.php"]],
    ["exclude: ['**/deep/', 'docs/**', '*.sql']", ["src/a.php", "tests/a_test.php"]],
    [
      "extensions: { php: [.php, .tpl, artisan], sql: [] }",
      ["artisan", "docs/read.md", "src/a.php", "src/c.tpl", "tests/a_test.php"],
    ],
    ["root: src", ["a.php", "deep/b.inc"]],
  ];
  for (const [yaml, expected] of cases) {
    place.configure(`project: shop\n${yaml}\n`);
    assert.deepEqual(await indexedPaths(place), expected, yaml);
  }
});

Deno.test("FT-37: the chunk budget, the file limit and the revision policy are obeyed", async () => {
  const body = Array.from({ length: 200 }, (_, i) => `    $total_${i} = compute_part(${i}, 'word ${i}');\n`)
    .join("");
  await using place = Place.make({ "long.php": `<?php\nfunction long() {\n${body}}\n` });
  for (const budget of [64, 512]) {
    place.configure(`chunk: { max_tokens: ${budget} }\nretain_revs: 1\n`);
    const project = await place.ensured();
    const { result } = await ask(project, "index_status");
    const { max, budget: told } = result.quality.chunk_tokens;
    assert.ok(told === budget && max <= budget && max > budget / 4, `${max} of ${budget}`);
    await project.close();
  }
  assert.deepEqual([...Deno.readDirSync(`${place.dir}/.ragraf/revs`)].map((e) => e.name), ["rev-0002"]);
});

Deno.test("FT-37: a wrong configuration is an error that names line, column and the key that was meant", async () => {
  await using place = Place.make(TREE);
  const cases: [string, RegExp][] = [
    ["project: shop\nexclud: [docs/]\n", /2:1.*exclude|exclud.*2.*exclude/s],
    ["project: shop\nfreshness:\n  policy: always\n", /3.*(?:reindex|warn|error)/s],
    ["retain_revs: many\n", /1.*retain_revs|retain_revs.*1/s],
    ["languages: [php\n", /\d+.*/s],
    ["include: ['../other/**']\n", /include/],
  ];
  for (const [yaml, expected] of cases) {
    place.configure(yaml);
    const { code, stderr, stdout } = await place.ragraf(["-p", place.dir, "ensure"]);
    assert.ok(code === 1 || code === 2, `${yaml}: exit code ${code}`);
    assert.match(stderr, expected, yaml);
    assert.match(stderr, /project\.yaml/, yaml);
    assert.equal(stdout, "", yaml);
  }
});

/** Paths that no configuration can bring in, by the reason that is counted. */
const MANDATORY: Record<string, string[]> = {
  "mandatory:vendor": ["vendor/acme/lib.php", "app/vendor/lib.php", "bower_components/x.php"],
  "mandatory:node_modules": ["node_modules/pkg/readme.md", "ui/node_modules/x.php"],
  "mandatory:vcs": [".git/hooks/x.php", ".svn/x.php"],
  "mandatory:ragraf": [".ragraf/x.php"],
  "mandatory:log": ["app.log", "storage/logs/x.php", "var/log/y.php"],
  "mandatory:backup": [
    "cart_bak.php",
    "cart.php.bak",
    "old_bak/x.php",
    "cart.orig",
    "cart.php~",
    "_backup/x.php",
  ],
  "mandatory:agent": [
    ".claude/notes.md",
    ".cursor/rules.md",
    "AGENTS.md",
    "CLAUDE.md",
    ".aider.chat.history.md",
  ],
  "mandatory:editor": [".idea/x.php", ".vscode/x.md"],
};

Deno.test("FT-38: not one mandatory exclusion is in `file`, whatever the configuration includes", async () => {
  const files: Files = {
    "src/kept.php": "<?php\n",
    "src/bakery.php": "<?php\n",
    "log/source.php": "<?php\n",
  };
  for (const path of Object.values(MANDATORY).flat()) files[path] = "<?php\nfunction unwanted_zq() {}\n";
  await using place = Place.make(files);
  const configurations = [
    "gitignore: false\n",
    "include: ['**']\nexclude: []\ngitignore: false\nextensions: { php: [.php, .log, .bak, .orig, '.php~'] }\n",
    "include: ['vendor/**', 'node_modules/**', '.git/**', '.ragraf/**', 'src/**', 'log/**']\n",
  ];
  for (const yaml of configurations) {
    place.configure(yaml);
    assert.deepEqual(await indexedPaths(place), ["log/source.php", "src/bakery.php", "src/kept.php"], yaml);
  }
  place.configure(configurations[0]!);
  const project = await place.ensured();
  const { result } = await ask(project, "index_status");
  const counts = new Map<string, number>(result.skipped.map((s: Result) => [s.reason, s.count]));
  for (const [reason, paths] of Object.entries(MANDATORY)) {
    assert.ok((counts.get(reason) ?? 0) >= 1, `${reason} is counted`);
    for (const path of paths) {
      const why = await ask(project, "why_not", { path_or_name: path });
      assert.deepEqual([why.result.indexed, why.result.reason], [false, reason], path);
    }
  }
  assert.equal((await ask(project, "symbol", { name: "unwanted_zq" })).found, false);
  const store = new DatabaseSync(`${place.dir}/.ragraf/revs/${result.index_rev}/graph.sqlite`, {
    readOnly: true,
  });
  const paths = store.prepare("SELECT path FROM file ORDER BY path").all().map((r) => r.path);
  store.close();
  assert.deepEqual(paths, ["log/source.php", "src/bakery.php", "src/kept.php"]);
});

/** A secret for each place, and the words around it that a question may use. */
const SECRETS: Record<string, string> = {
  ".env": "zqEnvSecret7f3a91",
  ".env.production": "zqEnvProdSecret51cc",
  "deploy/id_rsa": "zqRsaSecret90ab12",
  "deploy/server.pem": "zqPemSecret44de01",
  "deploy/.npmrc": "zqNpmSecret1212ab",
  "wp-config.php": "zqWordpressSecret8a",
  "config/secrets.php": "zqSecretsPhp77aa",
  "config/private/keys.php": "zqPrivateKeys31fe",
  "config/private/deep/readme.md": "zqPrivateDoc0042",
  "src/payment.secret.php": "zqPaymentSecret6b",
  ".git/config": "zqGitToken5e5e5e",
};
const PATTERNS = "secrets_exclude: ['config/private/**', '*.secret.php', 'secrets.php', wp-config.php]\n";

function secretFiles(): Files {
  const files: Files = { "src/shop.php": "<?php\nfunction shop_token() { return getenv('SHOP_TOKEN'); }\n" };
  for (const [path, secret] of Object.entries(SECRETS)) {
    files[path] = path.endsWith(".php")
      ? `<?php\n// SHOP_TOKEN password\ndefine('SHOP_TOKEN', '${secret}');\nfunction holder_${secret}() {}\n`
      : `# SHOP_TOKEN password\nSHOP_TOKEN=${secret}\n`;
  }
  return files;
}

Deno.test("FT-39, FT-40: no secret is in a store, the journal, a log or an answer", async () => {
  await using place = Place.make(secretFiles(), PATTERNS);
  Deno.symlinkSync("../.env", `${place.dir}/src/link.php`);
  Deno.symlinkSync("../config/private", `${place.dir}/src/linked`);
  const answers: [string, string][] = [];
  const note = (what: string, text: string) => void answers.push([what, text]);
  const built = await place.ragraf(["-p", place.dir, "ensure"]);
  assert.equal(built.code, 0, built.stderr);
  note("ensure", built.stdout + built.stderr);
  const project = await place.open();
  const query = async (op: string, input: Record<string, unknown>) => {
    const envelope = await ask(project, op, input);
    note(`${op} ${JSON.stringify(input)}`, JSON.stringify(envelope));
    return envelope;
  };
  for (const path of Object.keys(SECRETS)) {
    const ways = [
      path,
      `./${path}`,
      `src/../${path}`,
      path.toUpperCase(),
      `${place.dir}/${path}`,
      path.replaceAll("/", "\\"),
    ];
    for (const way of ways) {
      const live = await query("live_read", { path: way });
      assert.deepEqual([live.found, live.result], [false, null], way);
      assert.equal((await query("code", { path: way })).found, false, way);
    }
    assert.match((await query("live_read", { path })).problem!.code, /PATH_SECRET|PATH_EXCLUDED/, path);
    const why = await query("why_not", { path_or_name: path });
    assert.deepEqual([why.found, why.result.indexed], [true, false], path);
  }
  for (const path of ["src/link.php", "src/linked/keys.php", ".ragraf/control.sqlite", "../shop/.env"]) {
    assert.equal((await query("live_read", { path })).found, false, path);
  }
  for (
    const text of ["SHOP_TOKEN password", "SHOP_TOKEN", "token secret keys", "holder", "BEGIN PRIVATE KEY"]
  ) {
    await query("search", { query: text, with_text: true, limit: 100 });
  }
  for (const name of ["SHOP_TOKEN", "shop_token"]) await query("symbol", { name });
  for (const op of ["repo_map", "index_status", "freshness", "usage", "catalog"]) await query(op, {});
  await query("freshness", { force: true });
  note("export", (await exported(project)).join("\n"));
  for (const path of Object.keys(SECRETS)) place.edit(path, (text) => `${text}\n# later\n`);
  await query("search", { query: "SHOP_TOKEN later", with_text: true });
  const calls = [
    { name: "ragraf_search", arguments: { query: "SHOP_TOKEN password", with_text: true } },
    { name: "ragraf_live_read", arguments: { path: ".env" } },
    { name: "ragraf_code", arguments: { path: "config/private/keys.php" } },
  ];
  const lines = calls.map((params, id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })
  );
  const served = await place.ragraf(["-p", place.dir, "mcp"], { input: `${lines.join("\n")}\n` });
  note("mcp", served.stdout + served.stderr);
  for (const args of [["status"], ["doctor"], ["index"], ["query", "live_read", ".env"]]) {
    const { stdout, stderr } = await place.ragraf(["-p", place.dir, ...args], { env: { RAGRAF_TRACE: "1" } });
    note(args.join(" "), stdout + stderr);
  }
  for (const [path, secret] of Object.entries(SECRETS)) {
    for (const [what, text] of answers) {
      assert.ok(!text.includes(secret), `${what} shows the secret of ${path}`);
    }
    for (const folder of [`${place.dir}/.ragraf`, place.home]) {
      assert.deepEqual(filesHolding(folder, secret), [], `the secret of ${path} in ${folder}`);
    }
    // Asked for by its value, last of all: the question itself goes into the journal.
    assert.equal((await ask(project, "search", { query: secret })).found, false, path);
    assert.equal((await ask(project, "symbol", { name: `holder_${secret}` })).found, false, path);
  }
  assert.ok(
    filesHolding(`${place.dir}/.ragraf`, "shop_token").length > 0,
    "what is indexed is found in this way",
  );
  const shown = (await records(project)).filter((r) => r.t === "file").map((r) => r.path);
  assert.deepEqual(shown, ["src/shop.php"]);
});

Deno.test("FT-39: a file that becomes secret later is gone from every revision that is kept", async () => {
  await using place = Place.make(secretFiles(), "secrets_exclude: []\n");
  const secret = SECRETS["config/private/keys.php"]!;
  const project = await place.ensured();
  assert.ok(filesHolding(`${place.dir}/.ragraf`, secret).length > 0, "it was no secret yet");
  place.configure(PATTERNS);
  const { index_rev, freshness } = await ask(project, "symbol", { name: "shop_token" });
  assert.deepEqual([index_rev, freshness.config_changed], ["rev-0002", true]);
  assert.deepEqual(filesHolding(`${place.dir}/.ragraf`, secret), []);
  const old = await ask(project, "code", { path: "config/private/keys.php" }, "rev-0001");
  assert.deepEqual([old.problem?.code, old.result], ["UNKNOWN_REVISION", null]);
});

Deno.test("FT-40: the journal keeps no question whole and no answer", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  const question = "where does the shop keep the long question that nobody has to remember word by word";
  await ask(project, "search", { query: question, with_text: true });
  await ask(project, "code", { name: "Cart::add" });
  await project.close();
  const control = new DatabaseSync(`${place.dir}/.ragraf/control.sqlite`, { readOnly: true });
  const rows = JSON.stringify(control.prepare("SELECT * FROM usage_call").all());
  control.close();
  assert.ok(!rows.includes("word by word"), "the end of a long question");
  assert.ok(!rows.includes("throw new CartIsFull"), "text of an answer");
});
