// A project folder for one test: files from a table, removed at the end.

/** Calls `body` with the resolved path of a new folder that holds the given files (path -> text or bytes). */
export async function withTree(
  files: Record<string, string | Uint8Array>,
  body: (root: string) => void | Promise<void>,
): Promise<void> {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ragraf tree " })).replaceAll("\\", "/");
  try {
    for (const [path, content] of Object.entries(files)) write(root, path, content);
    await body(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

export function write(root: string, path: string, content: string | Uint8Array): void {
  const full = `${root}/${path}`;
  Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
  if (typeof content === "string") Deno.writeTextFileSync(full, content);
  else Deno.writeFileSync(full, content);
}
