// What the WebAssembly binaries must be: package, version, file, digest, licence. The manifest is the only statement
// of it; nothing here reads a binary, and nothing elsewhere names a version or a digest of one.

import manifest from "./manifest.json" with { type: "json" };
import type { GrammarBytes } from "../lib/lang/mod.ts";

/** One WebAssembly binary as it is published in its npm package. */
export interface Artifact {
  /** The key under which the parser asks for it. */
  readonly name: keyof GrammarBytes;
  readonly package: string;
  readonly version: string;
  /** File inside the package; staged under the same name with `.bin` appended. */
  readonly file: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly licence: string;
}

/** Every binary that ragraf embeds. */
export const ARTIFACTS = manifest.artifacts as readonly Artifact[];

/** Name of the staged copy. `deno compile` takes a file that ends in `.wasm` for a module, so it must not. */
export function stagedName(artifact: Artifact): string {
  return `${artifact.file}.bin`;
}

/** The binary called `name`; throws when the manifest lacks it, which is a defect of the repository. */
export function artifact(name: keyof GrammarBytes): Artifact {
  const found = ARTIFACTS.find((a) => a.name === name);
  if (found === undefined) throw new Error(`wasm/manifest.json has no entry "${name}"`);
  return found;
}
