// The lock of a project: held by the operating system, so that a process that dies releases it. Its text (pid, host,
// time) is for people; nothing decides by it.

import { Problem } from "../base/problem.ts";

const POLL_MS = 40;

export class ProjectLock {
  readonly #file: Deno.FsFile;

  private constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /**
   * Waits up to `timeoutMs` for the lock.
   * @throws Problem LOCKED when another process holds it longer, NOT_WRITABLE when the file cannot be made.
   */
  static async acquire(path: string, holder: string, timeoutMs: number): Promise<ProjectLock> {
    let file: Deno.FsFile;
    try {
      file = Deno.openSync(path, { read: true, write: true, create: true });
    } catch (error) {
      throw notWritable(path, error);
    }
    const deadline = performance.now() + timeoutMs;
    while (!file.tryLockSync(true)) {
      if (performance.now() >= deadline) {
        const who = readHolder(path);
        file.close();
        throw new Problem(
          "LOCKED",
          `another process is building this index (${who})`,
          "wait until it is done and call again; the current revision stays as it is",
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    file.truncateSync(0);
    file.writeSync(new TextEncoder().encode(holder + "\n"));
    return new ProjectLock(file);
  }

  release(): void {
    try {
      this.#file.truncateSync(0);
      this.#file.unlockSync();
    } finally {
      this.#file.close();
    }
  }
}

/** Refusal for a folder that cannot be written, with the reason of the operating system. */
export function notWritable(path: string, error: unknown): Problem {
  return new Problem(
    "NOT_WRITABLE",
    `${path} cannot be written: ${(error as Error).message}`,
    "give write access to the .ragraf folder, or keep the index elsewhere with `-p CONFIG` and its `root`",
  );
}

function readHolder(path: string): string {
  try {
    return Deno.readTextFileSync(path).trim() || "holder unknown";
  } catch {
    return "holder unknown";
  }
}
