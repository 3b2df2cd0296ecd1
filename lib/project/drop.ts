// Removing an index. What goes is moved aside first, so that at any moment the project has either its whole index or
// none; deleting follows. The configuration, the history and the archives stay unless everything is asked for.

import { Problem, refusal } from "../base/problem.ts";
import { ProjectLock } from "../index/lock.ts";
import { ragrafHome } from "./home.ts";
import { locateProject } from "./locate.ts";
import type { ProjectReference } from "./types.ts";

export interface DropReport {
  /** Folder that held the index. */
  root: string;
  /** Names in `.ragraf` that are gone, and those that stay. */
  removed: string[];
  kept: string[];
}

/** The pointer goes first: without it there is no current revision. */
const INDEX_ENTRIES = ["rev.json", "revs"];
const LOCK = "lock";
const ASIDE = /^dropped-[0-9a-f]{8}$/;

/** @throws Problem LOCKED while another process builds, DROP_FAILED when the system refuses, and those of locating */
export function drop(reference: ProjectReference, all: boolean): Promise<DropReport> {
  const { base } = locateProject(reference, ragrafHome((name) => Deno.env.get(name), Deno.build.os));
  return dropProject(base, all);
}

/** Removes the index in `<base>/.ragraf`; with `all` the folder itself. */
export async function dropProject(base: string, all: boolean): Promise<DropReport> {
  const dir = `${base === "/" ? "" : base}/.ragraf`;
  if (names(dir).length === 0) return { root: base, removed: [], kept: [] };
  const lock = await lockNow(`${dir}/${LOCK}`);
  let report: DropReport;
  try {
    report = moveAndDelete(base, dir, all);
  } finally {
    lock.release();
  }
  if (all) attempt(dir, () => Deno.removeSync(dir, { recursive: true }));
  return report;
}

function moveAndDelete(base: string, dir: string, all: boolean): DropReport {
  const present = names(dir);
  const leftovers = present.filter((name) => ASIDE.test(name));
  const entries = present.filter((name) => name !== LOCK && !ASIDE.test(name));
  const removed = all
    ? [
      ...INDEX_ENTRIES.filter((n) => entries.includes(n)),
      ...entries.filter((n) => !INDEX_ENTRIES.includes(n)),
    ]
    : INDEX_ENTRIES.filter((name) => entries.includes(name));
  const aside = `${dir}/dropped-${crypto.randomUUID().slice(0, 8)}`;
  attempt(dir, () => {
    Deno.mkdirSync(aside);
    for (const name of removed) Deno.renameSync(`${dir}/${name}`, `${aside}/${name}`);
    for (const folder of [aside, ...leftovers.map((name) => `${dir}/${name}`)]) {
      Deno.removeSync(folder, { recursive: true });
    }
  });
  return { root: base, removed, kept: entries.filter((name) => !removed.includes(name)) };
}

async function lockNow(path: string): Promise<ProjectLock> {
  try {
    return await ProjectLock.acquire(path, `pid ${Deno.pid}, drop`, 0);
  } catch (error) {
    const problem = Problem.from(error);
    if (problem.code !== "LOCKED") throw problem;
    throw refusal(
      "LOCKED",
      `nothing was removed: ${problem.message}`,
      "wait until the build is done and call again",
    );
  }
}

function attempt(dir: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new Problem(
      "DROP_FAILED",
      `${dir} could not be removed whole: ${(error as Error).message}`,
      "close the programs that use this index (a running `ragraf mcp`), check the access rights, and call again",
    );
  }
}

function names(dir: string): string[] {
  try {
    return [...Deno.readDirSync(dir)].map((entry) => entry.name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw new Problem(
      "DROP_FAILED",
      `${dir} cannot be read: ${(error as Error).message}`,
      "check the access rights of the folder",
    );
  }
}
