// The project behind a server: opened at the first call, not at the start, and opened again after a failure. It holds at
// most one client, and one build at a time.

import { Problem } from "../base/problem.ts";
import type { Envelope } from "../facts/envelope.ts";
import type {
  BuildReport,
  Progress,
  ProjectClient,
  ProjectReference,
  QueryOptions,
} from "../project/types.ts";

export class Session {
  #client: Promise<ProjectClient> | null = null;
  #building: Promise<{ report: BuildReport; root: string }> | null = null;

  constructor(
    private readonly open: (reference: ProjectReference) => Promise<ProjectClient>,
    private readonly reference: ProjectReference,
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
      return await opening;
    } catch (error) {
      // The next call tries again: the configuration may have been repaired.
      if (this.#client === opening) this.#client = null;
      throw error;
    }
  }

  /** After an unexpected failure, or when the engine's thread is gone, the next call opens the project again. */
  async #forgetAfter(error: unknown): Promise<void> {
    const { code } = Problem.from(error);
    if (code === "INTERNAL" || code.startsWith("ENGINE_")) await this.close();
  }
}
