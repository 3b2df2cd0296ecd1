// What an index holds: FT-1, FT-2, FT-8, FT-9, FT-11, FT-13 and NFR-5.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  ask,
  copyTree,
  corpusConfig,
  exported,
  fetchedCorpus,
  filesHolding,
  filesUnder,
  Place,
  records,
  type Result,
  ROOT,
} from "./harness.ts";

Deno.test("FT-1: index ends with 0 and leaves pointer, both stores and a row of history", async () => {
  await using place = Place.make();
  place.configure("project: shop\n");
  const { code, stderr } = await place.ragraf(["index", "--project", `${place.dir}/.ragraf/project.yaml`]);
  assert.equal(code, 0, stderr);
  const pointer = JSON.parse(place.read(".ragraf/rev.json"));
  assert.equal(pointer.index_rev, "rev-0001");
  for (const store of ["graph.sqlite", "lexvec.sqlite"]) {
    assert.ok(Deno.statSync(`${place.dir}/.ragraf/revs/rev-0001/${store}`).size > 0, store);
  }
  const control = new DatabaseSync(`${place.dir}/.ragraf/control.sqlite`, { readOnly: true });
  try {
    const rows = control.prepare("SELECT rev, state, corpus_hash FROM rev_history").all();
    assert.deepEqual(rows.map((r) => ({ ...r })), [{
      rev: 1,
      state: "ready",
      corpus_hash: pointer.corpus_hash,
    }]);
  } finally {
    control.close();
  }
  const again = await place.ragraf(["index", "-p", place.dir]);
  assert.equal(again.code, 0, again.stderr);
  assert.equal(JSON.parse(place.read(".ragraf/rev.json")).index_rev, "rev-0002");
});

/** Every declaration of the sample, read off the files by hand. */
const SAMPLE: Record<string, string[]> = {
  "src/Http/CartController.php": [
    "namespace App\\Http 3-23",
    "class App\\Http\\CartController 7-23",
    "method App\\Http\\CartController::__construct 9-11",
    "property App\\Http\\CartController::$db 9-9",
    "method App\\Http\\CartController::store 14-22",
  ],
  "src/Shop/Cart.php": [
    "namespace App\\Shop 5-55",
    "class App\\Shop\\Cart 13-55",
    "constant App\\Shop\\Cart::MAX_ITEMS 17-17",
    "property App\\Shop\\Cart::$items 20-20",
    "method App\\Shop\\Cart::__construct 22-26",
    "property App\\Shop\\Cart::$customerId 23-23",
    "property App\\Shop\\Cart::$currency 24-24",
    "method App\\Shop\\Cart::add 33-43",
    "method App\\Shop\\Cart::count 45-48",
    "method App\\Shop\\Cart::price 51-54",
    "closure {closure}#src/Shop/Cart.php:53 53-53",
  ],
  "src/Shop/Contract/Priced.php": [
    "namespace App\\Shop\\Contract 3-9",
    "interface App\\Shop\\Contract\\Priced 6-9",
    "method App\\Shop\\Contract\\Priced::price 8-8",
  ],
  "src/Shop/Currency.php": [
    "namespace App\\Shop 3-17",
    "enum App\\Shop\\Currency 5-17",
    "enum_case App\\Shop\\Currency::Euro 7-7",
    "enum_case App\\Shop\\Currency::Ruble 8-8",
    "method App\\Shop\\Currency::symbol 10-16",
  ],
  "src/Shop/Item.php": [
    "namespace App\\Shop 3-14",
    "class App\\Shop\\Item 5-10",
    "method App\\Shop\\Item::__construct 7-9",
    "property App\\Shop\\Item::$sku 7-7",
    "property App\\Shop\\Item::$quantity 7-7",
    "class App\\Shop\\CartIsFull 12-14",
  ],
  "src/Shop/LogsChanges.php": [
    "namespace App\\Shop 3-14",
    "trait App\\Shop\\LogsChanges 5-14",
    "property App\\Shop\\LogsChanges::$changes 8-8",
    "method App\\Shop\\LogsChanges::log 10-13",
  ],
  "src/Shop/prices.php": [
    "namespace App\\Shop 3-13",
    "constant App\\Shop\\PRICES 5-5",
    "function App\\Shop\\price_of 10-13",
  ],
  "lib/legacy.inc": ["constant SHOP_VERSION 3-3", "function connect 5-12", "function str_contains 15-18"],
  "lib/invoice.php": ["function invoice_words 3-6"],
  "public/index.php": [],
};

