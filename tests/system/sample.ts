// A copy of the bundled sample, indexed by the real program, for tests of whole processes. Each copy has its own user
// folder, so that no test meets the catalog of another.

import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const MAIN = `${ROOT}main.ts`;

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export class Sample implements AsyncDisposable {
  private constructor(readonly dir: string, readonly home: string, private readonly top: string) {}

  /** Copies the sample into a temporary folder; indexes it unless told otherwise. */
  static async make(indexed = true): Promise<Sample> {
    const top = await Deno.realPath(await Deno.makeTempDir({ prefix: "ragraf-sample-" }));
    const sample = new Sample(`${top}/shop`, `${top}/home`, top);
    copyTree(`${ROOT}tests/fixtures/sample`, sample.dir);
    if (indexed) {
      const built = await sample.ragraf(["ensure", sample.dir]);
      if (built.code !== 0) throw new Error(`the sample cannot be indexed: ${built.stderr}`);
    }
    return sample;
  }

  get env(): Record<string, string> {
    return { RAGRAF_HOME: this.home, NO_COLOR: "1" };
  }

  /** Runs the program from source; `input` is its whole standard input. */
  ragraf(args: string[], input = "", cwd = this.dir): Promise<Outcome> {
    return runProcess(Deno.execPath(), ["run", "-A", MAIN, ...args], { input, cwd, env: this.env });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.top, { recursive: true });
  }
}

/** Runs a program to its end. */
export async function runProcess(
  program: string,
  args: string[],
  options: { input?: string; cwd?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const { cwd, env } = options;
  const child = new Deno.Command(program, {
    args,
    cwd,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(options.input ?? "")).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const entry of Deno.readDirSync(from)) {
    if (entry.isDirectory) copyTree(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else if (entry.isFile) Deno.copyFileSync(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}
