// The version of this program and of what it is made of, read from the one file that pins them.

import config from "../../deno.json" with { type: "json" };

export const VERSION: string = config.version;

/** Pinned third-party packages: `[name, version]`, from the import map, each package once. */
export const DEPENDENCIES: readonly (readonly [string, string])[] = [
  ...new Map(
    Object.values(config.imports).flatMap((target) => {
      const match = /^[a-z]+:(@?[^@]+)@([^/]+)/.exec(target);
      return match ? [[match[1]!, match[2]!] as const] : [];
    }),
  ),
];
