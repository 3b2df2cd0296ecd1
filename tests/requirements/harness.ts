// A project on disk for the requirement tests: files that a test lays out, a user folder of its own, the real engine in
// this process, and the real program beside it. Nothing is faked; what is written is removed at the end.

import assert from "node:assert/strict";
import { dirname } from "node:path";
import { corpusRoot } from "../../bench/fetch.ts";
import { McpClient } from "../../bench/mcp_client.ts";
import { type Envelope, openProject, type ProjectClient } from "../../mod.ts";
import { MAIN, type Outcome, ROOT, runProcess } from "../system/sample.ts";

export { MAIN, type Outcome, ROOT, runProcess };

/** Text or bytes by relative path. */
export type Files = Record<string, string | Uint8Array>;

/** A result of any operation, for tests that look inside. */
// deno-lint-ignore no-explicit-any
export type Result = any;

export class Place implements AsyncDisposable {
  readonly #open: ProjectClient[] = [];
  readonly #homeBefore = Deno.env.get("RAGRAF_HOME");

  private constructor(readonly top: string, readonly dir: string, readonly home: string) {}

  /** A temporary folder with the project `shop` in it. Without files it holds the bundled sample. */
  static make(files?: Files, config?: string): Place {
    const top = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ragraf-requirement-" }));
    const place = new Place(top, `${top}/shop`, `${top}/home`);
    Deno.env.set("RAGRAF_HOME", place.home);
    if (files === undefined) copyTree(`${ROOT}tests/fixtures/sample`, place.dir);
    else place.writeAll(files);
    if (config !== undefined) place.configure(config);
    return place;
  }

  writeAll(files: Files, dir = this.dir): void {
    for (const [path, content] of Object.entries(files)) this.write(path, content, dir);
  }

