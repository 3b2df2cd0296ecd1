// What the scan hides from the parser: for each text, the text that the parser sees.

import { equal } from "node:assert/strict";
import { scanPhp } from "../../../lib/lang/php/scan.ts";

function check(code: string, expected: string): void {
  equal(scanPhp(`<?php ${code}`).parseText, `<?php ${expected}`);
}

Deno.test("comments are blank, attributes are not", () => {
  check("a(); // b", "a();     ");
  check("/* c */ #[A] f(); # d\n", "        #[A] f();    \n");
  check("a(); // b ?> c <?php d();", "a();      ?>   <?php d();");
  check("'// not one' . \"# nor this\";", "'// not one' . \"# nor this\";");
});

Deno.test("heredocs and nowdocs become strings of the same length", () => {
  check('<<<X\na "b" {$c["d"]}\nX;', '"   \na \'b\' {$c["d"]}\n";');
  check("<<<'X'\nit's \\\nX . 1;", "'     \nit s  \n' . 1;");
  check('<<<"AB"\n  a\n  ABC\n  AB, 1', '"      \n  a\n  ABC\n   ", 1');
  check("<<<X\r\na\r\nX;\r\n", '"   \r\na\r\n";\r\n');
  check("<<<X\nX;", '"   \n";');
});

Deno.test("HTML is blank, short tags stay, a declaration of XML is no tag", () => {
  equal(scanPhp("<p>it's</p><? a() ?> b").parseText, "           <? a() ?>  ");
  equal(scanPhp("<?xml version='1.0'?>\n<?= $a, $b ?>").parseText, "                      <?= $a; $b ?>");
  equal(scanPhp("<?= f($a, $b), [1, 2] ?>").parseText, "<?= f($a, $b); [1, 2] ?>");
});

Deno.test("names that are keywords elsewhere are hidden", () => {
  check("function list() {}", "function _ist() {}");
  check("use A\\Match\\List;", "use A\\_atch\\_ist;");
  check("namespace\\f();", "namespace\\f();");
  check('"$a->class $b[list]";', '"$a->_lass $b[_ist]";');
  check("exit - 1; exit(1); exit;", "_xit - 1; _xit(1); _xit;");
  check("use A\\{B, C,};", "use A\\{B, C };");
});

Deno.test("after the halt of the compiler there is no code", () => {
  check("a(); __halt_compiler(); class B {}", "a(); __halt_compiler();           ");
  check("$x->__halt_compiler(); class B {}", "$x->__halt_compiler(); class B {}");
});
