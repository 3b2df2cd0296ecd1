// The user's ragraf folder, as `doctor` checks it: where it is and whether it can be written. It is created only to be
// tested and removed again when it did not exist.

import { join } from "node:path";
import { ragrafHome } from "../project/home.ts";

export interface FolderState {
  path: string | null;
  exists: boolean;
  writable: boolean;
  problem?: string;
}

/** Where the folder is and whether one file can be written there. */
export function homeState(env: (name: string) => string | undefined, os: string): FolderState {
  try {
    return probeFolder(ragrafHome(env, os));
  } catch (error) {
    return { path: null, exists: false, writable: false, problem: (error as Error).message };
  }
}

/** Tries to write one file into a folder. */
export function probeFolder(path: string): FolderState {
  const exists = isDirectory(path);
  const file = join(path, `.doctor-${Deno.pid}`);
  try {
    Deno.mkdirSync(path, { recursive: true });
    Deno.writeTextFileSync(file, "");
    Deno.removeSync(file);
    if (!exists) Deno.removeSync(path);
    return { path, exists, writable: true };
  } catch (error) {
    return { path, exists, writable: false, problem: (error as Error).message };
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
