// Every declaration of real projects, with its lines, against nikic/php-parser: the sets must be the same. Where the two
// define a line differently, dump.php converts it by a rule that it explains; no difference is tolerated here.
//
// The corpora are Debian packages that `bench/fetch.ts` unpacks. Without them, or without php and php-parser, a run on a
// person's machine skips what it cannot do and says how much that was; with CI=true it fails.

import { equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { CORPORA, corpusRoot } from "../../bench/fetch.ts";
import { compare, type Comparison, describe } from "./symbols/compare.ts";
import { directRecords, exportRecords, oracleRecords, phpFiles } from "./symbols/records.ts";

const CI = Deno.env.get("CI") === "true";

/** `export`: of a built index, through the front door; `direct`: of the extractor alone. */
const SOURCE = Deno.env.get("RAGRAF_ORACLE_SOURCE") ?? (exists(mainModule()) ? "export" : "direct");

/**
 * Files that php-parser 4 under PHP 8.2 does not parse, by what it says. None of the corpora has one; a newer corpus may
 * hold newer syntax, and then the rule belongs here.
 */
const UNPARSED_BY_ORACLE: RegExp[] = [];

const missing: string[] = [];
if (!phpParserIsThere()) missing.push("php with php-parser");
for (const { name } of CORPORA) if (corpusRoot(name) === null) missing.push(name);

if (missing.length > 0) {
  Deno.test({
    name: `symbol oracle: ${missing.length} of ${CORPORA.length + 1} inputs are missing: ${
      missing.join(", ")
    }`,
    ignore: !CI,
    fn: () => {
      throw new Error(`CI needs them all: ${missing.join(", ")}`);
    },
  });
}

for (const { name } of CORPORA) {
  Deno.test({
    name: `FT-2: symbols of ${name} are those of nikic/php-parser (${SOURCE})`,
    ignore: !phpParserIsThere() || missing.includes(name),
    fn: async () => {
      const result = await comparison(corpusRoot(name)!);
      equal(result.missing.map(describe).slice(0, 50).join("\n"), "", `${result.missing.length} are missing`);
      equal(
        result.extra.map(describe).slice(0, 50).join("\n"),
        "",
        `${result.extra.length} are not in the oracle`,
      );
      equal(result.unparsed.map((u) => u.join(": ")).join("\n"), "", "parsed by the oracle only");
      const unexplained = result.unparsedByOracle.filter(([, why]) =>
        !UNPARSED_BY_ORACLE.some((r) => r.test(why))
      );
      equal(unexplained.map((u) => u.join(": ")).join("\n"), "", "not parsed by the oracle");
      if (result.symbols === 0) throw new Error("nothing was compared");
    },
  });
}

async function comparison(root: string): Promise<Comparison> {
  const paths = phpFiles(root);
  if (SOURCE === "direct") return compare(await oracleRecords(root, paths), await directRecords(root, paths));
  const exported = await exportRecords(root, paths);
  // Files that the project leaves out by default, such as vendor/, are not in the index.
  const indexed = [...exported.parsed, ...exported.unparsed.keys()].sort();
  return compare(await oracleRecords(root, indexed), exported);
}

function mainModule(): string {
  return fileURLToPath(new URL("../../main.ts", import.meta.url));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

function phpParserIsThere(): boolean {
  try {
    const code = "exit(is_file('/usr/share/php/PhpParser/autoload.php') ? 0 : 1);";
    return new Deno.Command("php", { args: ["-r", code] }).outputSync().success;
  } catch {
    return false;
  }
}
