// A project folder outside the corpus: its configuration points at the corpus root, its index lies beside it. The corpus
// itself is never written.

export interface Workspace {
  dir: string;
  config: string;
  env: Record<string, string>;
}

/** `extra` are more lines of the configuration. */
export function makeWorkspace(name: string, root: string, exclude: readonly string[] = []): Workspace {
  const dir = Deno.makeTempDirSync({ prefix: `ragraf-bench-${name}-` });
  const config = `${dir}/project.yaml`;
  const excludes = exclude.length === 0
    ? ""
    : `exclude:\n${exclude.map((e) => `  - ${JSON.stringify(e)}\n`).join("")}`;
  Deno.writeTextFileSync(config, `project: ${name}\nroot: ${JSON.stringify(root)}\n${excludes}`);
  return { dir, config, env: { RAGRAF_HOME: `${dir}/home` } };
}

/** The command line that runs ragraf: the executable named by RAGRAF_BINARY, else the source. */
export function ragrafCommand(): { program: string; args: string[] } {
  const binary = Deno.env.get("RAGRAF_BINARY");
  if (binary) return { program: binary, args: [] };
  const main = new URL("../main.ts", import.meta.url).pathname;
  return { program: Deno.execPath(), args: ["run", "-A", main] };
}
