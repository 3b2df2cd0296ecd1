import assert from "node:assert/strict";
import { anyOf, coverage, inverseFrequency, questionWords, tellingWords } from "../../lib/rank/lexical.ts";

Deno.test("a question's words are those of the index, each once", () => {
  assert.deepEqual(questionWords("the getUserName() of a User"), [
    "the",
    "getusername",
    "get",
    "user",
    "name",
    "of",
  ]);
  assert.deepEqual(questionWords("?!"), []);
});

Deno.test("an FTS5 expression needs no escaping", () => {
  assert.equal(anyOf(questionWords('"a" OR b* NEAR(x)')), '"or" OR "near"');
});

Deno.test("rarer words weigh more, and no word weighs less than nothing", () => {
  assert.ok(inverseFrequency(1000, 1) > inverseFrequency(1000, 500));
  assert.ok(inverseFrequency(1000, 1000) >= 0);
  assert.ok(inverseFrequency(0, 0) >= 0);
});

Deno.test("words that are everywhere are not looked up unless there is nothing else", () => {
  const weigh = (word: string, documents: number) => ({ word, weight: inverseFrequency(1000, documents) });
  assert.deepEqual(tellingWords([weigh("the", 900), weigh("cart", 3)], 1000), ["cart"]);
  assert.deepEqual(tellingWords([weigh("the", 900), weigh("of", 950)], 1000), ["the", "of"]);
});

Deno.test("coverage is the share of weight, not of words", () => {
  const question = [{ word: "the", weight: 1 }, { word: "cart", weight: 9 }];
  assert.deepEqual(coverage(question, new Set(["cart"])), { share: 0.9, matched: ["cart"] });
  assert.deepEqual(coverage(question, new Set(["the"])), { share: 0.1, matched: ["the"] });
  assert.deepEqual(coverage([], new Set(["the"])), { share: 0, matched: [] });
});
