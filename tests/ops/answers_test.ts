// Answers that once misled: each test tells what was asked and what had been said.

import assert from "node:assert/strict";
import { ask, Place } from "../requirements/harness.ts";

const FILES = {
  "src/Base.php": `<?php
namespace App;
/** @method string nick() */
abstract class Base extends \\Vendor\\Thing
{
    /**
     * @param string[] $cc who else
     * @param array<string, array{id: int}> $map
     * @param Row $row
     * @return array{ok: bool}
     * @throws \\RuntimeException
     * @deprecated
     * @phpstan-param Row $row
     */
    public function send(array $cc, array $map, array $row, array $bare): array { return []; }
}
`,
  "src/Child.php": `<?php
namespace App;
/** @phpstan-type Row array{id: int, name?: string} */
class Child extends Base { /** @param Row $row */ public function take(array $row) {} }
`,
  "src/Sql/Export.php":
    "<?php\nnamespace App\\Sql;\nclass Export { public function database() { /* export database as SQL file */ } }\n",
  "src/broken.php": "<?php\nfunction fine() {}\nfunction bad(\n",
  "src/long.php": `<?php\n$x = '${"a".repeat(200_000)}';\n`,
  "vendor/lib/Thing.php": "<?php\nnamespace Vendor;\nclass Thing {}\n",
};

async function withProject(
  test: (say: (op: string, input: Record<string, unknown>) => ReturnType<typeof ask>) => Promise<void>,
) {
  await using place = Place.make(FILES);
  const project = await place.ensured();
  await test((op, input) => ask(project, op, input));
}

Deno.test("params_hint names only arrays whose keys nothing describes; documented types and results are told", async () => {
  await withProject(async (say) => {
    const { result } = await say("symbol", { name: "Base::send" });
    const [match] = result.matches;
    assert.equal(match.params_hint, "the keys of $bare are not described in the PHPDoc");
    assert.equal(match.signature_params[0].doc_type, "string[]");
    assert.equal(match.signature_params[0].doc, "who else");
    assert.equal(match.returns.type, "array{ok: bool}");
    assert.deepEqual(match.return_shape, { ok: { type: "bool", required: true } });
    assert.equal(match.deprecated, true);
    assert.deepEqual(match.throws.length, 1);
  });
});

Deno.test("array_shape follows a type that the class names", async () => {
  await withProject(async (say) => {
    const { result } = await say("symbol", { name: "Child::take" });
    assert.deepEqual(Object.keys(result.matches[0].array_shape.row), ["id", "name"]);
  });
});

Deno.test("an inherited member is declared; a documented one and one of an outside parent are told apart", async () => {
  await withProject(async (say) => {
    const inherited = await say("symbol", { name: "Child::send" });
    assert.equal(inherited.found, true);
    assert.equal(inherited.result.matches[0].fqn, "App\\Base::send");
    assert.match(inherited.limits[0]!, /has it from App\\Base/);
    const documented = await say("symbol", { name: "Child::nick" });
    assert.equal(documented.found, false);
    assert.match(documented.limits[0]!, /@method in the PHPDoc of App\\Base/);
    const outside = await say("symbol", { name: "Child::elsewhere" });
    assert.match(outside.limits[0]!, /Vendor\\Thing, outside the corpus/);
  });
});

Deno.test("a capital letter does not make a word of a sentence a name", async () => {
  await withProject(async (say) => {
    const { result } = await say("search", { query: "export database as SQL file" });
    assert.equal(result.hits[0].symbol, "App\\Sql\\Export::database");
    assert.ok(result.hits.every((h: { kind: string }) => h.kind !== "namespace"));
  });
});

Deno.test("not found says which folders were left out, and facts of a broken file carry its mark", async () => {
  await withProject(async (say) => {
    const vendored = await say("symbol", { name: "Vendor\\Thing" });
    assert.ok(vendored.limits.some((l) => l.includes("vendor/ (mandatory:vendor)")));
    const broken = await say("symbol", { name: "fine" });
    assert.ok(broken.limits.some((l) => l.includes("src/broken.php has syntax errors")));
  });
});

Deno.test("a path that matches no file is the reason, not the words", async () => {
  await withProject(async (say) => {
    const { result } = await say("search", { query: "database", path: "Export.php" });
    assert.equal(result.reason, "no indexed file is under «Export.php»; there is src/Sql/Export.php");
  });
});

Deno.test("code refuses inputs that it would ignore, and text is bounded with a mark", async () => {
  await withProject(async (say) => {
    assert.equal((await say("code", { name: "fine", lines: "1-2" })).problem?.code, "BAD_INPUT");
    assert.equal((await say("code", { name: "send", path: "src/Base.php" })).found, true);
    assert.equal((await say("code", { path: "src/broken.php", lines: "99" })).problem?.code, "BAD_LINES");
    assert.equal(
      (await say("live_read", { path: "src/broken.php", lines: "99" })).problem?.code,
      "BAD_LINES",
    );
    for (const op of ["code", "live_read"]) {
      const { result, limits } = await say(op, { path: "src/long.php" });
      assert.equal(result.truncated, true);
      assert.ok(JSON.stringify(result).length < 70_000);
      assert.ok(limits.some((l) => l.includes("cut at 60000 characters")));
    }
  });
});
