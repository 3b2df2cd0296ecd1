// Lists what a TypeScript file imports, by its formatted text: statements begin in the first column and use double
// quotes, because `deno fmt` is part of the gate. It is not a parser and resolves nothing beyond `./` and `../`.

import { posix } from "node:path";

/** One import of a file, static, type-only, re-exported or dynamic. */
export interface Import {
  /** As written: `../base/hash.ts`, `node:path`, `zod/mini`; empty when a dynamic import is not a literal. */
  specifier: string;
  /** 1-based. */
  line: number;
  dynamic: boolean;
}

/** Every import of a source text, in the order of its lines. */
export function scanImports(text: string): Import[] {
  const found: Import[] = [];
  const add = (index: number, specifier: string, dynamic: boolean) =>
    found.push({ specifier, line: text.slice(0, index).split("\n").length, dynamic });

  for (const m of text.matchAll(/^(?:import|export)\s[\w\s{},*$]*?\bfrom\s+"([^"]+)"/gm)) {
    add(m.index, m[1]!, false);
  }
  for (const m of text.matchAll(/^import\s+"([^"]+)"/gm)) add(m.index, m[1]!, false);
  const code = withoutComments(text);
  for (const m of code.matchAll(/(?<![.\w])import\(\s*"([^"]+)"\s*[,)]/g)) add(m.index, m[1]!, true);
  // A method may be called `import`; an expression comes after an operator or a keyword.
  for (const m of code.matchAll(/(?<=(?:await|return|=>|[=(,?:])\s*)import\(\s*(?!["\s])/g)) {
    add(m.index, "", true);
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The text with whole-line comments blanked, every other character at its place. */
export function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/^[ \t]*\/\/.*$/gm, (comment) => " ".repeat(comment.length));
}

/** Name of the package or built-in module of a bare specifier: `@a/b/c.js` -> `@a/b`, `zod/mini` -> `zod`. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Path, relative to the repository, of a file imported from `importer`; undefined for a package or a built-in. */
export function importedPath(importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return posix.join(posix.dirname(importer), specifier);
}