  write(path: string, content: string | Uint8Array, dir = this.dir): void {
    const full = `${dir}/${path}`;
    Deno.mkdirSync(dirname(full), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(full, content);
    else Deno.writeFileSync(full, content);
  }

  /** Writes the project's configuration; everything it does not name has its default. */
  configure(yaml: string, dir = this.dir): void {
    this.write(".ragraf/project.yaml", yaml, dir);
  }

  read(path: string): string {
    return Deno.readTextFileSync(`${this.dir}/${path}`);
  }

  edit(path: string, change: (text: string) => string): void {
    this.write(path, change(this.read(path)));
  }

  remove(path: string): void {
    Deno.removeSync(`${this.dir}/${path}`, { recursive: true });
  }

  /** The project in this process; closed with the place. */
  async open(dir = this.dir): Promise<ProjectClient> {
    const project = await openProject({ ref: dir, cwd: this.top, initialise: true });
    this.#open.push(project);
    return project;
  }

  /** The project in this process, indexed. */
  async ensured(dir = this.dir): Promise<ProjectClient> {
    const project = await this.open(dir);
    await project.ensure();
    return project;
  }

  get env(): Record<string, string> {
    return { RAGRAF_HOME: this.home, NO_COLOR: "1" };
  }

  /** The program from source, as a user runs it. */
  ragraf(args: string[], options: { input?: string; cwd?: string; env?: Record<string, string> } = {}) {
    const { input, cwd = this.dir, env = {} } = options;
    return runProcess(Deno.execPath(), ["run", "-A", MAIN, ...args], {
      ...(input !== undefined && { input }),
      cwd,
      env: { ...this.env, ...env },
    });
  }

  /** The envelope that the program prints. */
  async cli(args: string[]): Promise<{ envelope: Envelope<Result>; code: number; stderr: string }> {
    const { code, stdout, stderr } = await this.ragraf(["-p", this.dir, "--json", ...args]);
    return { envelope: JSON.parse(stdout), code, stderr };
  }

  /** A living server of this project with every tool. */
  async mcp(): Promise<McpServer> {
    const env = { ...this.env, RAGRAF_MCP_PROFILE: "full" };
    const args = ["run", "-A", MAIN, "-p", this.dir, "mcp"];
    return new McpServer(await McpClient.start(Deno.execPath(), args, env, this.dir));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const project of this.#open) await project.close();
    if (this.#homeBefore === undefined) Deno.env.delete("RAGRAF_HOME");
    else Deno.env.set("RAGRAF_HOME", this.#homeBefore);
    await Deno.remove(this.top, { recursive: true });
  }
}

export class McpServer implements AsyncDisposable {
  constructor(readonly client: McpClient) {}

  async ask(op: string, input: Record<string, unknown> = {}): Promise<Envelope<Result>> {
    return await this.client.call(`ragraf_${op}`, input) as unknown as Envelope<Result>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    assert.equal(await this.client.close(), 0, "the server ends with 0");
  }
}

/** One question; its answer as it came. */
export async function ask(
  project: ProjectClient,
  op: string,
  input: Record<string, unknown> = {},
  rev?: string,
): Promise<Envelope<Result>> {
  return await project.query(op, input, { agent: "test", ...(rev !== undefined && { rev }) });
}

/** Every line of an export. */
export async function exported(project: ProjectClient): Promise<string[]> {
  let text = "";
  await project.export((chunk) => void (text += chunk));
  assert.ok(text.endsWith("\n"));
  return text.slice(0, -1).split("\n");
}

/** Records of an export. */
export async function records(project: ProjectClient): Promise<Result[]> {
  return (await exported(project)).map((line) => JSON.parse(line));
}

/** Root of the first of these corpora that is fetched. */
export function fetchedCorpus(...names: string[]): string | null {
  for (const name of names) {
    const root = corpusRoot(name);
    if (root !== null) return root;
  }
  return null;
}

/** A fetched corpus with its index elsewhere: nothing is written into its folder. */
export function corpusConfig(place: Place, root: string): string {
  place.write(
    "project.yaml",
    `project: corpus\nroot: ${JSON.stringify(root)}\n`,
    `${place.top}/corpus/.ragraf`,
  );
  return `${place.top}/corpus/.ragraf/project.yaml`;
}

/** Relative paths of all files under a folder, sorted; links are listed, not followed. */
export function filesUnder(dir: string, prefix = ""): string[] {
  const out: string[] = [];
  for (const entry of Deno.readDirSync(dir)) {
    const path = prefix + entry.name;
    if (entry.isDirectory) out.push(...filesUnder(`${dir}/${entry.name}`, `${path}/`));
    else out.push(path);
  }
  return out.sort();
}

/** Files under a folder whose bytes hold a text, in UTF-8 or UTF-16. */
export function filesHolding(dir: string, text: string): string[] {
  const wide = new Uint8Array([...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]));
  const needles = [new TextEncoder().encode(text), wide].map((n) => latin1(n));
  return filesUnder(dir).filter((path) => {
    const bytes = latin1(Deno.readFileSync(`${dir}/${path}`));
    return needles.some((needle) => bytes.includes(needle));
  });
}

export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

/** An answer without what says when, not what. */
export function withoutTiming(envelope: Envelope<Result>): Result {
  const copy = structuredClone(envelope) as Result;
  const strip = (value: Result): void => {
    if (Array.isArray(value)) value.forEach(strip);
    else if (value !== null && typeof value === "object") {
      for (const key of ["ms", "mean_ms"]) delete value[key];
      Object.values(value).forEach(strip);
    }
  };
  strip(copy);
  return copy;
}

/** Every object of a result that names a file. */
export function facts(result: unknown): { path: string; first?: number; last?: number }[] {
  const out: { path: string; first?: number; last?: number }[] = [];
  const walk = (value: Result): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (value !== null && typeof value === "object") {
      if (typeof value.path === "string") {
        const first = value.start_line ?? value.line;
        const last = value.end_line ?? value.line;
        out.push({ path: value.path, ...(first !== undefined && { first, last }) });
      }
      Object.values(value).forEach(walk);
    }
  };
  walk(result);
  return out;
}

export function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const entry of Deno.readDirSync(from)) {
    if (entry.isDirectory) copyTree(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else if (entry.isFile) Deno.copyFileSync(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}
