// Every call and use in real projects, with its line, its number of arguments and its resolved name, against
// nikic/php-parser: none may be missing and none invented. What receivers are is not compared: php-parser infers nothing.
//
// A part of each corpus is enough, since the kinds repeat. Without the corpora (`deno task corpora`), php or php-parser it
// is skipped on a person's machine; with CI=true the symbol oracle fails for want of them.

import { ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { CORPORA, corpusRoot } from "../../bench/fetch.ts";
import type { FileFacts } from "../../lib/facts/file_facts.ts";
import { extract } from "../lang/extract.ts";
import { phpFiles } from "./symbols/records.ts";

/** One file in so many is compared. */
const STEP = 8;
const DUMP = fileURLToPath(new URL("sites/dump.php", import.meta.url));

for (const { name } of CORPORA) {
  const root = corpusRoot(name);
  Deno.test({
    name: `FT-3: calls and uses of ${name} are those of nikic/php-parser`,
    ignore: root === null || !phpParserIsThere(),
    fn: async () => {
      const paths = phpFiles(root!).map((path) => `${root}/${path}`).filter((_, i) => i % STEP === 3);
      const differences: string[] = [];
      let compared = 0;
      for (const [path, expected] of await oracle(paths)) {
        const text = new TextDecoder().decode(Deno.readFileSync(path));
        compared += expected.length;
        const found = records(extract("php", text, path), text.split("\n"));
        differences.push(...difference(expected, found).map((r) => `missing: ${path}:${r}`));
        differences.push(...difference(found, expected).map((r) => `invented: ${path}:${r}`));
      }
      ok(compared > 0, "nothing was compared");
      const shown = differences.slice(0, 50).join("\n");
      ok(shown === "", `${differences.length} differences in ${compared} records\n${shown}`);
    },
  });
}

/** Records of each file that the oracle parses. */
async function oracle(paths: string[]): Promise<Map<string, string[]>> {
  const child = new Deno.Command("php", { args: [DUMP], stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(paths.join("\n") + "\n")).then(() => writer.close());
  const { stdout } = await child.output();
  await written;
  const files = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of new TextDecoder().decode(stdout).split("\n")) {
    if (line.startsWith("ok ")) files.set(line.slice(3), current = []);
    else if (line !== "") current.push(line);
  }
  return files;
}

/** The same records from ragraf's facts. */
function records(facts: FileFacts, lines: readonly string[]): string[] {
  const found: string[] = [];
  const className = (id: number | undefined) => {
    const term = id === undefined ? undefined : facts.terms![id]!;
    return term === undefined ? "?" : term[0] === "name" ? term[1] : term[0];
  };
  for (const site of facts.sites ?? []) {
    const count = site.via === "first_class" ? "(first class)" : `(${site.arguments ?? "..."})`;
    const at = (kind: string, name: string) => found.push(`${site.line} ${kind} ${name}${count}`);
    if (site.kind === "function") at("function", site.functions!.join("|"));
    else if (site.kind === "method") at("method", site.name);
    else if (site.kind === "include") found.push(`${site.line} include `);
    else if (site.kind === "dynamic" && !site.name.includes("::")) at("dynamic", "");
    else if (site.kind === "new" && /^\w/.test(site.name) && site.name !== "class@anonymous") {
      at("new", className(site.receiver));
    } else if (site.kind === "static") {
      // `$class::m()` with a known class is one for ragraf only.
      if (!new RegExp(`\\$[\\w>-]+::${site.name}\\b`).test(lines[site.line - 1]!)) {
        at("static", `${className(site.receiver)}::${site.name}`);
      }
    } else if (site.via === "first_class") {
      if (site.functions !== undefined) at("function", site.functions.join("|"));
      else at("method", site.name);
    }
  }
  for (const use of facts.uses ?? []) {
    if (use.kind === "attribute") continue;
    const byClass = ["type", "catch", "instanceof", "class_name"].includes(use.kind);
    const name = use.constants?.join("|") ?? (byClass ? className(use.receiver) : use.name);
    found.push(`${use.line} ${use.kind} ${name}`);
  }
  return found;
}

/** Records of `a` that are not in `b`, each as often as it is more. */
function difference(a: readonly string[], b: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const record of b) left.set(record, (left.get(record) ?? 0) + 1);
  return a.filter((record) => {
    const count = left.get(record) ?? 0;
    left.set(record, count - 1);
    return count <= 0;
  });
}

function phpParserIsThere(): boolean {
  try {
    const code = "exit(is_file('/usr/share/php/PhpParser/autoload.php') ? 0 : 1);";
    return new Deno.Command("php", { args: ["-r", code] }).outputSync().success;
  } catch {
    return false;
  }
}
