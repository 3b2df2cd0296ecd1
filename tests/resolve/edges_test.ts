// What calls mean, one small corpus for each rule of DESIGN §6 and each kind of trouble that users of similar tools
// report. Beside the sources stands `edges`: every site with its outcome and what it was bound to. After a change that is
// meant: `deno run -A tests/resolve/edges_test.ts --update`, and read the difference.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { LineIndex } from "../../lib/base/text.ts";
import { loadExtractors } from "../../lib/lang/mod.ts";
import { CallResolver } from "../../lib/resolve/calls.ts";
import { World } from "../../lib/resolve/world.ts";
import { loadGrammars } from "../../wasm/loader.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/calls/", import.meta.url));
const php = (await loadExtractors(loadGrammars())).get("php")!;

function sources(dir: string, base = ""): string[] {
  return [...Deno.readDirSync(dir)].flatMap((e) =>
    e.isDirectory
      ? sources(`${dir}/${e.name}`, `${base}${e.name}/`)
      : e.name.endsWith(".php")
      ? [base + e.name]
      : []
  ).sort();
}

/** Every site of a corpus in the order of its files and lines. */
export function edgesOf(dir: string): string {
  const world = new World();
  const paths = new Map<string, number>();
  sources(dir).forEach((path, file) => {
    const text = Deno.readTextFileSync(`${dir}/${path}`);
    world.add({ file, path, facts: php.extract({ path, text, lines: new LineIndex(text) }) });
    paths.set(path, file);
  });
  const resolver = new CallResolver(world, paths);
  const lines: string[] = [];
  for (const { file, path, facts } of world.files.values()) {
    for (const site of [...(facts.sites ?? [])].sort((a, b) => a.line - b.line)) {
      const { outcome, candidates, edges } = resolver.resolve(file, site);
      const count = candidates === undefined ? "" : ` of ${candidates}`;
      lines.push(`${path}:${site.line} ${site.kind} ${site.name}: ${outcome}${count}`);
      const bound = edges.map((e) => {
        const target = world.files.get(e.dst.file)!;
        const node = target.facts.nodes[e.dst.local]!;
        return `    ${e.kind} ${node.fqn} (${target.path}:${node.start_line}) ${e.proof.certainty} ${e.proof.rule}`;
      });
      lines.push(...bound.sort());
    }
  }
  return lines.join("\n") + "\n";
}

const cases = [...Deno.readDirSync(FIXTURES)].filter((e) => e.isDirectory).map((e) => e.name).sort();

if (Deno.args.includes("--update")) {
  for (const name of cases) Deno.writeTextFileSync(`${FIXTURES}${name}/edges`, edgesOf(`${FIXTURES}${name}`));
} else {
  for (const name of cases) {
    Deno.test(`FT-4: what calls mean: ${name.replaceAll("_", " ")}`, () => {
      assert.equal(edgesOf(`${FIXTURES}${name}`), Deno.readTextFileSync(`${FIXTURES}${name}/edges`));
    });
  }
}
