// The rights of the threads that touch what users wrote (DESIGN §11): a probe runs under exactly the permissions that the
// product gives and tries everything else.

import assert from "node:assert/strict";
import { enginePermissions, engineScope, PARSER_PERMISSIONS } from "../../lib/project/engine_permissions.ts";

const PROBE = new URL("../robustness/permission_probe.ts", import.meta.url);

/** Another failure than a refusal would prove nothing. */
const REFUSED =
  /^(?:NotCapable|PermissionDenied): |Requires \w+ access|too many attached databases - max 0|can't escalate|permissions/i;

type Try = (what: string, path?: string) => Promise<string>;

async function withProbe(
  permissions: Deno.PermissionOptions,
  body: (attempt: Try) => Promise<void>,
): Promise<void> {
  const options = { type: "module", deno: { permissions } };
  const worker = new Worker(PROBE, options as WorkerOptions);
  const next = () =>
    new Promise<string>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<{ outcome: string }>) => resolve(event.data.outcome);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`the probe died: ${event.message}`));
      };
    });
  try {
    assert.equal(await next(), "ready");
    await body((what, path = "/") => {
      const outcome = next();
      worker.postMessage({ what, path });
      return outcome;
    });
  } finally {
    worker.terminate();
  }
}

interface Folders {
  root: string;
  dir: string;
  home: string;
  outside: string;
}

async function withFolders(body: (folders: Folders) => Promise<void>): Promise<void> {
  const top = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ragraf-rights-" })).replaceAll("\\", "/");
  const folders = {
    root: `${top}/project`,
    dir: `${top}/project/.ragraf`,
    home: `${top}/home`,
    outside: `${top}/outside`,
  };
  try {
    for (const folder of Object.values(folders)) {
      Deno.mkdirSync(folder, { recursive: true });
      Deno.writeTextFileSync(`${folder}/file.php`, "<?php\n");
    }
    await body(folders);
  } finally {
    Deno.removeSync(top, { recursive: true });
  }
}

const NEVER = [
  "run",
  "listen",
  "connect",
  "fetch",
  "env",
  "variable",
  "host",
  "remoteimport",
  "grant",
];

Deno.test("rights of the engine: what it needs it can do", () =>
  withFolders(({ root, dir, home }) =>
    withProbe(enginePermissions(engineScope(root, dir, home)), async (attempt) => {
      for (const folder of [root, dir, home]) {
        for (const [what, path] of [["read", "/file.php"], ["list", ""], ["stat", "/file.php"]] as const) {
          assert.equal(await attempt(what, folder + path), "done", `${what} ${path}`);
        }
      }
      for (const folder of [dir, home]) {
        assert.equal(await attempt("write", `${folder}/new`), "done");
        assert.equal(await attempt("mkdir", `${folder}/sub`), "done");
        assert.equal(await attempt("remove", `${folder}/sub`), "done");
        assert.equal(await attempt("rename", `${folder}/new`), "done");
        assert.equal(await attempt("database", `${folder}/new.sqlite`), "done");
      }
    })
  ));

Deno.test("rights of the engine: nothing outside, no program, socket, environment, library or code", () =>
  withFolders(({ root, dir, home, outside }) =>
    withProbe(enginePermissions(engineScope(root, dir, home)), async (attempt) => {
      const refused = async (what: string, path?: string) => {
        const outcome = await attempt(what, path);
        assert.notEqual(outcome, "done", `${what} ${path ?? ""} was possible`);
        assert.match(outcome, REFUSED, `${what} ${path ?? ""}: ${outcome}`);
      };
      const elsewhere = [
        `${outside}/file.php`,
        `${root}/../outside/file.php`,
        `${dir}/../../outside/file.php`,
        `${root}2/file.php`,
        "/etc/passwd",
      ];
      for (const path of elsewhere) {
        for (const what of ["read", "stat", "write", "remove", "rename", "database", "attach"]) {
          await refused(what, path);
        }
      }
      for (const what of ["write", "remove", "rename", "database"]) await refused(what, `${root}/file.php`);
      for (const what of ["write", "mkdir", "database", "attach"]) await refused(what, `${root}/new`);
      for (const what of ["list", "mkdir"]) await refused(what, outside);
      for (const folder of [dir, home, root]) {
        for (const what of ["symlink", "link"]) await refused(what, `${folder}/way-out`);
      }
      await refused("dlopen", `${dir}/file.php`);
      await refused("extension", `${dir}/file.php`);
      await refused("unixsocket", `${outside}/socket`);
      await refused("localimport", `${outside}/file.php`);
      await refused("worker", `${root}/file.php`);
      for (const what of NEVER) await refused(what);
      assert.deepEqual([...Deno.readDirSync(outside)].map((entry) => entry.name), ["file.php"]);
      assert.equal(Deno.readTextFileSync(`${root}/file.php`), "<?php\n");
    })
  ));

Deno.test("rights of a parser: none", () =>
  withFolders(({ root, dir, home }) =>
    withProbe(PARSER_PERMISSIONS, async (attempt) => {
      const paths = [root, dir, home].map((folder) => `${folder}/file.php`);
      for (const path of paths) {
        const ways = [
          "read",
          "stat",
          "write",
          "remove",
          "rename",
          "symlink",
          "link",
          "dlopen",
          "unixsocket",
          "localimport",
          "database",
          "attach",
          "extension",
          "worker",
          "list",
          "mkdir",
        ];
        for (const what of [...ways, ...NEVER]) {
          const outcome = await attempt(what, path);
          assert.notEqual(outcome, "done", `${what} was possible`);
          assert.match(outcome, REFUSED, `${what}: ${outcome}`);
        }
      }
    })
  ));
