// Copies the WebAssembly binaries out of the pinned npm packages into wasm/bin/, where the bundle and the executable
// take them from. It asks Deno to fetch a package only when its cache lacks it, and it writes nothing whose digest is
// not the manifest's. The copies are not committed.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { candidates, readFrom } from "./loader.ts";
import { type Artifact, ARTIFACTS, stagedName } from "./manifest.ts";

const WASM = dirname(fileURLToPath(import.meta.url));

/** Makes `wasm/bin/` hold every binary of the manifest; returns the paths. Throws a Problem on a digest mismatch. */
export async function stageGrammars(): Promise<string[]> {
  const folder = join(WASM, "bin");
  await Deno.mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const entry of ARTIFACTS) {
    const path = join(folder, stagedName(entry));
    const { bytes } = readFrom(entry, await published(entry));
    const part = `${path}.${Deno.pid}.part`;
    await Deno.writeFile(part, bytes);
    await Deno.rename(part, path);
    paths.push(path);
  }
  return paths;
}

async function published(entry: Artifact) {
  const cached = () => candidates(entry, WASM).filter((place) => place.source === "npm");
  if (cached().length === 0) {
    const args = ["cache", "--no-config", "--no-lock", `npm:${entry.package}@${entry.version}`];
    await new Deno.Command(Deno.execPath(), { args, stdin: "null" }).output();
  }
  return cached();
}

if (import.meta.main) {
  for (const path of await stageGrammars()) console.log(path);
}