Deno.test("FT-2: every declaration of the sample stands at its lines, and nothing else is declared", async () => {
  await using place = Place.make();
  const nodes = (await records(await place.ensured())).filter((r) => r.t === "node" && r.kind !== "file");
  for (const [path, expected] of Object.entries(SAMPLE)) {
    const found = nodes.filter((n) => n.path === path)
      .map((n) => `${n.kind} ${n.fqn} ${n.start_line}-${n.end_line}`);
    assert.deepEqual(found.sort(), expected.toSorted(), path);
  }
});

const director = fetchedCorpus("director");

Deno.test({
  name: "FT-2: the lines of 100 chosen symbols of a real application, as PHP's own parser sees them",
  ignore: director === null,
  async fn() {
    await using place = Place.make({});
    const project = await place.ensured(corpusConfig(place, director!));
    const list = Deno.readTextFileSync(new URL("./director_symbols.txt", import.meta.url));
    const chosen = list.trimEnd().split("\n").map((line) => line.split(" "));
    assert.equal(chosen.length, 100);
    const wrong: string[] = [];
    for (const [kind, name, place] of chosen) {
      const { result } = await ask(project, "symbol", { name: name!, kind: kind! });
      const found = result.matches.filter((m: Result) => m.fqn === name)
        .map((m: Result) => `${m.path}:${m.start_line}-${m.end_line}`);
      if (found.length !== 1 || found[0] !== place) {
        wrong.push(`${kind} ${name} ${place}: ${found.join(" ")}`);
      }
    }
    assert.deepEqual(wrong, []);
  },
});

Deno.test("FT-8: documents are indexed with their sections and linked to what they name", async () => {
  await using place = Place.make();
  place.write(
    "docs/more.md",
    "# More\n\nNothing here names code.\n\n## Currency\n\n`App\\Shop\\Currency` has two cases; see `lib/legacy.inc`.\n",
  );
  const all = await records(await place.ensured());
  const nodes = all.filter((r) => r.t === "node");
  const sections = nodes.filter((n) => n.kind === "doc" || n.kind === "doc_section")
    .map((n) => `${n.kind} ${n.path}:${n.start_line}-${n.end_line}`);
  assert.deepEqual(
    sections.sort(),
    [
      "doc README.md:1-4",
      "doc docs/cart.md:1-11",
      "doc docs/more.md:1-7",
      "doc_section README.md:1-4",
      "doc_section docs/cart.md:1-11",
      "doc_section docs/cart.md:5-8",
      "doc_section docs/cart.md:9-11",
      "doc_section docs/more.md:1-7",
      "doc_section docs/more.md:5-7",
    ].sort(),
  );
  const byId = new Map(nodes.map((n) => [n.id, n]));
  const links = all.filter((r) => r.t === "edge" && r.kind === "documented_by")
    .map((e) => `${byId.get(e.src).fqn} <- ${byId.get(e.dst).fqn} ${e.path}:${e.line}`);
  assert.deepEqual(
    links.sort(),
    [
      "docs/cart.md <- README.md#sample-shop README.md:4",
      "App\\Shop\\Cart::add <- docs/cart.md#the-cart docs/cart.md:3",
      "App\\Shop\\Cart::MAX_ITEMS <- docs/cart.md#the-cart docs/cart.md:3",
      "App\\Shop\\price_of <- docs/cart.md#prices docs/cart.md:7",
      "src/Shop/prices.php <- docs/cart.md#prices docs/cart.md:7",
      "migrations/002_cart_line.sql <- docs/cart.md#storage docs/cart.md:11",
      "App\\Shop\\Currency <- docs/more.md#currency docs/more.md:7",
      "lib/legacy.inc <- docs/more.md#currency docs/more.md:7",
    ].sort(),
  );
});

