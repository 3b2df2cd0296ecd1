// Call sites, uses and terms of small files by the numbers of the rules for PHP, readable beside each file. After a wanted
// change look at what this writes:
//
//   deno run -A tests/lang/sites_golden_test.ts --update

import { equal } from "node:assert/strict";
import { extract } from "./extract.ts";
import { sitesText } from "./sites_text.ts";

const FOLDER = new URL("../fixtures/php/", import.meta.url);

function fixtures(): string[] {
  return [...Deno.readDirSync(FOLDER)].map((e) => e.name).filter((n) => n.endsWith(".php")).sort();
}

function sites(name: string): string {
  return sitesText(extract("php", Deno.readTextFileSync(new URL(name, FOLDER)), name));
}

if (Deno.args.includes("--update")) {
  for (const name of fixtures()) Deno.writeTextFileSync(new URL(`${name}.sites`, FOLDER), sites(name));
} else {
  for (const name of fixtures()) {
    Deno.test(`FT-3: sites of ${name}`, () => {
      equal(sites(name), Deno.readTextFileSync(new URL(`${name}.sites`, FOLDER)));
    });
  }
}
