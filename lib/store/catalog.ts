// The registry of development efforts on this machine: one small JSON file in the user's ragraf folder. It holds what a
// list needs and nothing of the index itself; two efforts share no other state (article §7).

import { Problem } from "../base/problem.ts";
import { replaceFile } from "./atomic_file.ts";

export interface CatalogEntry {
  /** Name of the effort, unique together with the root. */
  name: string;
  /** Absolute root with `/`. */
  root: string;
  config_file: string;
  index_rev: string;
  corpus_hash: string;
  config_hash: string;
  files: number;
  nodes: number;
  edges: number;
  indexed_at: string;
}

interface CatalogFile {
  version: 1;
  entries: CatalogEntry[];
}

export class Catalog {
  /** `home` is the user's ragraf folder. */
  constructor(readonly home: string) {}

  get path(): string {
    return `${this.home}/catalog.json`;
  }

  entries(): CatalogEntry[] {
    let text: string;
    try {
      text = Deno.readTextFileSync(this.path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
    try {
      const file = JSON.parse(text) as CatalogFile;
      if (file.version === 1 && Array.isArray(file.entries)) return file.entries;
    } catch {
      // Falls through to the refusal below.
    }
    throw new Problem(
      "CATALOG_DAMAGED",
      `${this.path} is not a catalog of this version`,
      "move the file away; every `ragraf ensure` enters its project again",
    );
  }

  /** Adds or replaces the entry of a root, under a file lock so that two processes lose nothing. */
  register(entry: CatalogEntry): void {
    Deno.mkdirSync(this.home, { recursive: true });
    const lock = Deno.openSync(`${this.home}/catalog.lock`, { write: true, create: true });
    try {
      lock.lockSync(true);
      const others = this.entries().filter((e) => e.root !== entry.root);
      const entries = [...others, entry].sort((a, b) => a.root < b.root ? -1 : a.root > b.root ? 1 : 0);
      replaceFile(this.path, JSON.stringify({ version: 1, entries } satisfies CatalogFile, null, 2) + "\n");
    } finally {
      lock.close();
    }
  }
}
