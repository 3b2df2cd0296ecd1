// What a project gets when its configuration says nothing. The schema, the documentation and `ragraf init` all take the
// values from here. Nothing in this file is mandatory: exclusions that cannot be switched off are in lib/corpus.

import type { ProjectConfig } from "../lib/facts/config.ts";

/** Defaults of every key except `project`, which is the name of the project's folder. */
export const DEFAULTS: Readonly<Omit<ProjectConfig, "project">> = {
  root: ".",
  languages: ["php", "markdown", "sql"],
  include: [],
  // Generated code: caches and compiled templates of widespread frameworks.
  exclude: [
    "**/var/cache/",
    "**/storage/framework/",
    "**/bootstrap/cache/",
    "templates_c/",
    "**/wp-content/cache/",
    "**/writable/cache/",
  ],
  // Source files that by convention hold credentials. Key files and `.env` are always secret: lib/corpus/secrets.ts.
  secrets_exclude: [
    "wp-config.php",
    "LocalSettings.php",
    "**/app/etc/env.php",
    "**/sites/*/settings.php",
    "**/sites/*/settings.local.php",
    "**/config/autoload/*.local.php",
    "**/config/config.inc.php",
    "secrets.{php,inc,sql,json,yml,yaml,ini}",
    "credentials.{php,inc,sql,json,yml,yaml,ini}",
  ],
  gitignore: true,
  extensions: {
    php: [
      ".php",
      ".inc",
      ".phtml",
      ".module",
      ".install",
      ".theme",
      ".profile",
      ".php3",
      ".php4",
      ".php5",
      ".php7",
    ],
    markdown: [".md", ".markdown"],
    sql: [".sql"],
  },
  // Beyond this the parser needs gigabytes and minutes for dense code, and fails at about 20 MB.
  max_file_bytes: 16 * 1024 * 1024,
  chunk: { max_tokens: 512 },
  retain_revs: 3,
  freshness: { policy: "reindex", full_from_files: 20, full_after_minutes: 15 },
  db: { dialect: "auto", dsn_from: "", information_schema: "", timeout_seconds: 10 },
  cpg: { enabled: false },
  embedding: { provider: "static", model: "static-enru-256" },
};
