// What is never read, whatever the configuration says (FT-39): key material and files that exist to hold credentials.
// A file that matches is not opened at all, so its content cannot reach a store, a log or an answer.

import { compileGlobs } from "./globs.ts";

/** Always secret; matched without regard to case. `secrets_exclude` of the configuration adds to it. */
export const ALWAYS_SECRET: readonly string[] = [
  ".env",
  ".env.*",
  "*.env",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".htpasswd",
  ".netrc",
  ".pgpass",
  ".my.cnf",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  "auth.json",
  ".aws/",
  ".ssh/",
  ".gnupg/",
];

export interface SecretRules {
  /** The pattern that makes this entry secret, null when none does. Directories above are not asked. */
  entry(path: string, name: string, isDirectory: boolean): string | null;
  /** The pattern that makes the path or a directory above it secret, null when none does. */
  covering(path: string): string | null;
}

export function secretRules(configured: readonly string[]): SecretRules {
  const always = compileGlobs(ALWAYS_SECRET, { ignoreCase: true });
  const own = compileGlobs(configured);
  return {
    entry: (path, name, isDirectory) =>
      always.entry(path, name, isDirectory) ?? own.entry(path, name, isDirectory),
    covering: (path) => always.covering(path, false) ?? own.covering(path, false),
  };
}