/** `#` stands for a planted word: each is replaced by another one. */
const COMMENTED = `<?php # hash comment #
// line comment #
/* block comment # */
/**
 * File docblock # with a {@see #} tag.
 */
declare(strict_types=1);

namespace /* # */ App /* # */;

use /* # */ Other\\Thing /* # */ as /* # */ Alias;

/**
 * Class docblock #.
 *
 * @property int $magic #
 * @method static make() #
 */
#[Attribute(/* # */)]
abstract /* # */ class /* # */ Commented /* # */ extends /* # */ Base /* # */ implements /* # */ One, /* # */ Two
{
    use /* # */ Helper;

    /** # */
    public const /* # */ int /* # */ LIMIT /* # */ = /* # */ 1 /* # */ + 2, // #
        SECOND = 2; # trailing #

    /** @var array{a: int} # */
    private /* # */ ?int /* # */ $value /* # */ = /* # */ null; // #

    /**
     * Method docblock #.
     *
     * @param array{sku: string} $line #
     * @return static #
     */
    public /* # */ static /* # */ function /* # */ run /* # */ (
        /* # */ array /* # */ $line /* # */ = /* # */ [1, /* # */ 2], // #
    ) /* # */ : /* # */ static /* # */ {
        // body #
        return new /* # */ static(function (/* # */ int $x /* # */) /* # */ use (/* # */ $line) /* # */ : int { return 1; });
    }

    public function __construct(
        # #
        private /* # */ int|/* # */ string $promoted = 5, // #
    ) {
    }
}

enum Suit /* # */ : /* # */ string {
    case /* # */ Hearts /* # */ = /* # */ 'H'; // #
}

/** # */
function /* # */ helper /* # */ (/* # */ $a /* # */ = /* # */ 'x' /* # */) /* # */ { }

const /* # */ TOP /* # */ = /* # */ 'top'; // #
define(/* # */ 'DEFINED' /* # */, /* # */ 1 /* # */);
`;

