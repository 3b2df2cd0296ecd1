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

/** @throws Problem ROOT_NOT_FOUND, PROJECT_NOT_FOUND, NO_PROJECT, AMBIGUOUS_NAME */
export function locateProject(reference: ProjectReference, home: string): ProjectLocation {
  const cwd = slashes(reference.cwd);
  if (reference.ref === undefined) return nearestProject(cwd, reference.initialise ?? false);
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

function nearestProject(cwd: string, initialise: boolean): ProjectLocation {
  for (let dir = real(cwd);; dir = dir.slice(0, dir.lastIndexOf("/"))) {
    if (stat(`${dir}/${CONFIG_IN_PROJECT}`)?.isFile) return inDirectory(dir === "" ? "/" : dir);
    if (!dir.includes("/") || dir.length <= 1 || /^[A-Za-z]:$/.test(dir)) break;
  }
  if (initialise) return inDirectory(real(cwd));
  throw usageProblem(
    "NO_PROJECT",
    `neither ${cwd} nor a parent of it has a .ragraf folder`,
    "run `ragraf ensure DIR` once, or name the project with `-p`",
  );
}

/** An explicit directory is its own root, also inside another project, which is said (DESIGN §14). */
function inDirectory(dir: string): ProjectLocation {
  const configFile = `${dir === "/" ? "" : dir}/${CONFIG_IN_PROJECT}`;
  const warnings: string[] = [];
  for (let up = dir.slice(0, dir.lastIndexOf("/")); up.includes("/"); up = up.slice(0, up.lastIndexOf("/"))) {
    if (!stat(`${up}/${CONFIG_IN_PROJECT}`)?.isFile) continue;
    warnings.push(`${dir} lies inside the project ${up}: they are indexed apart`);
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
      : "`ragraf catalog` lists the projects; `ragraf ensure DIR` makes one",
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
