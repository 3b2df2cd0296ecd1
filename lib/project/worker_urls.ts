// Where the code of each Worker is. The same call must work from source, from a bundle and inside the executable, and
// a bundler moves modules about: this file may end up in main.js, in a shared chunk, or in a worker's own file. It
// starts nothing and grants nothing; tools/compile.ts bundles exactly the entries named here.

/** Source of every Worker, relative to the root of the repository, without its extension. */
export const WORKER_ENTRIES = {
  engine: "lib/project/engine_worker",
  parse: "lib/index/parse_worker",
  introspect: "lib/introspect/introspect_worker",
} as const;

export type WorkerName = keyof typeof WORKER_ENTRIES;

/** URL of a Worker's module, to be given to `new Worker(…, { type: "module" })`. */
export function workerUrl(name: WorkerName): URL {
  return workerUrlFrom(import.meta.url, name);
}

/**
 * The rule itself: `moduleUrl` is that of the module which holds this code. From source it ends in
 * `lib/project/worker_urls.ts`; a bundle keeps entries under their source paths and puts chunks in its root.
 */
export function workerUrlFrom(moduleUrl: string, name: WorkerName): URL {
  const source = "lib/project/worker_urls.ts";
  if (moduleUrl.endsWith(`/${source}`)) {
    return new URL(`${WORKER_ENTRIES[name]}.ts`, moduleUrl.slice(0, -source.length));
  }
  const own = Object.values(WORKER_ENTRIES).find((entry) => moduleUrl.endsWith(`/${entry}.js`));
  const root = own === undefined ? new URL("./", moduleUrl) : moduleUrl.slice(0, -`${own}.js`.length);
  return new URL(`${WORKER_ENTRIES[name]}.js`, root);
}
