// Whole files and all their facts, in readable text beside them. After a wanted change look at what this writes:
//
//   deno run -A tests/lang/golden_test.ts --update

import { equal } from "node:assert/strict";
import { extract, render } from "./extract.ts";

const FOLDER = new URL("../fixtures/lang/", import.meta.url);

function fixtures(): string[] {
  return [...Deno.readDirSync(FOLDER)].map((e) => e.name).filter((n) => !n.endsWith(".facts")).sort();
}

function facts(name: string): string {
  const text = new TextDecoder().decode(Deno.readFileSync(new URL(name, FOLDER)));
  return render(extract(name.endsWith(".md") ? "markdown" : "php", text, name));
}

if (Deno.args.includes("--update")) {
  for (const name of fixtures()) Deno.writeTextFileSync(new URL(`${name}.facts`, FOLDER), facts(name));
} else {
  for (const name of fixtures()) {
    Deno.test(`FT-2: facts of ${name}`, () => {
      equal(facts(name), Deno.readTextFileSync(new URL(`${name}.facts`, FOLDER)));
    });
  }
}
