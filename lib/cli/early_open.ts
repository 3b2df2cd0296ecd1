// Opening a project takes as long as loading what reads the arguments of a question. For `query` both begin at once: the
// project that the raw arguments seem to name is opened early, and is used only if it is the one that was meant.

import type { ProjectClient, ProjectReference } from "../project/types.ts";

type Open = (reference: ProjectReference) => Promise<ProjectClient>;

export class EarlyOpen {
  readonly #open: Open;
  #started: { key: string; client: Promise<ProjectClient> } | null = null;

  constructor(open: Open) {
    this.#open = open;
  }

  /** Begins. A failure is kept for whoever takes it: until then nothing is known to be wrong. */
  start(reference: ProjectReference): void {
    const client = this.#open(reference);
    client.catch(() => {});
    this.#started = { key: keyOf(reference), client };
  }

  /** The project, begun early or now. */
  take(reference: ProjectReference): Promise<ProjectClient> {
    const started = this.#started;
    this.#started = null;
    if (started?.key === keyOf(reference)) return started.client;
    started?.client.then((client) => client.close(), () => {});
    return this.#open(reference);
  }
}

/** The value of `-p` in raw arguments, as far as it can be told before they are parsed. */
export function guessProject(argv: readonly string[]): string | undefined {
  let ref: string | undefined;
  for (let i = 0; i < argv.length && argv[i] !== "--"; i++) {
    const word = argv[i]!;
    if (word === "-p" || word === "--project") ref = argv[++i];
    else if (word.startsWith("--project=")) ref = word.slice("--project=".length);
    else if (/^-p./.test(word)) ref = word.slice(2).replace(/^=/, "");
  }
  return ref;
}

function keyOf({ ref, cwd, initialise }: ProjectReference): string {
  return JSON.stringify([ref ?? null, cwd, initialise ?? false]);
}
