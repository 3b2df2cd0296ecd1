// Why a symbolic link was not followed. No link ever is: what it points to inside the root is reached under its own path,
// and a second path would double every hit; what lies outside is not part of the corpus.

/** `symlink_inside`, `symlink_outside`, `symlink_loop`, `dangling_link` or `unreadable`. `path` is relative. */
export function linkReason(root: string, path: string): string {
  const base = root.endsWith("/") ? root : `${root}/`;
  let target: string;
  try {
    target = toSlashes(Deno.realPathSync(base + path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "dangling_link";
    // A component of the target is a file.
    if (error instanceof Deno.errors.NotADirectory) return "dangling_link";
    if (error instanceof Deno.errors.FilesystemLoop) return "symlink_loop";
    return "unreadable";
  }
  if (target !== root && !target.startsWith(base)) return "symlink_outside";
  return target === root || `${base}${path}`.startsWith(`${target}/`) ? "symlink_loop" : "symlink_inside";
}

/** Paths as ragraf writes them; the runtime answers with backslashes and a `\\?\` prefix on Windows. */
export function toSlashes(path: string): string {
  if (Deno.build.os !== "windows") return path;
  return path.replace(/^\\\\\?\\/, "").replaceAll("\\", "/");
}
