// Replacing a small file in one step: a reader sees the old content or the new, never a part, and after a power cut
// one of the two is there.

/** The first name of a numbered series that nothing has yet. */
export function freeName(name: (n: number) => string): string {
  for (let n = 1;; n++) {
    try {
      Deno.lstatSync(name(n));
    } catch {
      return name(n);
    }
  }
}

/**
 * Removes what processes that died between writing and renaming left in a folder. The caller holds the lock of the files
 * that matter; a writer without a lock whose file goes this way finds its target untouched.
 */
export function sweepTemporaries(folder: string): void {
  for (const { name } of [...Deno.readDirSync(folder)]) {
    if (!/\.[0-9a-f]{8}\.tmp$/.test(name)) continue;
    try {
      Deno.removeSync(`${folder}/${name}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

/** Writes beside the target, flushes to the disk, renames over it. */
export function replaceFile(path: string, content: string): void {
  const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = Deno.openSync(temporary, { write: true, createNew: true });
    try {
      const bytes = new TextEncoder().encode(content);
      let written = 0;
      while (written < bytes.length) written += file.writeSync(bytes.subarray(written));
      file.syncSync();
    } finally {
      file.close();
    }
    Deno.renameSync(temporary, path);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made, or the disk refuses: the target is untouched either way.
    }
    throw error;
  }
}
