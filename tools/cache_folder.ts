// Where build tools keep what they fetch: outside the repository, shared by clones, safe to delete. The program itself
// never uses this folder.

import { join } from "node:path";

/** `RAGRAF_CACHE`, else the platform's folder for caches, else a temporary one. The folder may not exist yet. */
export function cacheFolder(): string {
  const given = Deno.env.get("RAGRAF_CACHE");
  if (given) return given;
  const xdg = Deno.env.get("XDG_CACHE_HOME");
  if (xdg) return join(xdg, "ragraf");
  const local = Deno.env.get("LOCALAPPDATA");
  if (Deno.build.os === "windows" && local) return join(local, "ragraf", "cache");
  const home = Deno.env.get("HOME");
  if (home) return join(home, ".cache", "ragraf");
  return join(Deno.env.get("TMPDIR") ?? Deno.env.get("TEMP") ?? "/tmp", "ragraf-cache");
}
