// Opens a project for a front door: finds its configuration, starts the engine with just the rights it needs, and looks
// at the configuration again before every call, so that an edit of it is never missed.

import type { Envelope } from "../facts/envelope.ts";
import type { CatalogRow } from "../ops/context.ts";
import { loadConfig } from "./config.ts";
import { ConfigCache } from "./config_cache.ts";
import { EngineClient } from "./engine_client.ts";
import { engineScope } from "./engine_permissions.ts";
import type { EngineOpen } from "./engine_protocol.ts";
import { ragrafHome } from "./home.ts";
import { initProject } from "./init.ts";
import { locateProject, type ProjectLocation } from "./locate.ts";
import type { BuildReport, Progress, ProjectClient, ProjectReference, QueryOptions } from "./types.ts";

/** How long a call waits for another process that builds the same index. */
const LOCK_TIMEOUT_MS = 120_000;
const MOST_THREADS = 8;

type Loaded = Awaited<ReturnType<typeof loadConfig>>;

/** @throws Problem when the reference means no project or its configuration is not valid */
export async function openProject(reference: ProjectReference): Promise<ProjectClient> {
  const home = userHome();
  const location = locateProject(reference, home);
  let initialised = false;
  if (!location.configExists && reference.initialise) {
    initProject(location.base);
    initialised = true;
  }
  const cache = new ConfigCache(indexFolder(location));
  const loaded = await loadConfig(location.configFile, cache.read());
  const project = new OpenProject(location, loaded, home, initialised);
  cache.write(loaded);
  return project;
}

/** The absolute `.ragraf` folder of a project. */
function indexFolder(location: ProjectLocation): string {
  return `${location.base === "/" ? "" : location.base}/.ragraf`;
}

/** The user's ragraf folder as this process sees it. */
export function userHome(): string {
  return ragrafHome((name) => Deno.env.get(name), Deno.build.os);
}

class OpenProject implements ProjectClient {
  readonly #location: ProjectLocation;
  readonly #home: string;
  readonly #initialised: boolean;
  #loaded: Loaded;
  #engine: EngineClient | null = null;

  constructor(location: ProjectLocation, loaded: Loaded, home: string, initialised: boolean) {
    this.#location = location;
    this.#loaded = loaded;
    this.#home = home;
    this.#initialised = initialised;
    // Started at once: its thread gets ready while the front door still reads its arguments.
    this.#engine = this.#start();
  }

  get root(): string {
    return this.#loaded.config.root;
  }

  get configFile(): string {
    return this.#location.configFile;
  }

  get name(): string {
    return this.#loaded.config.project;
  }

  async query(op: string, input: Record<string, unknown>, options: QueryOptions = {}): Promise<Envelope> {
    const engine = await this.#current();
    const catalog = op === "catalog" ? await this.#catalogRows() : undefined;
    const agent = options.agent ?? "cli";
    const question = {
      op,
      input,
      agent,
      ...(options.rev && { rev: options.rev }),
      ...(catalog && { catalog }),
    };
    return await engine.request("query", question) as Envelope;
  }

  /** Loaded when asked for: it opens the other efforts through this module. */
  async #catalogRows(): Promise<CatalogRow[]> {
    const { catalogRows } = await import("./catalog_rows.ts");
    return catalogRows(this.#home);
  }

  ensure(onProgress?: (p: Progress) => void): Promise<BuildReport> {
    return this.#build("ensure", onProgress);
  }

  index(onProgress?: (p: Progress) => void): Promise<BuildReport> {
    return this.#build("index", onProgress);
  }

  async #build(method: "ensure" | "index", onProgress?: (p: Progress) => void): Promise<BuildReport> {
    const engine = await this.#current();
    const report = await engine.request(method, {}, { onProgress }) as BuildReport;
    const warnings = [...this.#location.warnings, ...report.warnings];
    return { ...report, initialised: this.#initialised, warnings };
  }

  async export(write: (chunk: string) => void | Promise<void>): Promise<void> {
    const engine = await this.#current();
    await engine.request("export", {}, { onChunk: write });
  }

  /** Whether the files are as indexed, for the catalog. */
  async state(): Promise<{ state: CatalogRow["state"]; config_matches: boolean | null }> {
    const engine = await this.#current();
    return await engine.request("state", {}) as {
      state: CatalogRow["state"];
      config_matches: boolean | null;
    };
  }

  close(): Promise<void> {
    this.#engine?.close();
    this.#engine = null;
    return Promise.resolve();
  }

  /** The engine under the configuration as it is now; a moved root means other rights, so another engine. */
  async #current(): Promise<EngineClient> {
    const loaded = await loadConfig(this.configFile, this.#loaded);
    if (loaded.sha256 !== this.#loaded.sha256 || loaded.config.root !== this.#loaded.config.root) {
      const moved = loaded.config.root !== this.#loaded.config.root;
      this.#loaded = loaded;
      if (moved) await this.close();
      else this.#engine?.configure(loaded.config, loaded.sha256);
    }
    // One that died answers its callers with an error; the next call gets another.
    if (this.#engine?.dead) this.#engine = null;
    return this.#engine ??= this.#start();
  }

  #start(): EngineClient {
    const { config, sha256 } = this.#loaded;
    const dir = indexFolder(this.#location);
    const open: EngineOpen = {
      type: "open",
      config,
      configHash: sha256,
      configFile: this.configFile,
      dir,
      home: this.#home,
      threads: Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency)),
      holder: `pid ${Deno.pid} on ${hostName()} since ${new Date().toISOString()}`,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    };
    return new EngineClient(open, engineScope(config.root, dir, this.#home));
  }
}

/** State of one registered effort, looked at with the rights of that effort only. */
export async function effortState(
  configFile: string,
): Promise<{ state: CatalogRow["state"]; config_matches: boolean | null }> {
  const project = await openProject({ ref: configFile, cwd: "/" }) as OpenProject;
  try {
    return await project.state();
  } finally {
    await project.close();
  }
}

function hostName(): string {
  try {
    return Deno.hostname();
  } catch {
    return "unknown host";
  }
}
