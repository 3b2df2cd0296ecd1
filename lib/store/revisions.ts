// The folders of a project's index: where a revision lives, which one is current, and the one atomic switch that makes
// a revision visible (invariant 5). Order is the number, never the time.

import { Problem } from "../base/problem.ts";
import { replaceFile, sweepTemporaries } from "./atomic_file.ts";

export interface RevisionPointer {
  index_rev: string;
  corpus_hash: string;
  config_hash: string;
}

export class Revisions {
  /** `dir` is the absolute `.ragraf` folder with `/`. */
  constructor(readonly dir: string) {}

  static id(number: number): string {
    return `rev-${String(number).padStart(4, "0")}`;
  }

  /** The number in `rev-0007`, or null. */
  static number(id: string): number | null {
    const match = /^rev-(\d{4,})$/.exec(id);
    return match ? Number(match[1]) : null;
  }

  folder(id: string): string {
    return `${this.dir}/revs/${id}`;
  }

  graphPath(id: string): string {
    return `${this.folder(id)}/graph.sqlite`;
  }

  lexvecPath(id: string): string {
    return `${this.folder(id)}/lexvec.sqlite`;
  }

  get controlPath(): string {
    return `${this.dir}/control.sqlite`;
  }

  get lockPath(): string {
    return `${this.dir}/lock`;
  }

  /** The current revision, or null when none was ever published. A damaged pointer is said, not taken for absence. */
  current(): RevisionPointer | null {
    let text: string;
    try {
      text = Deno.readTextFileSync(`${this.dir}/rev.json`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw new Problem(
        "POINTER_UNREADABLE",
        `${this.dir}/rev.json cannot be read: ${(error as Error).message}`,
        "give read access to the .ragraf folder, or remove rev.json and run `ragraf index`",
      );
    }
    try {
      const pointer = JSON.parse(text) as RevisionPointer;
      if (Revisions.number(pointer.index_rev) !== null && typeof pointer.corpus_hash === "string") {
        return pointer;
      }
    } catch {
      // Falls through to the refusal below.
    }
    throw new Problem(
      "POINTER_DAMAGED",
      `${this.dir}/rev.json does not name a revision`,
      "run `ragraf index` to build a new one; kept revisions can be read with `query --rev`",
    );
  }

  /** Number of the current revision; null when there is none or its pointer is damaged (a build mends that). */
  currentNumber(): number | null {
    try {
      const pointer = this.current();
      return pointer && Revisions.number(pointer.index_rev);
    } catch {
      return null;
    }
  }

  /** The switch: from here on every reader that looks takes the new revision. */
  publish(pointer: RevisionPointer): void {
    replaceFile(`${this.dir}/rev.json`, JSON.stringify(pointer, null, 2) + "\n");
  }

  /** Removes what a process that died while it replaced a file left. Called under the lock. */
  sweepTemporaries(): void {
    sweepTemporaries(this.dir);
  }

  /** Numbers of the revision folders that exist, ascending. */
  existing(): number[] {
    const numbers: number[] = [];
    try {
      for (const entry of Deno.readDirSync(`${this.dir}/revs`)) {
        const number = Revisions.number(entry.name);
        if (number !== null && entry.isDirectory) numbers.push(number);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return numbers.sort((a, b) => a - b);
  }

  /** Removes a revision's folder. On Windows a reader may still hold it: then it stays for the next time (false). */
  remove(id: string): boolean {
    try {
      Deno.removeSync(this.folder(id), { recursive: true });
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return true;
      return false;
    }
  }
}
