// Runs in a Worker under the rights of the product and tries what it is told to. Every attempt answers with what became
// of it; nothing is imported, so that no module has to be loaded under those rights.

interface Attempt {
  what: string;
  path: string;
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Attempt>) => void) | null;
  postMessage(message: { outcome: string }): void;
};

const attempts: Record<string, (path: string) => unknown> = {
  read: (path) => Deno.readTextFileSync(path),
  list: (path) => [...Deno.readDirSync(path)],
  stat: (path) => Deno.lstatSync(path),
  write: (path) => Deno.writeTextFileSync(path, "x"),
  mkdir: (path) => Deno.mkdirSync(path),
  remove: (path) => Deno.removeSync(path),
  rename: (path) => Deno.renameSync(path, `${path}.moved`),
  symlink: (path) => Deno.symlinkSync("/", path),
  link: (path) => Deno.linkSync("/etc/hostname", path),
  run: () => new Deno.Command(Deno.build.os === "windows" ? "cmd" : "true").outputSync(),
  listen: () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
  connect: () => Deno.connect({ hostname: "127.0.0.1", port: 9 }),
  fetch: () => fetch("http://127.0.0.1:9/"),
  unixsocket: (path) => Deno.listen({ transport: "unix", path }),
  env: () => Deno.env.toObject(),
  variable: () => Deno.env.get("HOME"),
  dlopen: (path) => Deno.dlopen(path, {}),
  host: () => Deno.hostname(),
  remoteimport: () => import(["https:", "", "127.0.0.1:9", "x.js"].join("/")),
  localimport: (path) => import(`file://${path}`),
  database: async (path) => {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE IF NOT EXISTS t (a)");
    database.close();
  },
  attach: async (path) => {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(":memory:");
    database.exec(`ATTACH '${path.replaceAll("'", "''")}' AS other; CREATE TABLE other.t (a)`);
  },
  extension: async (path) => {
    const { DatabaseSync } = await import("node:sqlite");
    new DatabaseSync(":memory:", { allowExtension: true }).loadExtension(path);
  },
  /** A thread with more rights than this one. */
  worker: (path) => {
    const options = { type: "module", deno: { permissions: { read: true, write: true, run: true } } };
    new Worker(`file://${path}`, options as WorkerOptions).terminate();
  },
  grant: () => {
    const { state } = Deno.permissions.requestSync({ name: "run" });
    if (state !== "granted") throw new Deno.errors.NotCapable(`run is ${state}`);
  },
};

scope.onmessage = async ({ data: { what, path } }) => {
  try {
    await attempts[what]!(path);
    scope.postMessage({ outcome: "done" });
  } catch (error) {
    const { name, message } = error as Error;
    scope.postMessage({ outcome: `${name}: ${message}` });
  }
};
scope.postMessage({ outcome: "ready" });
