// Writes everything that is derived from the declaration of the configuration: docs/CONFIG.md, config/project.schema.json
// and config/project.example.yaml. A test compares the files with what this module gives, so they cannot fall behind.
//
//   deno run -A tools/config_doc.ts

import * as z from "zod/mini";
import { ALWAYS_SECRET } from "../lib/corpus/secrets.ts";
import { MANDATORY_SUMMARY } from "../lib/corpus/mandatory.ts";
import { configSchema } from "../lib/project/config_schema.ts";
import { configText } from "../lib/project/init.ts";

/** Path relative to the repository and text of every derived file. */
export function derivedFiles(): Record<string, string> {
  return {
    "config/project.schema.json": jsonSchema(),
    "config/project.example.yaml": example(),
    "docs/CONFIG.md": manual(),
  };
}

interface Json {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Json>;
  items?: Json;
  required?: string[];
}

/** The schema as an editor wants it: every key may be left out. */
function schemaObject(): Json {
  return z.toJSONSchema(configSchema, { io: "input" }) as Json;
}

function jsonSchema(): string {
  const schema = schemaObject();
  delete schema.required;
  const text = { title: "ragraf project configuration", ...schema };
  return JSON.stringify(text, null, 2) + "\n";
}

function example(): string {
  const notes = [
    "A complete configuration: every key with its default value. Copy the lines that you want to change into",
    "`.ragraf/project.yaml`; `ragraf init` writes one that fits your project.",
  ];
  return configText({ project: "shop" }, notes, false);
}

function manual(): string {
  const out = [
    "# Configuration",
    "",
    "<!-- Written by tools/config_doc.ts from lib/project/config_schema.ts. Do not edit. -->",
    "",
    "A project is configured by `.ragraf/project.yaml`; `ragraf init` writes one, and `-p FILE` names another. Every key may",
    "be left out. A mistake stops the command with exit code 2 and names file, line and column; all mistakes are reported at",
    "once. `config/project.example.yaml` shows every key, `config/project.schema.json` lets an editor check the file.",
    "",
    "## Keys",
    "",
    "| key | value | default | meaning |",
    "| --- | --- | --- | --- |",
    ...rows("", schemaObject()),
    "",
    "## Patterns",
    "",
    "`include`, `exclude` and `secrets_exclude` take globs over paths relative to the root, with `/` on every platform.",
    "",
    "| pattern | matches |",
    "| --- | --- |",
    "| `*.gen.php` | without a slash: files and folders of that name at any depth |",
    "| `docs/*.md` | with a slash: from the root |",
    "| `/build` | a leading slash anchors a single name at the root |",
    "| `tests/` | a final slash: folders only, at any depth |",
    "| `**/fixtures/**` | `**` is any number of folders |",
    "| `*.{php,inc}` | one of several |",
    "",
    "A folder that matches covers everything below it. Letter case counts. There is no negation: what `exclude` matches is out,",
    "whatever `include` says.",
    "",
    "## What is always left out",
    "",
    "These exclusions cannot be switched off:",
    "",
    ...MANDATORY_SUMMARY.map((line) => `- ${line}`),
    "",
    "Symbolic links are not followed: what they point to inside the root is indexed under its own path, what lies outside is not",
    "part of the project. Loops and dangling links are counted. `ragraf query why_not PATH` says which rule left a file out.",
    "",
    "Of git's ignore rules those in `.gitignore` files inside the root are honoured; `.git/info/exclude` and a user's global",
    "list are not, and a tracked file that a rule matches is left out too. Set `gitignore: false` to ignore them all.",
    "",
    "## Secrets",
    "",
    "A file that may hold secrets is never opened: its content reaches no store, no log and no answer, and `live_read` refuses it.",
    "Files are excluded as a whole and not masked, because a masked file still tells what it hides. These patterns always apply,",
    "without regard to letter case:",
    "",
    `${ALWAYS_SECRET.map((p) => `\`${p}\``).join(" ")}`,
    "",
    "`secrets_exclude` adds source files that hold credentials. Its default names files that do so by convention (WordPress,",
    "MediaWiki, Magento, Drupal, Laminas, Roundcube, and any `secrets.*` or `credentials.*`). Class files such as",
    "`SecretService.php` or `Credentials.php` are ordinary source. A file called `config.php` is source in most projects: if yours",
    "holds a password, add it to the list, with the default entries that you need.",
    "",
  ];
  return out.join("\n");
}

function rows(prefix: string, schema: Json): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const key = `${prefix}${name}`;
    if (value.properties) return rows(`${key}.`, value);
    const fallback = key === "project" ? "the folder's name" : list(value.default);
    return [`| \`${key}\` | ${kind(value)} | ${fallback} | ${value.description ?? ""} |`];
  });
}

function kind(value: Json): string {
  if (value.enum) return value.enum.map((v) => `\`${v}\``).join(", ");
  if (value.type === "array") return value.items?.enum ? `list of ${kind(value.items)}` : "list";
  if (value.type === "integer") return `${value.minimum} to ${value.maximum}`;
  return value.type === "boolean" ? "`true`, `false`" : "text";
}

function list(value: unknown): string {
  if (!Array.isArray(value)) return `\`${String(value)}\``;
  return value.length === 0 ? "empty" : value.map((v) => `\`${v}\``).join(" ");
}

if (import.meta.main) {
  const check = Deno.args.includes("--check");
  for (const [path, text] of Object.entries(derivedFiles())) {
    const file = new URL(`../${path}`, import.meta.url);
    if (!check) await Deno.writeTextFile(file, text);
    else if (await Deno.readTextFile(file).catch(() => "") !== text) {
      console.error(`${path} is out of date: run \`deno task docs\``);
      Deno.exitCode = 1;
    }
  }
}
