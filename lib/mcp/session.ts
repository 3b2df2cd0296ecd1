// The project behind a server: opened at the first call, not at the start, and opened again after a failure. It holds at
// most one client, and one build at a time. Once a project was found the server stays with its folder: when `.ragraf` is
// removed there, a parent that has one does not answer in its place.

import { Problem } from "../base/problem.ts";
import type { Envelope } from "../facts/envelope.ts";
import type {
  BuildReport,
  Progress,
  ProjectClient,
  ProjectReference,
  QueryOptions,
} from "../project/types.ts";

const NO_CONFIG = "CONFIG_NOT_FOUND";
const CONFIG_IN_PROJECT = "/.ragraf/project.yaml";

export class Session {
  #client: Promise<ProjectClient> | null = null;
  #building: Promise<{ report: BuildReport; root: string }> | null = null;

  constructor(
    private readonly open: (reference: ProjectReference) => Promise<ProjectClient>,
    private reference: ProjectReference,
  ) {}

  /** Asks one operation; throws a Problem when there is no project or its engine is gone. */
  async query(op: string, input: Record<string, unknown>, options: QueryOptions): Promise<Envelope> {
    const client = await this.#opened(this.reference);
    try {
      return await client.query(op, input, options);
    } catch (error) {
      await this.#forgetAfter(error);
      throw error;
    }
  }

  /** Initialises and builds as far as needed. Calls that come while a build runs get its outcome. */
  ensure(onProgress: (progress: Progress) => void): Promise<{ report: BuildReport; root: string }> {
    this.#building ??= this.#build(onProgress).finally(() => this.#building = null);
    return this.#building;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    try {
      await (await client)?.close();
    } catch { /* it never opened */ }
  }

  async #build(onProgress: (progress: Progress) => void): Promise<{ report: BuildReport; root: string }> {
    try {
      return await this.#buildOpened(onProgress);
    } catch (error) {
      // The project lost its configuration since it was opened: only another opening can write one.
      if (Problem.from(error).code !== NO_CONFIG) throw error;
      return await this.#buildOpened(onProgress);
    }
  }

  async #buildOpened(
    onProgress: (progress: Progress) => void,
  ): Promise<{ report: BuildReport; root: string }> {
    const client = await this.#opened({ ...this.reference, initialise: true });
    try {
      return { report: await client.ensure(onProgress), root: client.root };
    } catch (error) {
      await this.#forgetAfter(error);
      throw error;
    }
  }

  async #opened(reference: ProjectReference): Promise<ProjectClient> {
    const joined = this.#client;
    if (joined !== null) {
      try {
        return await joined;
      } catch (error) {
        // A query that came first must not make a build fail that may initialise.
        if (!reference.initialise) throw error;
      }
    }
    const opening = (this.#client ??= this.open(reference));
    try {
      const client = await opening;
      this.#stayWith(client);
      return client;
    } catch (error) {
      // The next call tries again: the configuration may have been repaired.
      if (this.#client === opening) this.#client = null;
      throw error;
    }
  }

  #stayWith({ configFile }: ProjectClient): void {
    if (this.reference.ref !== undefined || !configFile.endsWith(CONFIG_IN_PROJECT)) return;
    this.reference = { ...this.reference, ref: configFile.slice(0, -CONFIG_IN_PROJECT.length) || "/" };
  }

  /**
   * After an unexpected failure, when the engine's thread is gone, or when the configuration is, the next call opens the
   * project again.
   */
  async #forgetAfter(error: unknown): Promise<void> {
    const { code } = Problem.from(error);
    if (code === "INTERNAL" || code === NO_CONFIG || code.startsWith("ENGINE_")) await this.close();
  }
}
