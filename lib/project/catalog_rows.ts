// Rows of the catalog with the state of each effort as it is now. Each is looked at by an engine of its own, whose rights
// end at that effort's root; one that cannot be looked at keeps its row and gets the reason.

import { Problem } from "../base/problem.ts";
import { type Envelope, envelopeOf } from "../facts/envelope.ts";
import type { CatalogRow } from "../ops/context.ts";
import { Catalog, type CatalogEntry } from "../store/catalog.ts";
import { effortState, userHome } from "./project.ts";

export async function catalogRows(home: string): Promise<CatalogRow[]> {
  const rows: CatalogRow[] = [];
  for (const entry of new Catalog(home).entries()) rows.push(await rowOf(entry));
  return rows;
}

async function rowOf(entry: CatalogEntry): Promise<CatalogRow> {
  const { config_hash: _, ...shown } = entry;
  if (!isDirectory(entry.root)) {
    const reason = "the root does not exist any more: it was moved or deleted";
    return { ...shown, state: "root_missing", config_matches: null, reason };
  }
  try {
    return { ...shown, ...await effortState(entry.config_file) };
  } catch (error) {
    return { ...shown, state: "unknown", config_matches: null, reason: Problem.from(error).message };
  }
}

/** The answer of `catalog` where no project is open. */
export async function queryCatalog(): Promise<Envelope> {
  const projects = await catalogRows(userHome());
  const result = { projects, total: projects.length };
  return envelopeOf("catalog", { provenance: "live", found: projects.length > 0, result });
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
