// External programs that add to what the index knows. They are looked for by walking PATH; nothing is started, not even
// to ask for a version. A missing one is a fact with what it would add and how to get it, never an error.

import { join } from "node:path";

export interface Engine {
  name: string;
  /** Name of the executable without its extension. */
  executable: string;
  adds: string;
  obtain: string;
}

/** What `doctor` looks for. */
export const ENGINES: readonly Engine[] = [
  { name: "git", executable: "git", adds: "history and changes of files", obtain: "install Git" },
  {
    name: "php",
    executable: "php",
    adds: "checks of the symbol table against PHP's own parser",
    obtain: "install PHP (command line)",
  },
  {
    name: "java",
    executable: "java",
    adds: "the runtime of the code property graph",
    obtain: "install a Java runtime, version 11 or newer",
  },
  {
    name: "joern",
    executable: "joern",
    adds: "the code property graph: slice and flow",
    obtain: "unpack a Joern release and put its folder on PATH",
  },
];

export interface EngineState extends Engine {
  /** Absolute path, or null when it is not on PATH. */
  path: string | null;
}

/** Looks for every engine on a PATH. */
export function findEngines(path: string, windows: boolean, extensions?: string): EngineState[] {
  const folders = path.split(windows ? ";" : ":").filter((folder) => folder !== "");
  const suffixes = windows ? ["", ...(extensions ?? ".EXE;.CMD;.BAT").split(";").filter(Boolean)] : [""];
  return ENGINES.map((engine) => ({
    ...engine,
    path: findOnPath(engine.executable, folders, suffixes, windows),
  }));
}

function findOnPath(
  executable: string,
  folders: readonly string[],
  suffixes: readonly string[],
  windows: boolean,
): string | null {
  for (const folder of folders) {
    for (const suffix of suffixes) {
      const candidate = join(folder, executable + suffix);
      if (isExecutable(candidate, windows)) return candidate;
    }
  }
  return null;
}

function isExecutable(path: string, windows: boolean): boolean {
  try {
    const info = Deno.statSync(path);
    return info.isFile && (windows || ((info.mode ?? 0) & 0o111) !== 0);
  } catch {
    return false;
  }
}
