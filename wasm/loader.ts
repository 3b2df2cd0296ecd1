// Finds the WebAssembly runtime and grammars and proves what they are. The same code runs from source, from a bundle
// and inside the executable, so it looks in a short list of places relative to the running module. It never downloads,
// and it never returns bytes whose digest differs from the manifest.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256, toHex } from "../lib/base/hash.ts";
import { Problem, type ProblemData } from "../lib/base/problem.ts";
import type { GrammarBytes } from "../lib/lang/mod.ts";
import { type Artifact, artifact, ARTIFACTS, stagedName } from "./manifest.ts";
import { cachedPackageFolders } from "./npm_cache.ts";

/** What `doctor` prints about one binary. */
export interface GrammarStatus {
  name: string;
  package: string;
  version: string;
  /** The digest the manifest demands. */
  sha256: string;
  licence: string;
  /** `staged`: beside the code or inside the executable; `npm`: Deno's package cache; `none`: nothing usable, see `problem`. */
  source: "staged" | "npm" | "none";
  path?: string;
  ok: boolean;
  problem?: ProblemData;
}

interface Candidate {
  source: "staged" | "npm";
  path: string;
}

interface Found extends Candidate {
  bytes: Uint8Array;
}

/**
 * Bytes of the runtime and of every grammar, digests checked. Throws a Problem: `GRAMMAR_MISSING` when a binary is
 * nowhere, `GRAMMAR_MISMATCH` when the first one found is not the one of the manifest.
 */
export function loadGrammars(): GrammarBytes {
  return { runtime: read(artifact("runtime")).bytes, php: read(artifact("php")).bytes };
}

/** The state of every binary; a failure is a value here, never an exception. */
export function grammarReport(): GrammarStatus[] {
  return ARTIFACTS.map((entry) => {
    const { name, version, sha256, licence } = entry;
    const base = { name, package: entry.package, version, sha256, licence };
    try {
      const { source, path } = read(entry);
      return { ...base, source, path, ok: true };
    } catch (error) {
      const problem = Problem.from(error).toData();
      const first = candidates(entry, HERE).find((c) => tryRead(c.path) !== undefined);
      return {
        ...base,
        source: first?.source ?? "none",
        ...(first && { path: first.path }),
        ok: false,
        problem,
      };
    }
  });
}

/** The folder of the running module: `wasm/` from source, that of the bundle otherwise (also in the executable). */
const HERE = dirname(fileURLToPath(import.meta.url));

function read(entry: Artifact): Found {
  return readFrom(entry, candidates(entry, HERE));
}

/** The first candidate that exists, proven by digest. Exported for its test. */
export function readFrom(entry: Artifact, places: readonly Candidate[]): Found {
  for (const place of places) {
    const bytes = tryRead(place.path);
    if (bytes === undefined) continue;
    const actual = toHex(sha256(bytes));
    if (actual === entry.sha256) return { ...place, bytes };
    throw new Problem(
      "GRAMMAR_MISMATCH",
      `${place.path} has sha256 ${actual}, the manifest demands ${entry.sha256} ` +
        `(${entry.file} of ${entry.package} ${entry.version})`,
      place.source === "staged"
        ? "delete the file and run `deno task wasm`; of an executable, get a fresh copy"
        : "run `deno clean` and `deno install`, then try again",
    );
  }
  throw new Problem(
    "GRAMMAR_MISSING",
    `${entry.file} of ${entry.package} ${entry.version} was not found; looked at ${
      places.length === 0 ? "nothing" : places.map((p) => p.path).join(", ")
    }`,
    "in a clone of the repository run `deno install` or `deno task wasm`; of an executable, get a fresh copy",
  );
}

/** Where a binary may be, in order: beside the module, beside the bundle, in the repository, in Deno's npm cache. */
export function candidates(entry: Artifact, here: string): Candidate[] {
  const staged = [["bin"], ["wasm", "bin"], ["..", "wasm", "bin"], ["..", "..", "wasm", "bin"]].map((
    parts,
  ) => ({
    source: "staged" as const,
    path: join(here, ...parts, stagedName(entry)),
  }));
  const cached = cachedPackageFolders(entry.package, entry.version).map((folder) => ({
    source: "npm" as const,
    path: join(folder, entry.file),
  }));
  return [...staged, ...cached];
}

/** Undefined when nothing is there; a file that exists and cannot be read is a failure, not an absence. */
function tryRead(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(
      "GRAMMAR_MISSING",
      `${path} cannot be read: ${reason}`,
      "check the permissions of that file; of an executable, get a fresh copy",
    );
  }
}
