// Documents: sections with their lines, and what may name code.

import { deepEqual, equal } from "node:assert/strict";
import { mentions } from "../../../lib/lang/markdown/mentions.ts";
import { extract } from "../extract.ts";

const sections = (text: string) =>
  extract("markdown", text, "d.md").nodes.slice(1).map((n) =>
    `${n.fqn} ${n.start_line}-${n.end_line} in ${n.parent}`
  );

Deno.test("sections end where one of the same or a higher level begins", () => {
  deepEqual(sections("# A\n## B\n### C\n## D\n# E\n"), [
    "d.md#a 1-4 in 0",
    "d.md#b 2-3 in 1",
    "d.md#c 3-3 in 2",
    "d.md#d 4-4 in 1",
    "d.md#e 5-5 in 0",
  ]);
});

Deno.test("headings in both notations, and what is none", () => {
  deepEqual(sections("A\n=\n\nB\nb\n---\n"), ["d.md#a 1-6 in 0", "d.md#b-b 4-6 in 1"]);
  deepEqual(sections("```\n# A\n```\n~~~~\n# B\n~~~\n# C\n~~~~\n#D\n- a\n---\n\n---\n    # E\n"), []);
  deepEqual(sections("---\nt: 1\n---\n# A #\r\n# a\r\n# A\r\n"), [
    "d.md#a 4-4 in 0",
    "d.md#a-1 5-5 in 0",
    "d.md#a-2 6-6 in 0",
  ]);
  deepEqual(sections("```\n# never closed\n"), []);
  deepEqual(sections(""), []);
});

Deno.test("the name of a heading is its plain text", () => {
  const name = (text: string) => extract("markdown", text).nodes[1]!.name;
  equal(name("# Use `Cart::add` and [links](x.md) **now**"), "Use Cart::add and links now");
  equal(name("# a_b __init__"), "a_b __init__");
});

Deno.test("words that look like symbols and paths", () => {
  const check = (line: string, ...expected: string[]) =>
    deepEqual(
      mentions(line).map((m) => `${m.kind === "doc_path" ? "path" : "symbol"} ${m.target}`),
      expected,
      line,
    );
  check("`Cart::add` and `App\\Shop\\Cart`", "symbol Cart::add", "symbol App\\Shop\\Cart");
  check("`price()` or `price($a, 2)`", "symbol price()", "symbol price($a, 2)");
  check(
    "plain App\\Shop\\Cart::add() and Cart::MAX, total().",
    "symbol App\\Shop\\Cart::add()",
    "symbol Cart::MAX",
    "symbol total()",
  );
  check("`lib/Cart.php:12` `config.yaml` `../x/`", "path lib/Cart.php:12", "path config.yaml", "path ../x/");
  check(
    "[a](docs/a.md#b) [b](https://x.y/z.md) [c](#d) [e](/f) ![i](<i j.png>)",
    "path docs/a.md#b",
    "path i j.png",
  );
  check("`$x` `true` `a b` `1 + 2` `http://x/y` plain words e.g. this");
  check("``a`b`` `Cart` `Cart`", "symbol Cart");
});
