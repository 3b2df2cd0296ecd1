import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { fromHex, toHex } from "../../lib/base/hash.ts";
import { chunkId, corpusHash, edgeUid, nodeId } from "../../lib/base/ids.ts";
import { LineIndex } from "../../lib/base/text.ts";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

Deno.test("NFR-5: ids are digests of content alone, in the documented order of parts", () => {
  assert.equal(toHex(nodeId("method", "A::m", "src/a.php", 0)), sha1("method|A::m|src/a.php|0"));
  assert.equal(toHex(edgeUid("aa", "bb", "calls", "src/a.php", 7)), sha1("aa|bb|calls|src/a.php|7"));
  assert.equal(toHex(chunkId("cc", "symbol", "text")), sha1("cc|symbol|text"));
});

Deno.test("FT-13: the corpus hash does not depend on the order of the files", () => {
  const a = { path: "a.php", sha256: "11" };
  const b = { path: "b.php", sha256: "22" };
  assert.equal(corpusHash([a, b]), corpusHash([b, a]));
  assert.notEqual(corpusHash([a, b]), corpusHash([a, { ...b, sha256: "23" }]));
  assert.notEqual(corpusHash([a, b]), corpusHash([a, { ...b, path: "c.php" }]));
});

Deno.test("hexadecimal goes there and back, and refuses what it is not", () => {
  assert.equal(toHex(fromHex("00ff10")), "00ff10");
  assert.throws(() => fromHex("abc"), RangeError);
  assert.throws(() => fromHex("zz"), RangeError);
});

const lines = (text: string, count: number, second: string) =>
  Deno.test(`LineIndex ${JSON.stringify(text)}`, () => {
    const index = new LineIndex(text);
    assert.equal(index.count, count);
    assert.equal(index.slice(2, 2), second);
  });

lines("", 0, "");
lines("a", 1, "");
lines("a\n", 1, "");
lines("a\nb", 2, "b");
lines("a\r\nb\r\n", 2, "b\r\n");
lines("a\rb\rc", 3, "b\r");
lines("\n\n", 2, "\n");

Deno.test("LineIndex finds the line of an offset", () => {
  const index = new LineIndex("ab\ncd\n\nx");
  assert.deepEqual([0, 2, 3, 6, 7].map((at) => index.lineAt(at)), [1, 1, 2, 3, 4]);
});
