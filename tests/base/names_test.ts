import assert from "node:assert/strict";
import { foldName, identifierWords, nearestNames, shortName } from "../../lib/base/names.ts";
import { estimateTokens, lexicalWords } from "../../lib/base/words.ts";

const words = (identifier: string, expected: string) =>
  Deno.test(`identifierWords ${identifier}`, () =>
    assert.equal(identifierWords(identifier).join(" "), expected));

words("getUserName", "get user name");
words("get_user_name", "get user name");
words("getHTTPUrl_v2", "get http url v2");
words("HTTPServer", "http server");
words("parseXML", "parse xml");
words("имяПоля", "имя поля");
words("ИмяПоля_заказа", "имя поля заказа");
words("utf8Decode", "utf8 decode");
words("MAX_ITEMS", "max items");
words("$items", "items");
words("App\\Shop\\Cart::add", "app shop cart add");
words("", "");
words("___", "");

const short = (fqn: string, expected: string) =>
  Deno.test(`shortName ${fqn}`, () => assert.equal(shortName(fqn), expected));

short("App\\Shop\\Cart::add", "add");
short("App\\Shop\\Cart::$items", "items");
short("App\\Shop\\Cart", "Cart");
short("strlen", "strlen");

Deno.test("foldName folds ASCII only, as PHP does", () => {
  assert.equal(foldName("Café\\ÄRGER"), "café\\Ärger");
});

const lexical = (text: string, expected: string) =>
  Deno.test(`lexicalWords ${JSON.stringify(text)}`, () => assert.equal(lexicalWords(text), expected));

lexical("getUserName()", "getusername get user name");
lexical("get_user_name", "getusername get user name");
lexical("a plain word", "plain word");
lexical("Счёт на оплату: сумма прописью", "счёт на оплату сумма прописью");
lexical("x" + "A".repeat(80), "");

Deno.test("nearestNames finds typing errors and parts, nearest first", () => {
  assert.deepEqual(nearestNames("exlude", ["exclude", "include", "root"]), ["exclude"]);
  assert.deepEqual(nearestNames("UpdatedBy", ["UpdatedAt", "DeletedBy", "ID"]), ["UpdatedAt", "DeletedBy"]);
  assert.deepEqual(nearestNames("zzz", ["root"]), []);
});

Deno.test("estimateTokens counts Cyrillic as denser than Latin text", () => {
  assert.equal(estimateTokens("abcdefg"), 2);
  assert.equal(estimateTokens("абвгдеж"), 4);
});