Deno.test("FT-9: comments and documentation blocks are text, never part of a structural fact", async () => {
  const words: string[] = [];
  const plant = (text: string, mark: RegExp) =>
    text.replace(mark, () => {
      words.push(`zq${words.length.toString().padStart(3, "0")}planted`);
      return words.at(-1)!;
    });
  // A `#` that begins a comment or an attribute stays.
  const php = plant(COMMENTED, /(?<!^|[;,] |<\?php |^ {8})#(?!\[|\n *#)(?= |\.|\}|\n|$)/gm);
  const broken = plant(
    "<?php\n/** # */\nclass Broken { /* # */ function ( /* # */ } // #\n// #\n$x = = 1; // #\n",
    /#/g,
  );
  const markdown = plant(
    "# Title\n\n<!-- # -->\nText # of a section.\n\n```php\n// #\n```\n",
    /(?<=[-t/] )#(?= |\n)/g,
  );
  const sql = plant("-- #\nCREATE TABLE t ( /* # */ id INT /* # */ ); -- #\n", /#/g);
  assert.ok(words.length > 90, `${words.length} words`);
  await using place = Place.make({ "a.php": php, "broken.php": broken, "a.md": markdown, "a.sql": sql });
  const project = await place.ensured();
  const rev = `${place.dir}/.ragraf/revs/rev-0001`;
  const inGraph = words.filter((word) => filesHolding(rev, word).includes("graph.sqlite"));
  assert.deepEqual(inGraph, [], "planted words in graph.sqlite");
  assert.ok(filesHolding(rev, "Commented").includes("graph.sqlite"), "a name is found in this way");
  const inExport = (await exported(project)).filter((line) => words.some((word) => line.includes(word)));
  assert.deepEqual(inExport, [], "planted words in the export");
  const store = new DatabaseSync(`${rev}/lexvec.sqlite`, { readOnly: true });
  const text = store.prepare("SELECT text FROM chunk_text").all().map((r) => r.text).join("\n");
  store.close();
  assert.deepEqual(words.filter((word) => !text.includes(word)), [], "planted words missing in chunk_text");
  for (const name of ["LIMIT", "$value", "run", "helper", "TOP", "DEFINED", "Hearts", "$promoted"]) {
    assert.equal((await ask(project, "symbol", { name })).found, true, name);
  }
});

Deno.test("FT-11: coverage adds up to the corpus, and what was not parsed never disappears", async () => {
  const files: Record<string, string | Uint8Array> = {
    "good.php": "<?php\nfunction good() {}\n",
    "empty.php": "",
    "half.php": "<?php\nfunction half() {}\nclass { nonsense (((\n",
    "binary.php": new Uint8Array([0, 1, 2, 3, 0, 255, 254, 0, 7]),
    "large.php": `<?php\n// ${"x".repeat(5000)}\n`,
    "text.md": "# Text\n",
    "left/out.txt": "not selected",
  };
  await using place = Place.make(files, "max_file_bytes: 4096\n");
  const project = await place.ensured();
  const selected = Object.keys(files).filter((path) => !path.endsWith(".txt")).sort();
  const rows = (await records(project)).filter((r) => r.t === "file");
  assert.deepEqual(rows.map((r) => r.path).sort(), selected);
  const state = (path: string) => rows.find((r) => r.path === path)!;
  assert.deepEqual([state("good.php").state, state("half.php").state], ["parsed", "partial"]);
  assert.deepEqual([state("binary.php").state, state("binary.php").reason], ["skipped", "binary"]);
  assert.deepEqual([state("large.php").state, state("large.php").reason], ["skipped", "too_large"]);
  const { envelope, code } = await place.cli(["status"]);
  assert.equal(code, 0);
  const { coverage, files: count, problems, not_parsed, skipped, edges, nodes } = envelope.result;
  assert.deepEqual(Object.keys(coverage).sort(), ["failed", "parsed", "partial", "skipped"]);
  assert.equal(Object.values<number>(coverage).reduce((a, b) => a + b), selected.length);
  assert.equal(count, selected.length);
  for (const name of ["parsed", "partial", "failed", "skipped"]) {
    assert.equal(coverage[name], rows.filter((r) => r.state === name).length, name);
  }
  assert.deepEqual(not_parsed.map((f: Result) => f.path).sort(), ["binary.php", "large.php"]);
  assert.ok(problems.items.some((p: Result) => p.path === "half.php"), "the problem of half.php is listed");
  assert.equal(skipped.find((s: Result) => s.reason === "extension").count, 1);
  const all = await records(project);
  const counted = (t: string) => {
    const kinds = all.filter((r) => r.t === t).map((r) => r.kind);
    return Object.fromEntries([...new Set(kinds)].map((k) => [k, kinds.filter((x) => x === k).length]));
  };
  assert.deepEqual({ ...nodes }, counted("node"), "nodes by kind");
  assert.deepEqual({ ...edges }, counted("edge"), "edges by kind");
});

Deno.test("FT-13, NFR-5: two builds in two places, files made in another order and at other times, are equal", async () => {
  await using place = Place.make();
  copyTree(`${ROOT}tests/fixtures/lang`, `${place.dir}/lang`);
  const corpus = fetchedCorpus("tt-rss");
  if (corpus !== null) copyTree(corpus, `${place.dir}/corpus`);
  // Another absolute path, other lengths, other order of creation, other times.
  const other = `${place.top}/another place/with a longer name`;
  const paths = filesUnder(place.dir).reverse();
  paths.push(...paths.splice(0, Math.floor(paths.length / 3)));
  paths.forEach((path, i) => {
    place.write(path, Deno.readFileSync(`${place.dir}/${path}`), other);
    Deno.utimeSync(`${other}/${path}`, 1_000_000_000 + i * 977, 1_200_000_000 - i * 1013);
  });
  const [first, second] = [await place.ensured(), await place.ensured(other)];
  await second.index();
  const [one, two] = [await exported(first), await exported(second)];
  const [rev1, rev2] = [JSON.parse(one[0]!), JSON.parse(two[0]!)];
  assert.deepEqual([rev1.index_rev, rev2.index_rev], ["rev-0001", "rev-0002"]);
  assert.equal(rev1.corpus_hash, rev2.corpus_hash);
  const ids = (lines: string[], t: string, key: string) =>
    lines.map((line) => JSON.parse(line)).filter((r) => r.t === t).map((r) => r[key]).sort();
  for (const [t, key] of [["node", "id"], ["edge", "uid"]] as const) {
    const [a, b] = [ids(one, t, key), ids(two, t, key)];
    assert.equal(new Set(a).size, a.length, `${key} is unique`);
    assert.deepEqual(a, b, `${key} of both builds`);
  }
  assert.deepEqual(one.slice(1), two.slice(1));
  const text = one.join("\n");
  assert.ok(!text.includes(place.top), "no absolute path in an export");
  assert.doesNotMatch(
    text.replaceAll(/"(?:signature|default)":"(?:[^"\\]|\\.)*"/g, ""),
    /\d{4}-\d\d-\d\dT\d\d:/,
  );
});
