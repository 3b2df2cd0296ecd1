// The lock of a project: held by the operating system, so that a process that dies releases it. Its text (pid, host,
// time) is for people; nothing decides by it.

import { Problem } from "../base/problem.ts";
import { notWritable, writeProblem } from "./write_problem.ts";

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
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const file = open(path);
      try {
        while (!file.tryLockSync(true)) {
          if (performance.now() >= deadline) throw locked(readHolder(path));
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        }
        // Whoever held it may have removed the file: a lock on a file without a name excludes nobody.
        if (isNamed(file, path)) {
          sign(file, holder);
          return new ProjectLock(file);
        }
      } catch (error) {
        file.close();
        throw error;
      }
      file.close();
    }
  }

  release(): void {
    try {
      sign(this.#file, "");
      this.#file.unlockSync();
    } finally {
      this.#file.close();
    }
  }
}

function open(path: string): Deno.FsFile {
  try {
    return Deno.openSync(path, { read: true, write: true, create: true });
  } catch (error) {
    const problem = writeProblem(path, error);
    throw problem.code === "INTERNAL" ? notWritable(path, error) : problem;
  }
}

/** The text is for people: a disk that takes no byte must not keep the lock from its holder. */
function sign(file: Deno.FsFile, holder: string): void {
  try {
    file.truncateSync(0);
    if (holder !== "") file.writeSync(new TextEncoder().encode(holder + "\n"));
  } catch {
    // The lock itself is held.
  }
}

/** On Windows an open file keeps its name, and files have no number to compare. */
function isNamed(file: Deno.FsFile, path: string): boolean {
  if (Deno.build.os === "windows") return true;
  try {
    const [held, named] = [file.statSync(), Deno.statSync(path)];
    return held.ino === named.ino && held.dev === named.dev;
  } catch {
    return false;
  }
}

function locked(who: string): Problem {
  return new Problem(
    "LOCKED",
    `another process is building this index (${who})`,
    "wait until it is done and call again; the current revision stays as it is",
  );
}

function readHolder(path: string): string {
  try {
    return Deno.readTextFileSync(path).trim() || "holder unknown";
  } catch {
    return "holder unknown";
  }
}
