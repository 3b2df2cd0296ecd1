// Which project a call means: an explicit directory or configuration file, a catalog name, or the nearest parent with
// `.ragraf`. It only looks; it neither creates nor reads an index.

import { nearestNames } from "../base/names.ts";
import { Problem, usageProblem } from "../base/problem.ts";
import { Catalog } from "../store/catalog.ts";
import type { ProjectReference } from "./types.ts";

export interface ProjectLocation {
  /** Absolute path of the configuration file, whether it exists or not. */
  configFile: string;
  /** Absolute folder whose `.ragraf` holds the index when the configuration lies there. */
  base: string;
  configExists: boolean;
  warnings: string[];
}

const CONFIG_IN_PROJECT = ".ragraf/project.yaml";

/**
 * `home` is the folder of ragraf, `userFolders` are those of the person.
 * @throws Problem ROOT_NOT_DIRECTORY, ROOT_TOO_WIDE, PROJECT_NOT_FOUND, NO_PROJECT, AMBIGUOUS_NAME
 */
export function locateProject(
  reference: ProjectReference,
  home: string,
  userFolders: readonly string[] = foldersOfUser(),
): ProjectLocation {
  const cwd = slashes(reference.cwd);
  if (reference.ref === undefined) return nearestProject(cwd, reference.initialise ?? false, userFolders);
  const absolute = toAbsolute(reference.ref, cwd);
  const info = stat(absolute);
  if (info?.isDirectory) return inDirectory(real(absolute));
  if (info?.isFile && /\.ya?ml$/i.test(absolute)) {
    const file = real(absolute);
    return { configFile: file, base: baseOf(file), configExists: true, warnings: [] };
  }
  if (info) {
    throw usageProblem(
      "ROOT_NOT_DIRECTORY",
      `${reference.ref} is a file, not a project directory`,
      "name the project's directory, or a configuration file that ends in .yaml",
    );
  }
  return byName(reference.ref, home);
}

function nearestProject(
  cwd: string,
  initialise: boolean,
  userFolders: readonly string[],
): ProjectLocation {
  for (let dir = real(cwd);; dir = dir.slice(0, dir.lastIndexOf("/"))) {
    if (stat(`${dir}/${CONFIG_IN_PROJECT}`)?.isFile) return inDirectory(dir === "" ? "/" : dir);
    if (!dir.includes("/") || dir.length <= 1 || /^[A-Za-z]:$/.test(dir)) break;
  }
  if (initialise) {
    mustBeNarrow(real(cwd), userFolders);
    return inDirectory(real(cwd));
  }
  throw usageProblem(
    "NO_PROJECT",
    `neither ${cwd} nor a parent of it has a .ragraf folder`,
    "run `ragraf ensure DIR` once, or name the project with `-p`",
  );
}

/** Nobody means the whole machine by saying nothing: such a folder becomes a project only when it is named. */
function mustBeNarrow(dir: string, userFolders: readonly string[]): void {
  const whole = /^(?:[A-Za-z]:)?\/?$/.test(dir);
  if (!whole && !userFolders.some((folder) => stat(folder)?.isDirectory && real(folder) === dir)) return;
  throw usageProblem(
    "ROOT_TOO_WIDE",
    `${dir} is ${whole ? "the root of the file system" : "your home folder"}, and no directory was named`,
    `go to the project's directory or name it: \`ragraf ensure DIR\`; if all of ${dir} is meant, \`ragraf ensure ${dir}\``,
  );
}

function foldersOfUser(): string[] {
  return ["HOME", "USERPROFILE"].flatMap((name) => Deno.env.get(name) || []).map(slashes);
}

/** An explicit directory is its own root, also inside another project, which is said (DESIGN §14). */
function inDirectory(dir: string): ProjectLocation {
  const configFile = `${dir === "/" ? "" : dir}/${CONFIG_IN_PROJECT}`;
  const warnings: string[] = [];
  for (let up = dir.slice(0, dir.lastIndexOf("/")); up.includes("/"); up = up.slice(0, up.lastIndexOf("/"))) {
    if (!stat(`${up}/${CONFIG_IN_PROJECT}`)?.isFile) continue;
    const inner = `/${dir.slice(up.length + 1)}/`;
    warnings.push(
      `${dir} lies inside the project ${up}: this index is of its own, and that of ${up} holds these files too ` +
        `unless its configuration leaves them out (exclude: "${inner}")`,
    );
    break;
  }
  return { configFile, base: dir, configExists: stat(configFile)?.isFile ?? false, warnings };
}

function byName(name: string, home: string): ProjectLocation {
  const entries = new Catalog(home).entries();
  const named = entries.filter((e) => e.name === name);
  if (named.length === 1) {
    const file = named[0]!.config_file;
    return { configFile: file, base: baseOf(file), configExists: stat(file)?.isFile ?? false, warnings: [] };
  }
  if (named.length > 1) {
    throw usageProblem(
      "AMBIGUOUS_NAME",
      `${named.length} projects of the catalog are named «${name}»`,
      `name one by its directory: ${named.map((e) => e.root).join(", ")}`,
    );
  }
  const nearest = nearestNames(name, entries.map((e) => e.name), 1)[0];
  throw new Problem(
    "PROJECT_NOT_FOUND",
    `«${name}» is neither a directory, nor a configuration file, nor a project of the catalog`,
    nearest
      ? `did you mean ${nearest}?`
      : "`ragraf catalog` lists the projects; run `ragraf ensure DIR` once to make one",
    2,
  );
}

/** A configuration inside `.ragraf` belongs to the folder above it. */
function baseOf(configFile: string): string {
  const folder = configFile.slice(0, configFile.lastIndexOf("/"));
  return folder.endsWith("/.ragraf") ? folder.slice(0, -"/.ragraf".length) || "/" : folder || "/";
}

function toAbsolute(path: string, cwd: string): string {
  const clean = slashes(path);
  const absolute = clean.startsWith("/") || /^[A-Za-z]:\//.test(clean) ? clean : `${cwd}/${clean}`;
  return absolute.length > 1 ? absolute.replace(/\/+$/, "") || "/" : absolute;
}

/** Links and 8.3 short names resolved: one form of a path everywhere (article, defect 6). */
function real(path: string): string {
  return slashes(Deno.realPathSync(path)).replace(/^\/\/\?\//, "");
}

function stat(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}

function slashes(path: string): string {
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}
