// Where Deno keeps unpacked npm packages, so that `deno run -A main.ts` works in a fresh clone without a build step.
// It only names folders that exist: it downloads nothing, and the caller checks what it finds there.

import { join } from "node:path";

/** Deno's cache folder: `DENO_DIR`, else the platform's place for caches; undefined when the environment is closed. */
function denoDir(): string | undefined {
  const given = env("DENO_DIR");
  if (given !== undefined) return given;
  switch (Deno.build.os) {
    case "windows":
      return under(env("LOCALAPPDATA"), "deno");
    case "darwin":
      return under(env("HOME"), "Library", "Caches", "deno");
    default:
      return under(env("XDG_CACHE_HOME"), "deno") ?? under(env("HOME"), ".cache", "deno");
  }
}

/** Folders that hold this exact version of a package, one for each registry that Deno ever asked. */
export function cachedPackageFolders(name: string, version: string): string[] {
  const root = under(denoDir(), "npm");
  if (root === undefined) return [];
  return entries(root).map((registry) => join(root, registry, name, version)).filter(isFolder).sort();
}

/** Names in a folder; none when it is absent or closed: the caller reports where it looked. */
function entries(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), (entry) => entry.name);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function env(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined;
  }
}

function under(root: string | undefined, ...parts: string[]): string | undefined {
  return root === undefined ? undefined : join(root, ...parts);
}
