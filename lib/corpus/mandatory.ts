// Exclusions that no configuration can switch off (FT-38): the index's own folder, version control, installed packages,
// logs, backups, and what coding agents and editors leave behind. It decides by names alone and reads nothing.

const DIRECTORIES: Record<string, readonly string[]> = {
  "mandatory:ragraf": [".ragraf"],
  "mandatory:vcs": [".git", ".svn", ".hg", ".bzr", "_darcs", "CVS"],
  "mandatory:vendor": ["vendor", "bower_components", "jspm_packages"],
  "mandatory:node_modules": ["node_modules"],
  "mandatory:agent": [
    ".agents",
    ".aider.tags.cache.v3",
    ".aider.tags.cache.v4",
    ".amazonq",
    ".augment",
    ".claude",
    ".cline",
    ".clinerules",
    ".codegraph",
    ".codex",
    ".continue",
    ".copilot",
    ".crush",
    ".cursor",
    ".gemini",
    ".goose",
    ".junie",
    ".kilocode",
    ".kiro",
    ".opencode",
    ".qodo",
    ".qwen",
    ".roo",
    ".serena",
    ".specstory",
    ".trae",
    ".windsurf",
    ".zencoder",
  ],
  "mandatory:editor": [".idea", ".vscode", ".vs", ".fleet", ".zed"],
  "mandatory:cache": [
    ".cache",
    ".phpunit.cache",
    ".phpstan.cache",
    ".sass-cache",
    "__pycache__",
    ".pytest_cache",
  ],
};

/** Folders that hold logs, by the end of their path. A folder called `log` alone may be source. */
const LOG_DIRECTORIES = [
  "var/log",
  "var/logs",
  "storage/logs",
  "app/logs",
  "application/logs",
  "writable/logs",
  "runtime/logs",
];

const AGENT_FILES = new Set([
  "agents.md",
  "agents.override.md",
  "claude.md",
  "claude.local.md",
  "gemini.md",
  "qwen.md",
  "copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".roorules",
]);

const directoryReasons = new Map<string, string>();
for (const [reason, names] of Object.entries(DIRECTORIES)) {
  for (const name of names) directoryReasons.set(name, reason);
}

/** `shop_bak`, `shop.bak2`, `_bak_2024`, but not `shop_bakery`. */
const BACKUP = /[._-]bak(?![a-z])/i;
const BACKUP_FILE = /[._-]bak(?![a-z])|\.orig(?![a-z])|\.sw[op]$|~$|^#.*#$/i;
const BACKUP_DIRECTORY = /^_?backups?[-_.]?\d{4}|^_backups?$|^bak$/i;

/** Reason why a directory is never entered, or null. `path` is relative, `name` its last segment. */
export function mandatoryDirectory(path: string, name: string): string | null {
  const reason = directoryReasons.get(name);
  if (reason !== undefined) return reason;
  if (name.startsWith(".aider")) return "mandatory:agent";
  if (BACKUP.test(name) || BACKUP_DIRECTORY.test(name)) return "mandatory:backup";
  if (LOG_DIRECTORIES.some((tail) => path === tail || path.endsWith(`/${tail}`))) return "mandatory:log";
  return null;
}

/** Reason why a file whose name starts so is never indexed, or null. The caller has asked for its extension already. */
export function mandatoryFile(name: string): string | null {
  if (BACKUP_FILE.test(name)) return "mandatory:backup";
  if (name.startsWith(".aider") || AGENT_FILES.has(name.toLowerCase())) return "mandatory:agent";
  return null;
}

/** Reason that an extension (with its dot, lower case) carries by itself, or null. */
export function mandatoryExtension(extension: string): string | null {
  if (extension === ".log") return "mandatory:log";
  if (BACKUP_FILE.test(extension)) return "mandatory:backup";
  return null;
}

/** Folders whose files are not even shown live: the index's own and version control, which may hold credentials. */
export function neverShown(path: string): boolean {
  return path.split("/").some((name) => {
    const reason = directoryReasons.get(name) ?? directoryReasons.get(name.toLowerCase());
    return reason === "mandatory:ragraf" || reason === "mandatory:vcs";
  });
}

/** The same rules in words, for the documentation. */
export const MANDATORY_SUMMARY: readonly string[] = [
  ...Object.entries(DIRECTORIES).map(([reason, names]) =>
    `${reason}: folders ${names.map((name) => `\`${name}\``).join(" ")}` +
    (reason === "mandatory:agent"
      ? `, files ${
        [...AGENT_FILES].map((name) => `\`${name}\``).join(" ")
      } and everything that begins with \`.aider\``
      : "")
  ),
  `mandatory:log: \`*.log\`, folders ${LOG_DIRECTORIES.map((name) => `\`${name}\``).join(" ")}`,
  "mandatory:backup: names with `_bak`, `.bak` or `-bak` that no letter follows, `*.orig`, `*.swp`, `*~`, folders called " +
  "`bak`, `_backup`, `backups-2024` and the like",
];
