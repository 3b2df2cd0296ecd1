// The encoding of a file is found from its bytes, and the text is what its author wrote.

import assert from "node:assert/strict";
import { decodeSource } from "../../lib/base/decode.ts";

/** Bytes of a text in a single-byte encoding. */
function encode(label: string, text: string): Uint8Array {
  const high = new TextDecoder(label).decode(Uint8Array.from({ length: 128 }, (_, i) => 128 + i));
  return Uint8Array.from(text, (char) => {
    if (char.charCodeAt(0) < 128) return char.charCodeAt(0);
    const index = high.indexOf(char);
    assert.ok(index >= 0, `${char} is not in ${label}`);
    return 128 + index;
  });
}

function utf16(text: string, little: boolean, mark: boolean): Uint8Array {
  const all = mark ? `\ufeff${text}` : text;
  const view = new DataView(new ArrayBuffer(all.length * 2));
  for (let i = 0; i < all.length; i++) view.setUint16(i * 2, all.charCodeAt(i), little);
  return new Uint8Array(view.buffer);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

const CYRILLIC = [
  "// тест",
  "Привет",
  "<?php // Имя",
  "<?php\r\n/* Настройки почты */\r\n$a = 1;\r\n",
  'echo "\\nОшибка: $x\\n";',
  "// ВНИМАНИЕ",
  "// цена, руб.",
  "'янв','фев','мар'",
  "«да»",
  "Объект подъезд",
  "// fix для IE",
  "$names = ['имя' => 'name', 'фамилия' => 'surname'];",
];

const WESTERN = [
  "größe",
  "// für",
  "déjà vu",
  "© 2004 Müller",
  "'ä','ö','ü'",
  "Señor",
  "ação",
  "naïve café",
  "Ærø",
  "créée",
  "Über Größenänderung: Straße",
  "São Tomé",
  "Ångström",
  "où es-tu allé cet été",
  "// © 2004",
  "10 £",
  "¿Qué?",
  "20 °C",
];

for (const text of CYRILLIC) {
  for (const label of ["windows-1251", "koi8-r"]) {
    if (label === "koi8-r" && text.includes("«")) continue;
    Deno.test(`decode: ${label} ${JSON.stringify(text)}`, () => {
      assert.deepEqual(decodeSource(encode(label, text)), { text, encoding: label });
    });
  }
}

for (const text of WESTERN) {
  Deno.test(`decode: latin-1 ${JSON.stringify(text)}`, () => {
    assert.deepEqual(decodeSource(encode("windows-1252", text)), { text, encoding: "latin-1" });
  });
}

Deno.test("decode: Unicode forms, with and without a mark", () => {
  const text = "<?php\r\n// имя größe 漢字 😀\r\n";
  const cyrillic = "<?php // настройки почты\n$a = 1;\n";
  const cases: [Uint8Array, string, string][] = [
    [utf8(text), "utf-8", text],
    [utf8(`\ufeff${text}`), "utf-8-bom", text],
    [utf16(text, true, true), "utf-16le", text],
    [utf16(text, false, true), "utf-16be", text],
    [utf16(cyrillic, true, false), "utf-16le", cyrillic],
    [utf16(cyrillic, false, false), "utf-16be", cyrillic],
    [utf8("<?php echo 1;\r\n"), "utf-8", "<?php echo 1;\r\n"],
    [new Uint8Array(0), "utf-8", ""],
    [utf8("\ufeff"), "utf-8-bom", ""],
    [utf8("<?php\rlone\rcarriage\r"), "utf-8", "<?php\rlone\rcarriage\r"],
    [
      utf8("<?php $zero = '\0'; // one stray NUL in a test string"),
      "utf-8",
      "<?php $zero = '\0'; // one stray NUL in a test string",
    ],
  ];
  for (const [bytes, encoding, expected] of cases) {
    assert.deepEqual(decodeSource(bytes), { text: expected, encoding });
  }
});

Deno.test("decode: damaged UTF-8 keeps its text, and the first broken line is named", () => {
  const bytes = utf8("<?php\n// имя и адрес\n// ?\n$a = 'größe';\n");
  bytes[bytes.indexOf(63, 6)] = 0xff;
  const { text, encoding, problems } = decodeSource(bytes);
  assert.equal(encoding, "utf-8");
  assert.equal(text, "<?php\n// имя и адрес\n// \ufffd\n$a = 'größe';\n");
  assert.deepEqual(problems?.map((p) => [p.line, p.code]), [[3, "INVALID_ENCODING"]]);
});

Deno.test("decode: a broken surrogate never leaves as one", () => {
  const bytes = utf16("<?php $a = 'x';", true, true);
  new DataView(bytes.buffer).setUint16(10, 0xd800, true);
  const { text, encoding, problems } = decodeSource(bytes);
  assert.equal(encoding, "utf-16le");
  assert.equal(problems?.length, 1);
  assert.ok(text.isWellFormed());
});

Deno.test("decode: what is not text is binary", () => {
  const noise = Uint8Array.from({ length: 4096 }, (_, i) => (i * 167 + (i >> 3) * 31) & 255);
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
  for (const bytes of [noise, png]) assert.deepEqual(decodeSource(bytes), { text: "", encoding: "binary" });
});

Deno.test("decode: any bytes give well-formed text", () => {
  let seed = 7;
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from(
      { length: round },
      () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16,
    );
    assert.ok(decodeSource(bytes).text.isWellFormed());
  }
});
