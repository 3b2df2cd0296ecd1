// Real database servers for tests: started on a free port of this machine with a data folder of their own, and gone when
// the test ends. Where the programs are not installed, `find` returns null and the caller says what was not tested.

import type { DatabaseAddress } from "../../../lib/introspect/dsn.ts";

export interface Server {
  /** Address of a fresh, empty database. */
  fresh(database: string): Promise<DatabaseAddress>;
  /** Runs SQL with the client of the server, statement by statement; refused ones are passed over. */
  run(database: string, sql: string): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = "only-here";

/** Folders in which distributions keep server programs that are not on PATH. */
const SERVER_FOLDERS = ["/usr/sbin", "/usr/local/sbin", ...postgresFolders()];

function postgresFolders(): string[] {
  try {
    return [...Deno.readDirSync("/usr/lib/postgresql")].map((e) => `/usr/lib/postgresql/${e.name}/bin`).sort()
      .reverse();
  } catch {
    return [];
  }
}

/** Absolute path of a program, or null. */
export function find(program: string): string | null {
  for (const folder of [...(Deno.env.get("PATH") ?? "").split(":"), ...SERVER_FOLDERS]) {
    const path = `${folder}/${program}`;
    try {
      if (Deno.statSync(path).isFile) return path;
    } catch {
      // Not there.
    }
  }
  return null;
}

export function missingPrograms(programs: readonly string[]): string[] {
  return programs.filter((program) => find(program) === null);
}

export const MARIADB_PROGRAMS = ["mariadbd", "mariadb-install-db", "mariadb"];
export const POSTGRES_PROGRAMS = ["initdb", "postgres", "psql"];

/** Servers refuse to run as root: their own user does it then. */
function as(user: string, program: string, args: string[]): [string, string[]] {
  return Deno.uid() === 0
    ? ["setpriv", [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--", program, ...args]]
    : [program, args];
}

async function command(
  program: string,
  args: string[],
  stdin?: string,
  env?: Record<string, string>,
): Promise<string> {
  const child = new Deno.Command(program, {
    args,
    cwd: "/",
    env,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { success, stdout, stderr } = await child.output();
  const text = new TextDecoder().decode(stdout);
  if (!success) {
    throw new Error(`${program} failed: ${text}${new TextDecoder().decode(stderr)}`.slice(0, 2000));
  }
  return text;
}

async function dataFolder(user: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "ragraf-db-" });
  if (Deno.uid() === 0) await command("chown", ["-R", user, folder]);
  return folder;
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

async function untilItAnswers(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0;; attempt++) {
    try {
      await ask();
      return;
    } catch (error) {
      if (attempt >= 150) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

export async function startMariadb(): Promise<Server> {
  const data = await dataFolder("mysql");
  const port = freePort();
  const socket = `${data}/s`;
  const [install, installArgs] = as("mysql", find("mariadb-install-db")!, [
    `--datadir=${data}`,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
  ]);
  await command(install, installArgs);
  const [server, serverArgs] = as("mysql", find("mariadbd")!, [
    "--no-defaults",
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    "--sql-mode=",
  ]);
  const process = new Deno.Command(server, {
    args: serverArgs,
    cwd: "/",
    stdin: "null",
    stdout: "null",
    stderr: "null",
  })
    .spawn();
  const client = (args: string[], sql: string) =>
    command(find("mariadb")!, ["--no-defaults", `--socket=${socket}`, "--user=root", ...args], sql);
  await untilItAnswers(() => client([], "SELECT 1"));
  await client(
    [],
    `DELETE FROM mysql.global_priv WHERE User = ''; FLUSH PRIVILEGES;
    CREATE USER 'reader'@'%' IDENTIFIED BY '${PASSWORD}'; GRANT ALL ON *.* TO 'reader'@'%'`,
  );
  return {
    fresh: async (database) => {
      await client(
        [],
        `DROP DATABASE IF EXISTS \`${database}\`; CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4`,
      );
      return {
        dialect: "mariadb",
        host: "127.0.0.1",
        port,
        user: "reader",
        password: PASSWORD,
        database,
        tls: false,
      };
    },
    run: async (database, sql) => {
      await client(["--force", database], `SET foreign_key_checks = 1;\n${sql}`).catch(() => {});
    },
    stop: () => stopped(process, data, "SIGTERM"),
  };
}

export async function startPostgres(): Promise<Server> {
  const data = await dataFolder("postgres");
  const port = freePort();
  const secret = `${data}/secret`;
  await Deno.writeTextFile(secret, PASSWORD);
  await Deno.chmod(secret, 0o644);
  const [init, initArgs] = as("postgres", find("initdb")!, [
    "-D",
    `${data}/db`,
    "-U",
    "reader",
    "-A",
    "scram-sha-256",
    `--pwfile=${secret}`,
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
  ]);
  await command(init, initArgs);
  const [server, serverArgs] = as("postgres", find("postgres")!, [
    "-D",
    `${data}/db`,
    "-p",
    String(port),
    "-h",
    "127.0.0.1",
    "-k",
    data,
  ]);
  const process = new Deno.Command(server, {
    args: serverArgs,
    cwd: "/",
    stdin: "null",
    stdout: "null",
    stderr: "null",
  })
    .spawn();
  const client = (database: string, sql: string) =>
    command(
      find("psql")!,
      ["-h", "127.0.0.1", "-p", String(port), "-U", "reader", "-d", database, "-q", "-X"],
      sql,
      { PGPASSWORD: PASSWORD },
    );
  await untilItAnswers(() => client("postgres", "SELECT 1"));
  return {
    fresh: async (database) => {
      await client("postgres", `DROP DATABASE IF EXISTS "${database}"`);
      await client("postgres", `CREATE DATABASE "${database}"`);
      return {
        dialect: "postgresql",
        host: "127.0.0.1",
        port,
        user: "reader",
        password: PASSWORD,
        database,
        tls: false,
      };
    },
    run: async (database, sql) => void await client(database, `${sql}\nCOMMIT;`).catch(() => {}),
    stop: () => stopped(process, data, "SIGINT"),
  };
}

async function stopped(process: Deno.ChildProcess, data: string, signal: Deno.Signal): Promise<void> {
  try {
    process.kill(signal);
  } catch {
    // It ended by itself.
  }
  await process.status;
  await Deno.remove(data, { recursive: true }).catch(() => {});
}
