import assert from "node:assert/strict";
import { fitOutline, type OutlineFile } from "../../lib/rank/outline.ts";
import { loadTokenCounter } from "../../lib/rank/tokens.ts";

const counter = await loadTokenCounter();

const file = (path: string, entries: number): OutlineFile => ({
  path,
  score: 1,
  entries: Array.from(
    { length: entries },
    (_, i) => ({ line: i + 1, text: `public function имя${i}(array $данные): void` }),
  ),
});

Deno.test("FT-20: an outline never goes over its budget, counted as one text", () => {
  const files = Array.from({ length: 40 }, (_, i) => file(`src/some/folder/File${i}.php`, i % 20));
  for (const budget of [100, 137, 500, 2000, 5000]) {
    const outline = fitOutline(files, budget, counter);
    assert.ok(counter.count(outline.text) <= budget, `${counter.count(outline.text)} of ${budget}`);
    assert.equal(outline.tokens, outline.text === "" ? 0 : counter.count(outline.text));
  }
});

Deno.test("one large class does not fill the outline, and what is left out is counted", () => {
  const outline = fitOutline([file("big.php", 50), file("small.php", 1)], 2000, counter);
  assert.equal(outline.files_shown, 2);
  assert.match(outline.text, /… 38 more\nsmall\.php/);
});

Deno.test("a budget too small for one entry gives nothing rather than a torn line", () => {
  assert.deepEqual(fitOutline([file("a.php", 3)], 5, counter), {
    text: "",
    tokens: 0,
    files_shown: 0,
    entries_shown: 0,
  });
});

Deno.test("special tokens in code are text", () => assert.ok(counter.count("<|endoftext|>") > 0));
