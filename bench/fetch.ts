// Real PHP projects for tests and benchmarks: Debian packages, unpacked beside each other outside the repository. Nothing
// is installed and nothing is committed. A corpus that is there and complete is left alone.
//
//   deno run -A bench/fetch.ts [corpus …]

import { join } from "node:path";
import { DEFAULTS } from "../config/defaults.ts";
import { sha256, toHex } from "../lib/base/hash.ts";
import { readSource } from "../lib/corpus/read.ts";
import { scanCorpus } from "../lib/corpus/scan.ts";
import { createSelector } from "../lib/corpus/select.ts";
import definitions from "./corpora.json" with { type: "json" };

export interface Corpus {
  name: string;
  about: string;
  /** Debian packages that are unpacked into one folder. */
  packages: Record<string, { version: string; sha256: string }>;
  /** The project's root inside that folder. */
  root: string;
  /** Globs in addition to the default ones. */
  exclude?: string[];
}

export const CORPORA: readonly Corpus[] = definitions as unknown as Corpus[];

/** Folder of everything fetched: `RAGRAF_CORPORA`, else `ragraf-corpora` in the user's folder for caches. */
export function corporaFolder(): string {
  const given = Deno.env.get("RAGRAF_CORPORA");
  if (given) return given;
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? join(Deno.env.get("HOME") ?? ".", ".cache");
  return join(cache, "ragraf-corpora");
}

/** Absolute root of a fetched corpus; null when it is not there, or only in part. */
export function corpusRoot(name: string): string | null {
  const corpus = CORPORA.find((c) => c.name === name);
  if (corpus === undefined || !isComplete(corpus)) return null;
  return join(corporaFolder(), corpus.name, corpus.root);
}

/** What makes a fetched corpus complete: the packages that it was unpacked from. It is written last. */
function stampFile(corpus: Corpus): string {
  return join(corporaFolder(), corpus.name, ".fetched");
}

function isComplete(corpus: Corpus): boolean {
  try {
    const stamp = Deno.readTextFileSync(stampFile(corpus));
    return Object.keys(corpus.packages).every((name) => stamp.includes(`${name} `));
  } catch {
    return false;
  }
}

async function fetchCorpus(corpus: Corpus): Promise<void> {
  const folder = join(corporaFolder(), corpus.name);
  const partial = `${folder}.partial`;
  await Deno.remove(partial, { recursive: true }).catch(() => {});
  await Deno.mkdir(partial, { recursive: true });
  let stamp = "";
  for (const [name, { version, sha256 }] of Object.entries(corpus.packages)) {
    const archive = await fetchPackage(name, version, sha256);
    await run("dpkg-deb", ["-x", archive, partial]);
    stamp += `${name} ${archive.slice(archive.lastIndexOf("/") + 1)}\n`;
  }
  if (!(await Deno.stat(join(partial, corpus.root))).isDirectory) {
    throw new Error(`${corpus.root} is no folder`);
  }
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.rename(partial, folder);
  await Deno.writeTextFile(stampFile(corpus), stamp);
}

/**
 * Path of the package file: the pinned version, verified, from the folder or downloaded. An archive keeps one version; when
 * a security update has replaced the pinned one, the update is taken and said (apt verifies it).
 */
async function fetchPackage(name: string, version: string, hash: string): Promise<string> {
  const folder = join(corporaFolder(), "debs");
  await Deno.mkdir(folder, { recursive: true });
  const file = join(folder, `${name}_${version.replaceAll(":", "%3a")}_all.deb`);
  if (await matches(file, hash)) return file;
  await Deno.remove(file).catch(() => {});
  try {
    await run("apt-get", ["download", `${name}=${version}`], folder);
  } catch (error) {
    const before = new Set([...Deno.readDirSync(folder)].map((e) => e.name));
    await run("apt-get", ["download", name], folder).catch(() => {
      throw error;
    });
    const found = [...Deno.readDirSync(folder)].map((e) => e.name)
      .filter((n) => n.startsWith(`${name}_`) && n.endsWith(".deb")).sort((a, b) =>
        +before.has(a) - +before.has(b)
      )[0];
    if (found === undefined) throw error;
    console.error(`${name}: ${version} is not in the archive any more, taken instead: ${found}`);
    return join(folder, found);
  }
  if (await matches(file, hash)) return file;
  throw new Error(`${file} is not the package that bench/corpora.json pins (sha256 ${hash})`);
}

async function matches(file: string, hash: string): Promise<boolean> {
  try {
    return toHex(sha256(await Deno.readFile(file))) === hash;
  } catch {
    return false;
  }
}

async function run(program: string, args: string[], cwd?: string): Promise<void> {
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(program, { args, cwd, stdout: "null", stderr: "piped" }).output();
  } catch {
    throw new Error(
      `${program} is not on this machine: the corpora are Debian packages and need apt and dpkg (or set
RAGRAF_CORPORA to a folder that was filled elsewhere)`,
    );
  }
  if (output.success) return;
  const said = new TextDecoder().decode(output.stderr).trim();
  const hint = program === "apt-get"
    ? "\nrun `apt-get update`, or correct the version in bench/corpora.json"
    : "";
  throw new Error(`${program} ${args.join(" ")}: exit code ${output.code}\n${said}${hint}`);
}

/** What of a corpus would be indexed, as one line of text. */
function describe(corpus: Corpus, root: string): string {
  const real = Deno.realPathSync(root);
  const selector = createSelector({ ...DEFAULTS, exclude: [...DEFAULTS.exclude, ...(corpus.exclude ?? [])] });
  const counts: Record<string, { files: number; lines: number }> = {};
  for (const file of scanCorpus(real, selector).files) {
    const read = readSource(real, file);
    const count = counts[file.language] ??= { files: 0, lines: 0 };
    count.files++;
    if (read.ok) { for (const byte of read.bytes) if (byte === 10) count.lines++; }
  }
  const parts = Object.entries(counts).sort().map(([l, c]) => `${l} ${c.files} files ${c.lines} lines`);
  return `${corpus.name}: ${parts.join(", ")}\n  ${real}`;
}

async function main(): Promise<number> {
  const asked = Deno.args.length > 0 ? Deno.args : CORPORA.map((c) => c.name);
  let failed = 0;
  for (const name of asked) {
    const corpus = CORPORA.find((c) => c.name === name);
    try {
      if (corpus === undefined) {
        throw new Error(`no such corpus; there are ${CORPORA.map((c) => c.name).join(", ")}`);
      }
      if (corpusRoot(name) === null) await fetchCorpus(corpus);
      console.log(describe(corpus, corpusRoot(name)!));
    } catch (error) {
      failed++;
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return failed === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main());
