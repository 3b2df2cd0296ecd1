// Replacing a small file in one step: a reader sees the old content or the new, never a part, and after a power cut
// one of the two is there.

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
