// The user's ragraf folder: the catalog and, later, native parts that have to be unpacked. Nothing else is ever written
// outside `.ragraf` (DESIGN §14).

import { Problem } from "../base/problem.ts";

/** RAGRAF_HOME, else the platform's data folder. Absolute, with `/`. */
export function ragrafHome(env: (name: string) => string | undefined, os: string): string {
  const own = env("RAGRAF_HOME");
  if (own) return slashes(own);
  if (os === "windows") {
    const data = env("LOCALAPPDATA") ?? env("APPDATA");
    if (data) return `${slashes(data)}/ragraf`;
  }
  const xdg = env("XDG_DATA_HOME");
  if (xdg) return `${slashes(xdg)}/ragraf`;
  const home = env("HOME") ?? env("USERPROFILE");
  if (home && os === "darwin") return `${slashes(home)}/Library/Application Support/ragraf`;
  if (home) return `${slashes(home)}/.local/share/ragraf`;
  throw new Problem(
    "NO_HOME",
    "no folder of the user is known: RAGRAF_HOME, XDG_DATA_HOME, HOME and LOCALAPPDATA are not set",
    "set RAGRAF_HOME to a folder that can be written",
  );
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/").replace(/\/+$/, "");
}
