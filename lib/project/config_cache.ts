// The configuration as it was parsed last, kept beside the index: loading the YAML library costs a one-shot call more than
// its answer does. It is only believed when the file's bytes and this version of ragraf are the same, and nothing depends
// on it: it may be missing, damaged or not writable.

import { MAKER } from "../index/version.ts";
import { replaceFile } from "../store/atomic_file.ts";
import type { KnownConfig } from "./config.ts";

interface CacheFile extends KnownConfig {
  maker: string;
}

export class ConfigCache {
  #read: CacheFile | null = null;

  /** `dir` is the `.ragraf` folder. */
  constructor(readonly dir: string) {}

  get path(): string {
    return `${this.dir}/config.cache.json`;
  }

  read(): KnownConfig | undefined {
    try {
      const file = JSON.parse(Deno.readTextFileSync(this.path)) as CacheFile;
      if (file.maker !== MAKER || typeof file.sha256 !== "string" || typeof file.written !== "object") {
        return undefined;
      }
      this.#read = file;
      return file;
    } catch {
      return undefined;
    }
  }

  /** Writes what was loaded, when it is news and the folder is there. */
  write({ sha256, written }: KnownConfig): void {
    if (this.#read?.sha256 === sha256) return;
    try {
      if (Deno.statSync(this.dir).isDirectory) {
        replaceFile(this.path, JSON.stringify({ maker: MAKER, sha256, written } satisfies CacheFile));
      }
    } catch {
      // Not there yet, or read-only: the next call parses the file again.
    }
  }
}
