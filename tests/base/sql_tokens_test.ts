import assert from "node:assert/strict";
import { type SqlFlavour, sqlStatements, sqlTokens } from "../../lib/base/sql_tokens.ts";

/** Tokens as `kind:value`, words bare, with their prefix before a bar. */
function shown(text: string, flavour?: SqlFlavour): string {
  return sqlTokens(text, flavour).map((t) => {
    const name = t.prefix === undefined ? t.value : `${t.prefix}|${t.value}`;
    return t.kind === "word" || t.kind === "operator" ? name : `${t.kind}:${name}`;
  }).join(" ");
}

const TOKENS: [string, string, SqlFlavour?][] = [
  ["select `a`.`b` from t", "select quoted:a . quoted:b from t"],
  ["'it''s' 'a\\'b'", "string:it's string:a'b"],
  ["'a\\' , 'b'", "string:a\\ , string:b", "postgresql"],
  ["E'a\\'b' N'x' _utf8'y'", "string:a'b string:x string:y", "postgresql"],
  ['"a""b"', 'quoted:a"b', "postgresql"],
  ['"a"', "string:a", "mysql"],
  ["[order] int", "quoted:order int", "sqlite"],
  ["text[] default '{}'", "text [ ] default string:{}", "postgresql"],
  ["enum('a,b','it''s')", "enum ( string:a,b , string:it's )", "mysql"],
  ["1.5e3 .5 0xFF t.1 2fa_x", "number:1.5e3 number:.5 number:0xFF t . number:1 2fa_x"],
  ["a -- note\nb # note\nc /* x */ d", "a b c d", "mysql"],
  ["a # b", "a # b", "postgresql"],
  ["5--3", "number:5 - - number:3", "mysql"],
  ["/* a /* b */ c */ d", "d", "postgresql"],
  ["/* a /* b */ c", "c", "mysql"],
  ["a int /*!50606 STORAGE DISK */ b", "a int STORAGE DISK b", "mysql"],
  ["a /*!80016 invisible */ b", "a b", "mariadb"],
  ["a /*!80016 invisible */ b", "a invisible b", "mysql"],
  ["a /*M!100100 x */ b", "a x b", "mariadb"],
  ["a /*M!100100 x */ b", "a b", "mysql"],
  ["/*M!999999\\- enable the sandbox mode */ a", "a", "mariadb"],
  ["a /*!40101 x */ b", "a b", "sqlite"],
  [
    "{prefix}users #__users /*_*/page `#__x` {node}",
    "{prefix}|users #__|users /*_*/|page quoted:#__|x {}|node",
  ],
  ["/*_*/page /*$wgDBTableOptions*/;", "/*_*/|page ;"],
  [
    "a = ? and b = :name and c = $1 and d = '%s' and e = %d",
    "a = placeholder:? and b = placeholder::name and c = placeholder:$1 and d = string:%s and e = placeholder:%d",
  ],
  ["x::text := @v @@global.y", "x :: text := variable:@v variable:@@global.y"],
  ["$$ it's; $$ $fn$ a $$ b $fn$", "string: it's;  string: a $$ b ", "postgresql"],
];
for (const [text, expected, flavour] of TOKENS) {
  Deno.test(`FT-5: SQL tokens, ${flavour ?? "any"}: ${text.replaceAll("\n", "⏎")}`, () => {
    assert.equal(shown(text, flavour), expected);
  });
}

function statements(text: string, flavour?: SqlFlavour): string[] {
  return sqlStatements(text, flavour).map((s) => text.slice(s.start, s.end).replace(/\s+/g, " "));
}

const STATEMENTS: [string, string, string[], SqlFlavour?][] = [
  ["plain", "a;\n b ; ;c", ["a", "b", "c"]],
  ["delimiter", "DELIMITER $$\nCREATE TRIGGER t BEGIN a; b; END$$\nDELIMITER ;\nc;", [
    "CREATE TRIGGER t BEGIN a; b; END",
    "c",
  ], "mysql"],
  ["delimiter of two slashes", "delimiter //\na; b//\nc //\ndelimiter ;\nd;", ["a; b", "c", "d"], "mysql"],
  [
    "a table whose name ends in delimiter",
    "create table x_delimiter (a int);\ncreate table delimiter (b int);",
    [
      "create table x_delimiter (a int)",
      "create table delimiter (b int)",
    ],
  ],
  [
    "trigger without delimiter",
    "CREATE TRIGGER t AFTER INSERT ON x BEGIN UPDATE y SET a = CASE WHEN b THEN 1 END; DELETE FROM z; END; c;",
    [
      "CREATE TRIGGER t AFTER INSERT ON x BEGIN UPDATE y SET a = CASE WHEN b THEN 1 END; DELETE FROM z; END",
      "c",
    ],
    "sqlite",
  ],
  [
    "routine with IF and LOOP",
    "CREATE PROCEDURE p() BEGIN IF a THEN b; END IF; LOOP c; END LOOP; CASE d WHEN 1 THEN e; END CASE; END; f;",
    [
      "CREATE PROCEDURE p() BEGIN IF a THEN b; END IF; LOOP c; END LOOP; CASE d WHEN 1 THEN e; END CASE; END",
      "f",
    ],
    "mariadb",
  ],
  [
    "function in dollar quotes",
    "CREATE FUNCTION f() RETURNS int AS $body$ BEGIN a; END $body$ LANGUAGE plpgsql; b;",
    [
      "CREATE FUNCTION f() RETURNS int AS $body$ BEGIN a; END $body$ LANGUAGE plpgsql",
      "b",
    ],
    "postgresql",
  ],
  ["commands and rows of psql", "\\connect x\na;\nCOPY t (a, b) FROM stdin;\n1\tit's;\n\\.\nb;", [
    "a",
    "COPY t (a, b) FROM stdin",
    "b",
  ], "postgresql"],
  ["GO", "create table a (go int)\nGO\nb\ngo\n", ["create table a (go int)", "b"]],
  ["unfinished string", "a; b 'c", ["a", "b 'c"]],
  ["nothing", "-- only a note", []],
];
for (const [name, text, expected, flavour] of STATEMENTS) {
  Deno.test(`FT-5: SQL statements: ${name}`, () => assert.deepEqual(statements(text, flavour), expected));
}

Deno.test("any text is cut in time linear in its length, and no token is empty", () => {
  const pieces = [
    "'",
    '"',
    "`",
    "/*!50100 ",
    "/*",
    "*/",
    "$$",
    "{",
    "#__",
    "--",
    "\n",
    ";",
    "\\",
    "create trigger begin ",
    "x",
    "é",
  ];
  let seed = 7;
  const random = (n: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  for (let i = 0; i < 500; i++) {
    const text = Array.from({ length: 40 }, () => pieces[random(pieces.length)]).join("");
    for (const flavour of [undefined, "mysql", "mariadb", "postgresql", "sqlite"] as const) {
      let last = 0;
      for (const { tokens } of sqlStatements(text, flavour)) {
        for (const token of tokens) {
          assert.ok(token.start >= last && token.end > token.start, JSON.stringify({ text, token }));
          last = token.end;
        }
      }
    }
  }
});
