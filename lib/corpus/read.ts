// The bytes of one corpus file, and proof that they belong together: the open file is looked at before and after. A name
// that became a link out of the root between the scan and the read is refused, not followed. What is too large to be read
// is still hashed, in pieces, so that its changes are seen.

import { createHash } from "node:crypto";
import { sha256, toHex } from "../base/hash.ts";
import { toSlashes } from "./symlink.ts";

export type ReadFailure = "vanished" | "unreadable" | "special_file" | "symlink_outside" | "symlink_inside";

/** How a file looked when its bytes were read. */
export interface FileSignature {
  size: number;
  mtimeMs: number;
  ctimeMs: number | null;
  ino: number | null;
  dev: number;
}

export type SourceRead =
  | {
    ok: true;
    /** Empty when the file is `tooLarge`. */
    bytes: Uint8Array;
    /** Hexadecimal, of the whole file. */
    sha256: string;
    tooLarge: boolean;
    signature: FileSignature;
    /** Clock just before the file was opened: times at or after it cannot prove that nothing changed since. */
    readMs: number;
    /** It changed during the read, twice: the bytes may be of no single moment. */
    changedDuringRead: boolean;
  }
  | { ok: false; reason: ReadFailure };

/** The part of a scanned file that reading needs. */
export interface SourceFile {
  /** Relative, with `/`. */
  path: string;
  /** As the scan decided; such a file is hashed and not kept. */
  skip?: "too_large" | null;
}

const PIECE = 1 << 20;

/**
 * Reads one file. `root` is absolute, resolved, with `/`. Never throws; a file that changes while it is read is tried once
 * more and then marked.
 */
export function readSource(root: string, file: SourceFile): SourceRead {
  const first = readOnce(root, file);
  return first.ok && first.changedDuringRead ? readOnce(root, file) : first;
}

function readOnce(root: string, { path, skip }: SourceFile): SourceRead {
  const full = root.endsWith("/") ? root + path : `${root}/${path}`;
  const readMs = Date.now();
  let file: Deno.FsFile | null = null;
  try {
    const seen = Deno.lstatSync(full);
    if (seen.isSymlink) return { ok: false, reason: "symlink_inside" };
    // Opening a pipe would wait for a writer.
    if (!seen.isFile) return { ok: false, reason: "special_file" };
    file = Deno.openSync(full, { read: true });
    const before = file.statSync();
    // A directory on the way may have become a link. What is open is fine only if its real place is in the root.
    const real = toSlashes(Deno.realPathSync(full));
    if (real !== full) {
      if (!real.startsWith(root.endsWith("/") ? root : `${root}/`)) {
        return { ok: false, reason: "symlink_outside" };
      }
      if (!sameFile(Deno.lstatSync(real), before)) return { ok: false, reason: "symlink_outside" };
    } else if (!sameFile(seen, before)) {
      // Replaced by another file between two looks; the next look tells what it is now.
      const now = Deno.lstatSync(full);
      if (!now.isFile || !sameFile(now, before)) return { ok: false, reason: "vanished" };
    }
    const tooLarge = skip === "too_large";
    const bytes = tooLarge ? new Uint8Array(0) : readAll(file, before.size);
    const hash = tooLarge ? hashPieces(file) : toHex(sha256(bytes));
    const after = file.statSync();
    const changedDuringRead = !sameState(before, after) || (!tooLarge && bytes.length !== after.size);
    return {
      ok: true,
      bytes,
      sha256: hash,
      tooLarge,
      signature: signatureOf(after),
      readMs,
      changedDuringRead,
    };
  } catch (error) {
    const gone = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    return { ok: false, reason: gone ? "vanished" : "unreadable" };
  } finally {
    file?.close();
  }
}

/** Everything up to the end of the file; `size` is what it should be. */
function readAll(file: Deno.FsFile, size: number): Uint8Array {
  let buffer = new Uint8Array(size + 1);
  let length = 0;
  for (;;) {
    const n = file.readSync(buffer.subarray(length));
    if (n === null || n === 0) return buffer.subarray(0, length);
    length += n;
    if (length === buffer.length) {
      const larger = new Uint8Array(buffer.length * 2);
      larger.set(buffer);
      buffer = larger;
    }
  }
}

function hashPieces(file: Deno.FsFile): string {
  const hash = createHash("sha256");
  const piece = new Uint8Array(PIECE);
  for (;;) {
    const n = file.readSync(piece);
    if (n === null || n === 0) return hash.digest("hex");
    hash.update(piece.subarray(0, n));
  }
}

function signatureOf(info: Deno.FileInfo): FileSignature {
  return {
    size: info.size,
    mtimeMs: info.mtime?.getTime() ?? 0,
    ctimeMs: info.ctime?.getTime() ?? null,
    ino: info.ino,
    dev: info.dev,
  };
}

function sameFile(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function sameState(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.size === b.size && a.mtime?.getTime() === b.mtime?.getTime() &&
    a.ctime?.getTime() === b.ctime?.getTime();
}
