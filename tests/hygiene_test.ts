// What every shipped file owes to the next person (NFR-9), and that what is built today is built tomorrow (NFR-7).
// Fixtures are exempt from the rules on text: breaking them is their purpose.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BINARY = /\.(?:bin|gif|gz|ico|jpe?g|png|sqlite|wasm|zip)$/;

/** Every file that git tracks or would add, by relative path. */
const files = shippedFiles().filter((path) => !path.startsWith("tests/fixtures/") && !BINARY.test(path));

Deno.test("text is UTF-8 without a byte order mark, lines end in LF, and the last one ends", () => {
  const wrong: string[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (const path of files) {
    const bytes = Deno.readFileSync(`${ROOT}${path}`);
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      wrong.push(`${path}: not UTF-8`);
      continue;
    }
    if (text.startsWith("\uFEFF")) wrong.push(`${path}: begins with a byte order mark`);
    if (text.includes("\r")) wrong.push(`${path}: has a carriage return`);
    if (text !== "" && !text.endsWith("\n")) wrong.push(`${path}: the last line does not end`);
    if (text.endsWith("\n\n")) wrong.push(`${path}: ends with empty lines`);
  }
  report(wrong);
});

Deno.test("no path of one machine and no host of a package registry", () => {
  const hosts = [
    ["registry", "npmjs", "org"],
    ["registry", "yarnpkg", "com"],
    ["npm", "pkg", "github", "com"],
    ["jsr", "io"],
    ["dl", "deno", "land"],
    ["pypi", "org"],
    ["files", "pythonhosted", "org"],
    ["deb", "debian", "org"],
    ["proxy", "golang", "org"],
  ].map((parts) => parts.join("\\."));
  const rules: [RegExp, string][] = [
    [/(?<![\w.~}\]-])\/(?:home|Users|root|work)\/[\w.-]+/, "a path of one machine"],
    [/\b[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}\w+/, "a path of one machine"],
    [new RegExp(`(?<![\\w.-])(?:${hosts.join("|")})(?![\\w-])`), "a package registry"],
  ];
  const wrong: string[] = [];
  for (const path of files) {
    const lines = Deno.readTextFileSync(`${ROOT}${path}`).split("\n");
    for (const [rule, what] of rules) {
      lines.forEach((line, i) => {
        const found = rule.exec(line);
        if (found) wrong.push(`${path}:${i + 1}: names ${what}: ${found[0]}`);
      });
    }
  }
  report(wrong);
});

Deno.test("every dependency is pinned exactly, and the lock file agrees", () => {
  const config = json("deno.json") as { imports: Record<string, string> };
  const lock = json("deno.lock") as {
    specifiers: Record<string, string>;
    npm: Record<string, { integrity?: string }>;
    workspace?: { dependencies?: string[] };
  };
  const wrong: string[] = [];
  for (const [name, target] of Object.entries(config.imports)) {
    const pin = /^npm:((?:@[\w.-]+\/)?[\w.-]+)@(\d+\.\d+\.\d+(?:-[\w.-]+)?)(?:\/.*)?$/.exec(target);
    if (!pin) {
      wrong.push(`deno.json: ${name}: ${target} is not an exact version of an npm package`);
      continue;
    }
    const [, , version] = pin;
    const locked = lock.specifiers[`npm:${pin[1]}@${version}`];
    if (locked?.replace(/_.*/, "") !== version) {
      wrong.push(`deno.lock: ${pin[1]}@${version} is not locked (found ${locked}): run \`deno install\``);
    }
  }
  for (const [name, entry] of Object.entries(lock.npm)) {
    if (!entry.integrity?.startsWith("sha512-")) wrong.push(`deno.lock: ${name} has no sha512`);
  }
  const pinned = new Set(
    Object.values(config.imports).map((target) => target.replace(/(@[\d.]+)\/.*/, "$1")),
  );
  for (const dependency of lock.workspace?.dependencies ?? []) {
    if (!pinned.has(dependency)) {
      wrong.push(`deno.lock: ${dependency} is not in deno.json: run \`deno install\``);
    }
  }
  report(wrong);
});

Deno.test("specifiers in code and tasks carry an exact version too", () => {
  const wrong: string[] = [];
  for (const path of files.filter((p) => /\.(?:ts|json|jsonc)$/.test(p) && p !== "deno.lock")) {
    Deno.readTextFileSync(`${ROOT}${path}`).split("\n").forEach((line, i) => {
      for (const m of line.matchAll(/["'`\s]npm:((?:@[\w.-]+\/)?[\w.-]+)([^"'`\s]*)/g)) {
        if (!/^@\d+\.\d+\.\d+/.test(m[2]!)) wrong.push(`${path}:${i + 1}: npm:${m[1]} has no exact version`);
      }
    });
  }
  report(wrong);
});

function report(wrong: string[]): void {
  assert.equal(wrong.length, 0, `\n${wrong.join("\n")}\n`);
}

function json(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(`${ROOT}${path}`));
}

function shippedFiles(): string[] {
  const git = new Deno.Command("git", {
    // A clone made by another user is not trusted by git; only names are asked here.
    args: ["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd: ROOT,
  }).outputSync();
  if (!git.success) throw new Error(`git ls-files: ${new TextDecoder().decode(git.stderr)}`);
  const names = new TextDecoder().decode(git.stdout).split("\0").filter((name) => name !== "");
  return [...new Set(names)].filter((name) => isFile(`${ROOT}${name}`)).sort();
}

/** Not a link, and still there: a file deleted from the work tree stays in the list until it is committed. */
function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
