// The registry of development efforts on this machine: one small JSON file in the user's ragraf folder. It holds what a
// list needs and nothing of the index itself; two efforts share no other state (article §7).

import { Problem } from "../base/problem.ts";
import { freeName, replaceFile, sweepTemporaries } from "./atomic_file.ts";

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
      throw new Problem(
        "CATALOG_UNREADABLE",
        `${this.path} cannot be read: ${(error as Error).message}`,
        "give read access to it, or move it away; every `ragraf index` enters its project again",
      );
    }
    let version: unknown;
    try {
      const file = JSON.parse(text) as CatalogFile;
      if (file.version === 1 && Array.isArray(file.entries) && file.entries.every(isEntry)) {
        return file.entries;
      }
      version = file.version;
    } catch {
      // Falls through to the refusal below.
    }
    if (typeof version === "number" && version > 1) {
      throw new Problem(
        "CATALOG_NEWER",
        `${this.path} was written by a newer version of ragraf`,
        "use that version, or another folder in RAGRAF_HOME",
      );
    }
    throw new Problem(
      "CATALOG_DAMAGED",
      `${this.path} is not a catalog`,
      "run `ragraf index`: it moves the file aside; every `ragraf index` enters its project again",
    );
  }

  /**
   * Adds or replaces the entry of a root, under a file lock so that two processes lose nothing. Returns where a damaged
   * catalog was moved to, null when there was none.
   */
  register(entry: CatalogEntry): string | null {
    Deno.mkdirSync(this.home, { recursive: true });
    const lock = Deno.openSync(`${this.home}/catalog.lock`, { write: true, create: true });
    try {
      lock.lockSync(true);
      sweepTemporaries(this.home);
      const { known, aside } = this.#entriesOrAside();
      const others = known.filter((e) => e.root !== entry.root);
      const entries = [...others, entry].sort((a, b) => a.root < b.root ? -1 : a.root > b.root ? 1 : 0);
      replaceFile(this.path, JSON.stringify({ version: 1, entries } satisfies CatalogFile, null, 2) + "\n");
      return aside;
    } finally {
      lock.close();
    }
  }

  #entriesOrAside(): { known: CatalogEntry[]; aside: string | null } {
    try {
      return { known: this.entries(), aside: null };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "CATALOG_DAMAGED") throw error;
      const aside = freeName((n) => `${this.home}/catalog.damaged-${n}.json`);
      Deno.renameSync(this.path, aside);
      return { known: [], aside };
    }
  }
}

function isEntry(entry: unknown): boolean {
  const fields = ["name", "root", "config_file"];
  return typeof entry === "object" && entry !== null &&
    fields.every((field) => typeof (entry as Record<string, unknown>)[field] === "string");
}
