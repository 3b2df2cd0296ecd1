// The rights of the threads that touch what users wrote (DESIGN §11). They are data, so that a test can start a probe
// with exactly the rights that the product gives; nothing else decides about rights.

import { DRIVER_VARIABLES } from "../introspect/driver_variables.ts";

/** Folders an engine may touch. */
export interface EngineScope {
  read: string[];
  write: string[];
}

/** The corpus root to read; the `.ragraf` folder and the user's ragraf folder to read and write. */
export function engineScope(root: string, dir: string, home: string): EngineScope {
  return { read: [root, dir, home], write: [dir, home] };
}

/** Those folders and nothing else: no network, no environment, no programs, no libraries, no code. */
export function enginePermissions(scope: EngineScope): Deno.PermissionOptionsObject {
  return {
    read: scope.read,
    write: scope.write,
    net: false,
    env: false,
    run: false,
    ffi: false,
    sys: false,
    import: false,
  };
}

/** Bytes come in by message, rows go out. */
export const PARSER_PERMISSIONS: Deno.PermissionOptions = "none";

/** One host and port, and the names that the PostgreSQL driver looks up; no file, no program, nothing else to reach. */
export function introspectPermissions(host: string, port: number): Deno.PermissionOptionsObject {
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  return {
    read: false,
    write: false,
    net: [address],
    env: [...DRIVER_VARIABLES],
    run: false,
    ffi: false,
    sys: false,
    import: false,
  };
}
