// The single declaration of `.ragraf/project.yaml` (FT-37). Validation, the JSON schema, docs/CONFIG.md and the text that
// `ragraf init` writes are derived from it. It knows what a value may be, not where the file is or what is on the disk.

import * as z from "zod/mini";
import { DEFAULTS } from "../../config/defaults.ts";
import { DSN_SOURCE } from "../introspect/dsn_source.ts";

/** A key with its default and what it means, in one or two sentences. */
function key<T extends z.ZodMiniType>(type: T, value: z.util.NoUndefined<z.output<T>>, description: string) {
  const withDefault = z._default(type, value);
  z.globalRegistry.add(withDefault, { description });
  return withDefault;
}

function section<T extends z.core.$ZodLooseShape>(shape: T, description: string) {
  const object = z.strictObject(shape);
  z.globalRegistry.add(object, { description });
  return object;
}

const glob = z.string().check(
  z.minLength(1),
  z.refine((g: string) => globError(g) === null, { error: badGlob }),
);
const globs = z.array(glob);
const extension = z.string().check(
  z.refine((e: string) => /^[^/\\\s*?]+$/.test(e) && e !== ".", {
    error: "must be an extension with its dot, such as `.php`, or a whole file name, such as `artisan`",
  }),
);
const extensions = z.array(extension);
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** Every key of the file. Each is optional. */
export const configSchema = z.strictObject({
  project: key(
    z.string().check(
      z.regex(/^[^\s/\\:*?"<>|][^/\\:*?"<>|\n]*$/, 'must be a name without / \\ : * ? " < > |'),
      z.maxLength(100),
    ),
    "",
    "Name of the project in the catalog. Without it the name of the project's folder is taken.",
  ),
  root: key(
    z.string().check(z.minLength(1)),
    DEFAULTS.root,
    "The folder to index, relative to the project's folder (the one that holds `.ragraf`).",
  ),
  languages: key(
    z.array(z.enum(["php", "markdown", "sql"])).check(z.minLength(1)),
    [...DEFAULTS.languages],
    "What to index. Files of the other languages are left out.",
  ),
  include: key(
    globs,
    [...DEFAULTS.include],
    "Patterns of the files to index. Empty means every file whose extension a language claims; a pattern does not add extensions.",
  ),
  exclude: key(
    globs,
    [...DEFAULTS.exclude],
    "Patterns of files and folders to leave out, in addition to the mandatory exclusions. A list given here replaces the default one.",
  ),
  secrets_exclude: key(
    globs,
    [...DEFAULTS.secrets_exclude],
    "Patterns of files that may hold secrets. They are never opened. A list given here replaces the default one; the patterns that always apply stay.",
  ),
  gitignore: key(
    z.boolean(),
    DEFAULTS.gitignore,
    "Leave out what the `.gitignore` files inside the root ignore.",
  ),
  extensions: section({
    php: key(
      extensions,
      [...DEFAULTS.extensions.php],
      "Extensions of PHP files, with the dot, or whole file names without one (`artisan`).",
    ),
    markdown: key(extensions, [...DEFAULTS.extensions.markdown], "Extensions of Markdown files."),
    sql: key(extensions, [...DEFAULTS.extensions.sql], "Extensions of SQL files."),
  }, "Which file names belong to which language. Letter case of extensions does not matter."),
  max_file_bytes: key(
    whole(1024, 1024 * 1024 * 1024),
    DEFAULTS.max_file_bytes,
    "A larger file is listed as `skipped` with the reason `too_large`; its content is not indexed.",
  ),
  chunk: section({
    max_tokens: key(
      whole(64, 8192),
      DEFAULTS.chunk.max_tokens,
      "Longest piece of text that is searched as one, in tokens.",
    ),
  }, "How files are cut for search."),
  retain_revs: key(
    whole(1, 1000),
    DEFAULTS.retain_revs,
    "How many revisions of the index are kept. The history is never deleted.",
  ),
  freshness: section({
    policy: key(
      z.enum(["reindex", "warn", "error"]),
      DEFAULTS.freshness.policy,
      "What happens when files differ from the index: `reindex` updates it and then answers, `warn` answers with a warning, `error` refuses.",
    ),
    full_from_files: key(
      whole(1, 1_000_000),
      DEFAULTS.freshness.full_from_files,
      "From this many changed files on, the code property graph is rebuilt as well.",
    ),
    full_after_minutes: key(
      whole(0, 525_600),
      DEFAULTS.freshness.full_after_minutes,
      "A code property graph older than this is rebuilt when files have changed. Minutes.",
    ),
  }, "What an answer does about changed files."),
  db: section({
    dialect: key(
      z.enum(["auto", "mysql", "mariadb", "postgresql", "sqlite"]),
      DEFAULTS.db.dialect,
      "The database that the SQL files are for; `auto` finds out from the files.",
    ),
    dsn_from: key(
      z.string().check(
        z.refine((source: string) => source === "" || DSN_SOURCE.test(source), {
          error:
            "must be env:NAME, file:PATH or file:PATH#KEY: where the address is, never the address itself",
        }),
      ),
      DEFAULTS.db.dsn_from,
      "Where the address of a running database is found: `env:NAME`, `file:PATH` or `file:PATH#KEY` (a line `KEY=value`); never the address itself. `ragraf index` then reads its information_schema, which has the last word over the migrations. Empty: no database is asked.",
    ),
    information_schema: key(
      z.string(),
      DEFAULTS.db.information_schema,
      "A file with exported rows of information_schema.columns (CSV or JSON), relative to the project's folder, for those who may not connect. It counts as the running database does.",
    ),
    timeout_seconds: key(
      whole(1, 600),
      DEFAULTS.db.timeout_seconds,
      "How long the database may take to answer.",
    ),
  }, "The database schema in the project's migrations."),
  cpg: section({
    enabled: key(
      z.boolean(),
      DEFAULTS.cpg.enabled,
      "Build the code property graph with an external engine, for `slice` and `flow`.",
    ),
  }, "The code property graph."),
  embedding: section({
    provider: key(
      z.enum(["static", "transformers", "none"]),
      DEFAULTS.embedding.provider,
      "`static` is the table inside the executable, `transformers` a model folder on this machine, `none` switches vectors off.",
    ),
    model: key(
      z.string().check(z.minLength(1)),
      DEFAULTS.embedding.model,
      "Name of the static table, or the path of a model folder. Nothing is ever downloaded.",
    ),
  }, "Vectors for search by meaning."),
});

/** Why a glob is refused, or null. */
export function globError(glob: string): string | null {
  if (glob.startsWith("!")) return "negation is not supported: use `include` and `exclude` together";
  if (/^[A-Za-z]:/.test(glob)) return "must be relative to the root";
  if (glob.split("/").includes("..")) return "must not leave the root (`..`)";
  if (glob.length > 1000) return "is too long";
  if (/^[/\s]+$/.test(glob)) return "must name something";
  return null;
}

function badGlob(issue: { input?: unknown }): string {
  return (typeof issue.input === "string" && globError(issue.input)) || "must be a pattern";
}
