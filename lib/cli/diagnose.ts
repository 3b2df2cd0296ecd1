// Gathers what `doctor` shows. Every probe stands alone: one that fails is a value in the answer. Nothing is started,
// written or repaired, except one empty file in the user's folder that is removed again.

import { Problem } from "../base/problem.ts";
import type { ProjectReference } from "../project/types.ts";
import { DEPENDENCIES, VERSION } from "./about.ts";
import type { Doors, GrammarState } from "./doors.ts";
import { type EngineState, findEngines } from "./engines.ts";
import { type FolderState, homeState } from "./home_folder.ts";
import { probeSqlite, type SqliteState } from "../project/sqlite_probe.ts";

export interface ProjectState {
  state: "indexed" | "not indexed" | "unusable" | "none here";
  root: string | null;
  index_rev: string | null;
  problem?: { code: string; message: string; hint: string };
}

export interface Diagnosis {
  versions: Record<string, string>;
  dependencies: Record<string, string>;
  grammars: GrammarState[];
  sqlite: SqliteState;
  permissions: Record<string, string>;
  home: FolderState;
  engines: EngineState[];
  project: ProjectState;
  /** Essential things that are missing, each with what to do; empty when everything essential is there. */
  missing: string[];
}

const PERMISSIONS = ["read", "write", "run", "net", "env", "ffi", "sys"] as const;
const ESSENTIAL = ["read", "write"];

/** Runs every probe. */
export async function diagnose(doors: Doors, reference: ProjectReference): Promise<Diagnosis> {
  const sqlite = probeSqlite();
  const { deno, v8, typescript } = Deno.version;
  const { grammars, problem } = await grammarStates(doors);
  const permissions: Record<string, string> = {};
  for (const name of PERMISSIONS) permissions[name] = (await Deno.permissions.query({ name })).state;
  const windows = Deno.build.os === "windows";
  const home = homeState((name) => Deno.env.get(name), Deno.build.os);
  const missing: string[] = problem ? [problem] : [];
  for (const g of grammars) {
    if (!g.ok) {
      missing.push(`grammar ${g.name}: ${g.problem?.message ?? "unusable"}; ${g.problem?.hint ?? ""}`);
    }
  }
  if (!sqlite.fts5) {
    missing.push("SQLite FTS5: the runtime must be built with it; use the pinned Deno version");
  }
  for (const name of ESSENTIAL) {
    if (permissions[name] !== "granted") {
      missing.push(`permission ${name}: start with -A, or use the executable`);
    }
  }
  if (!home.writable) {
    missing.push(
      `user folder: ${home.problem ?? "not writable"}; set RAGRAF_HOME to a folder that may be written`,
    );
  }
  return {
    versions: {
      ragraf: VERSION,
      deno,
      v8,
      typescript,
      sqlite: sqlite.version,
      platform: `${Deno.build.os} ${Deno.build.arch}`,
    },
    dependencies: Object.fromEntries(DEPENDENCIES),
    grammars,
    sqlite,
    permissions,
    home,
    engines: findEngines(Deno.env.get("PATH") ?? "", windows, Deno.env.get("PATHEXT")),
    project: await projectState(doors, reference),
    missing,
  };
}

async function grammarStates(doors: Doors): Promise<{ grammars: GrammarState[]; problem?: string }> {
  try {
    return { grammars: await doors.grammars() };
  } catch (error) {
    return { grammars: [], problem: `grammars: ${Problem.from(error).message}` };
  }
}

/** The state of the project without comparing its files. */
async function projectState(doors: Doors, reference: ProjectReference): Promise<ProjectState> {
  try {
    const client = await doors.open(reference);
    try {
      const { index_rev, problem } = await client.query("index_status", {}, { agent: "cli" });
      return {
        state: problem && problem.code !== "NOT_INDEXED"
          ? "unusable"
          : index_rev === null
          ? "not indexed"
          : "indexed",
        root: client.root,
        index_rev,
        ...(problem && problem.code !== "NOT_INDEXED" && { problem }),
      };
    } finally {
      await client.close();
    }
  } catch (error) {
    const { code, message, hint } = Problem.from(error);
    // Outside a project nothing is wrong: the question was about the machine.
    if (code === "NO_PROJECT") return { state: "none here", root: null, index_rev: null };
    return { state: "unusable", root: null, index_rev: null, problem: { code, message, hint } };
  }
}
