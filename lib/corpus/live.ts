// One file as it is now, for a caller who named it. It shows any text file of the project, also one that is not indexed,
// but never the index's own folder, version control data, a secret, or anything that lies outside the root, by whatever
// name or link it was asked for.

import { type DecodeProblem, decodeSource, type SourceEncoding } from "../base/decode.ts";
import { nearestNames } from "../base/names.ts";
import { Problem, refusal, usageProblem } from "../base/problem.ts";
import { LineIndex } from "../base/text.ts";
import { neverShown } from "./mandatory.ts";
import { corpusPath, outside } from "./path.ts";
import { readSource } from "./read.ts";
import type { Selector } from "./select.ts";
import { toSlashes } from "./symlink.ts";

export interface LiveFile {
  /** Relative, with `/`, links and letter case resolved. */
  path: string;
  text: string;
  encoding: SourceEncoding;
  /** Hexadecimal, of the bytes. */
  sha256: string;
  bytes: number;
  lines: LineIndex;
  problems: DecodeProblem[];
}

/**
 * Reads one file. `root` is absolute, resolved, with `/`; `given` is relative to it or absolute inside it.
 * @throws Problem BAD_PATH, PATH_OUTSIDE_ROOT, PATH_NOT_FOUND, PATH_IS_DIRECTORY, PATH_NOT_A_FILE, PATH_EXCLUDED,
 * PATH_SECRET, FILE_TOO_LARGE, NOT_TEXT, PATH_UNREADABLE
 */
export function readLive(root: string, selector: Selector, given: string): LiveFile {
  const asked = corpusPath(root, given);
  refuseHidden(asked, selector);
  const path = realPath(root, asked, given);
  refuseHidden(path, selector);
  const base = root.endsWith("/") ? root : `${root}/`;
  const info = Deno.statSync(base + path);
  if (info.isDirectory) {
    throw usageProblem("PATH_IS_DIRECTORY", `${path || "."} is a directory`, "name one file in it");
  }
  if (!info.isFile) {
    throw usageProblem("PATH_NOT_A_FILE", `${path} is not a regular file`, "name a regular file");
  }
  if (info.size > selector.maxFileBytes) {
    const message = `${path} has ${info.size} bytes, more than max_file_bytes (${selector.maxFileBytes})`;
    throw refusal("FILE_TOO_LARGE", message, "raise max_file_bytes in the configuration");
  }
  const read = readSource(root, { path });
  if (!read.ok) {
    if (read.reason === "symlink_outside") throw outside(given);
    throw new Problem(
      "PATH_UNREADABLE",
      `${path} could not be read: ${read.reason}`,
      "check its permissions",
    );
  }
  const { text, encoding, problems = [] } = decodeSource(read.bytes);
  if (encoding === "binary") {
    throw usageProblem("NOT_TEXT", `${path} is not a text file`, "name a source file");
  }
  return {
    path,
    text,
    encoding,
    sha256: read.sha256,
    bytes: read.bytes.length,
    lines: new LineIndex(text),
    problems,
  };
}

function refuseHidden(path: string, selector: Selector): void {
  if (neverShown(path)) {
    const hint = "ask for a source file of the project";
    throw refusal(
      "PATH_EXCLUDED",
      `${path} belongs to ragraf or to version control and is never shown`,
      hint,
    );
  }
  const pattern = selector.secretPattern(path);
  if (pattern !== null) {
    const hint = "files that hold secrets are never read; see secrets_exclude in docs/CONFIG.md";
    throw refusal("PATH_SECRET", `${path} matches the secret pattern ${pattern}`, hint);
  }
}

/** Where the path really is, relative to the root. */
function realPath(root: string, path: string, given: string): string {
  const base = root.endsWith("/") ? root : `${root}/`;
  let real: string;
  try {
    real = toSlashes(Deno.realPathSync(base + path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      const link = danglingLink(base, path);
      if (link !== null) {
        throw usageProblem(
          "PATH_NOT_FOUND",
          `${link} is a dangling link: what it points to does not exist`,
          "repair the link, or name a file that exists",
        );
      }
      throw usageProblem("PATH_NOT_FOUND", `${path} does not exist`, nearestHint(base, path));
    }
    throw new Problem(
      "PATH_UNREADABLE",
      `${path} could not be read: ${Problem.from(error).message}`,
      "check the path",
    );
  }
  if (`${real}/` === base) return "";
  if (!real.startsWith(base)) throw outside(given);
  return real.slice(base.length);
}

/** The part of a path that is a link to nothing; null when the path is missing for another reason. */
function danglingLink(base: string, path: string): string | null {
  for (let end = path.indexOf("/");; end = path.indexOf("/", end + 1)) {
    const part = end < 0 ? path : path.slice(0, end);
    if (isDangling(base + part)) return part;
    if (end < 0) return null;
  }
}

function isDangling(path: string): boolean {
  try {
    if (!Deno.lstatSync(path).isSymlink) return false;
  } catch {
    return false;
  }
  try {
    Deno.realPathSync(path);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

function nearestHint(base: string, path: string): string {
  const slash = path.lastIndexOf("/");
  const directory = path.slice(0, slash + 1);
  try {
    const entries = Array.from(Deno.readDirSync(base + directory));
    const names = entries.filter((e) => !e.isSymlink || !isDangling(base + directory + e.name))
      .map((e) => e.name);
    const nearest = nearestNames(path.slice(slash + 1), names, 3).map((name) => directory + name);
    if (nearest.length > 0) return `did you mean ${nearest.join(" or ")}?`;
  } catch {
    // The directory is missing too: the general hint is the right one.
  }
  return "give a path relative to the corpus root";
}
