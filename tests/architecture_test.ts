// Holds the import table of docs/ARCHITECTURE.md against every import of the program. The table is the rule: this test
// knows no folder by name, and a change of the rule is a change of that document.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { importedPath, packageOf, scanImports, withoutComments } from "../tools/import_scan.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

interface Rules {
  /** Unit -> the units it may import besides itself. */
  units: Map<string, Set<string>>;
  pure: Set<string>;
  /** Packages that are ES modules, so that a dynamic import gives the same shape in a bundle. */
  lazy: Set<string>;
  /** Files of lib/ops that are not operations. */
  kernel: Set<string>;
  /** Package or restricted built-in -> files and folders that may import it. */
  doors: Map<string, string[]>;
}

interface SourceFile {
  path: string;
  text: string;
}

const rules = readRules(Deno.readTextFileSync(`${ROOT}docs/ARCHITECTURE.md`));
const sources = [...sourceFiles("lib"), ...sourceFiles("wasm"), ...sourceFiles("")];

Deno.test("the import table is complete and points one way", () => {
  const open = new Set<string>();
  const visit = (unit: string, path: string[]): void => {
    assert.ok(!open.has(unit), `docs/ARCHITECTURE.md: circle ${[...path, unit].join(" -> ")}`);
    open.add(unit);
    for (const next of rules.units.get(unit) ?? []) visit(next, [...path, unit]);
    open.delete(unit);
  };
  for (const unit of rules.units.keys()) visit(unit, []);
  const missing = new Set(sources.map((s) => unitOf(s.path)).filter((unit) => !rules.units.has(unit)));
  report([...missing].map((unit) => `${unit}: no line in the table of docs/ARCHITECTURE.md, «Imports»`));
});

Deno.test("imports between units follow the table", () => {
  const wrong: string[] = [];
  for (const { path, text } of sources) {
    const unit = unitOf(path);
    for (const { specifier, line } of scanImports(text)) {
      const target = importedPath(path, specifier);
      if (target === undefined) continue;
      const other = unitOf(target);
      if (other === unit || rules.units.get(unit)?.has(other)) continue;
      wrong.push(`${path}:${line}: ${unit} must not import ${other} (${specifier})`);
    }
  }
  report(wrong);
});

Deno.test("no operation imports another", () => {
  const wrong: string[] = [];
  const isOperation = (path: string) =>
    /^lib\/ops\/[^/]+\.ts$/.test(path) && !rules.kernel.has(path.slice("lib/ops/".length));
  for (const { path, text } of sources) {
    const shared = path.startsWith("lib/ops/") && !isOperation(path) && path !== "lib/ops/define.ts";
    if (shared && /\bdefineOperation\(/.test(withoutComments(text))) {
      wrong.push(`${path}: defines an operation and stands in the kernel line of docs/ARCHITECTURE.md`);
    }
    if (path === "lib/ops/mod.ts") continue;
    for (const { specifier, line } of scanImports(text)) {
      const target = importedPath(path, specifier);
      if (target === undefined || !isOperation(target)) continue;
      wrong.push(
        `${path}:${line}: only lib/ops/mod.ts imports the operation ${target}; ` +
          `a file that operations share belongs in the kernel line of docs/ARCHITECTURE.md`,
      );
    }
  }
  report(wrong);
});

Deno.test("a third-party package enters through its own door", () => {
  const wrong: string[] = [];
  for (const { path, text } of sources) {
    for (const { specifier, line, dynamic } of scanImports(text)) {
      const where = `${path}:${line}`;
      if (specifier === "") {
        wrong.push(`${where}: a dynamic import takes a literal, or the bundle does not hold what it names`);
        continue;
      }
      if (specifier.startsWith(".")) continue;
      const name = packageOf(specifier);
      if (/^(npm|jsr|https?):/.test(specifier)) {
        wrong.push(`${where}: ${specifier}: name the package, its version is pinned in deno.json`);
        continue;
      }
      if (dynamic && !name.startsWith("node:") && !rules.lazy.has(name)) {
        wrong.push(
          `${where}: import("${specifier}") gives another shape in a bundle when the package is CommonJS: ` +
            `import a file of ours that imports ${name} statically, or add an ES module to the line «lazy»`,
        );
      }
      const doors = rules.doors.get(name);
      if (doors === undefined) {
        if (!name.startsWith("node:")) wrong.push(`${where}: ${name} has no door in docs/ARCHITECTURE.md`);
      } else if (!doors.some((door) => door.endsWith("/") ? path.startsWith(door) : path === door)) {
        wrong.push(`${where}: ${name} enters only through ${doors.join(", ")}`);
      }
    }
  }
  report(wrong);
});

Deno.test("pure folders touch nothing but their arguments", () => {
  const allowed = new Set(["node:crypto", "node:path", "node:util", "node:buffer"]);
  const wrong: string[] = [];
  for (const { path, text } of sources) {
    if (!rules.pure.has(unitOf(path))) continue;
    for (const { specifier, line } of scanImports(text)) {
      if (specifier.startsWith("node:") && !allowed.has(specifier)) {
        wrong.push(`${path}:${line}: a pure folder does not import ${specifier}`);
      }
    }
    withoutComments(text).split("\n").forEach((code, i) => {
      const use = /(?<![.\w"'`])(?:Deno\s*[.[]|(?:fetch|setTimeout|setInterval)\()/.exec(
        code.replace(/\/\/.*$/, ""),
      );
      if (use) wrong.push(`${path}:${i + 1}: a pure folder does not use ${use[0]}`);
    });
  }
  report(wrong);
});

function report(wrong: string[]): void {
  assert.equal(wrong.length, 0, `\n${wrong.join("\n")}\n`);
}

/** `lib/store/x.ts` -> `store`, `wasm/loader.ts` -> `wasm`, `main.ts` -> `main.ts`. */
function unitOf(path: string): string {
  const parts = path.split("/");
  return parts[0] === "lib" ? parts[1]! : parts[0]!;
}

function readRules(document: string): Rules {
  const block = /^```imports\n([\s\S]*?)^```/m.exec(document)?.[1];
  if (block === undefined) throw new Error("docs/ARCHITECTURE.md has no block ```imports");
  const found: Rules = {
    units: new Map(),
    pure: new Set(),
    lazy: new Set(),
    kernel: new Set(),
    doors: new Map(),
  };
  for (const raw of block.split("\n")) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const door = /^(\S+) -> (.+)$/.exec(line);
    const rule = /^([\w.-]+):(.*)$/.exec(line);
    if (door) found.doors.set(door[1]!, door[2]!.split(/\s+/));
    else if (rule) {
      const names = new Set(rule[2]!.split(/\s+/).filter((name) => name !== ""));
      if (rule[1] === "pure") found.pure = names;
      else if (rule[1] === "lazy") found.lazy = names;
      else if (rule[1] === "kernel") found.kernel = names;
      else found.units.set(rule[1]!, names);
    } else throw new Error(`docs/ARCHITECTURE.md, block «imports»: cannot read «${line}»`);
  }
  return found;
}

/** TypeScript under a folder, or only what lies in the root itself for `""`. */
function sourceFiles(folder: string): SourceFile[] {
  const found: SourceFile[] = [];
  for (const entry of Deno.readDirSync(`${ROOT}${folder}`)) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory && folder !== "") found.push(...sourceFiles(path));
    else if (entry.name.endsWith(".ts")) found.push({ path, text: Deno.readTextFileSync(`${ROOT}${path}`) });
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}
