// Which paths belong to the corpus: one line a case.

import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { createSelector, type SelectionConfig } from "../../lib/corpus/select.ts";

function reasonOf(path: string, config: Partial<SelectionConfig> = {}): string {
  const selector = createSelector({ ...DEFAULTS, ...config });
  const segments = path.split("/");
  for (let i = 1; i < segments.length; i++) {
    const decision = selector.decideDir(segments.slice(0, i).join("/"));
    if (!decision.enter) return decision.reason;
  }
  if (path.endsWith("/")) return "entered";
  const decision = selector.decideFile(path);
  return decision.selected ? decision.language : decision.reason;
}

function table(name: string, cases: [string, string][], config: Partial<SelectionConfig> = {}): void {
  Deno.test(name, () => {
    for (const [path, expected] of cases) assert.equal(reasonOf(path, config), expected, path);
  });
}

table("FT-37: a language is known by the name", [
  ["index.php", "php"],
  ["INDEX.PHP", "php"],
  ["src/a.inc", "php"],
  ["sites/all/modules/shop/shop.module", "php"],
  ["view.phtml", "php"],
  ["docs/README.md", "markdown"],
  ["schema.sql", "sql"],
  ["a.b.php", "php"],
  ["logo.png", "extension"],
  ["artisan", "extension"],
  [".php", "extension"],
  [".php_cs.php", "php"],
  ["имя файла.php", "php"],
  ["a/'q\"uote/x.php", "php"],
]);

table("FT-39: a secret without a language is called a secret, other names are not asked", [
  [".env", "secret"],
  [".ENV", "secret"],
  [".env.local", "secret"],
  ["sub/.npmrc", "secret"],
  ["id_rsa", "secret"],
  ["keys/server.key", "secret"],
  ["keys/server.PEM", "secret"],
  ["deploy.vault", "secret"],
  [".editorconfig", "extension"],
  [".env.bak", "mandatory:backup"],
  ["Makefile", "extension"],
  ["logo.png", "extension"],
  ["private/logo.gif", "extension"],
], { secrets_exclude: ["*.vault", "/logo.gif", "/.x/*"] });

table("FT-37: extensions and whole names are configurable", [
  ["artisan", "php"],
  ["bin/console", "extension"],
  ["page.blade.html", "php"],
  ["page.html", "extension"],
  ["x.PHP8", "php"],
  ["x.md", "language:markdown"],
], {
  languages: ["php", "sql"],
  extensions: { php: [".php8", "artisan", ".blade.html"], markdown: [".md"], sql: [".sql"] },
});

table("FT-38: mandatory exclusions", [
  [".ragraf/x.php", "mandatory:ragraf"],
  [".git/hooks/x.php", "mandatory:vcs"],
  ["lib/.svn/x.php", "mandatory:vcs"],
  ["vendor/autoload.php", "mandatory:vendor"],
  ["www/vendor/a/b.php", "mandatory:vendor"],
  ["src/Vendor/Model.php", "php"],
  ["node_modules/x/readme.md", "mandatory:node_modules"],
  ["error.log", "mandatory:log"],
  ["storage/logs/log-2024.php", "mandatory:log"],
  ["app/storage/logs/x.php", "mandatory:log"],
  ["src/Log/Writer.php", "php"],
  ["includes/log/entry.php", "php"],
  ["shop_bak/x.php", "mandatory:backup"],
  ["shop_bak.php", "mandatory:backup"],
  ["shop_BAK2.php", "mandatory:backup"],
  ["shop.php_bak", "mandatory:backup"],
  ["shop.bak.php", "mandatory:backup"],
  ["shop.php.bak", "mandatory:backup"],
  ["shop.php~", "mandatory:backup"],
  ["shop.orig.php", "mandatory:backup"],
  ["_bak_2024/x.php", "mandatory:backup"],
  ["backup-2024-01-02/x.php", "mandatory:backup"],
  ["src/shop_bakery.php", "php"],
  ["backup/moodle2/x.php", "php"],
  ["src/Backup.php", "php"],
  [".claude/notes.md", "mandatory:agent"],
  [".cursor/rules/x.md", "mandatory:agent"],
  [".aider.chat.history.md", "mandatory:agent"],
  ["CLAUDE.md", "mandatory:agent"],
  ["docs/AGENTS.md", "mandatory:agent"],
  [".idea/x.php", "mandatory:editor"],
  [".github/CONTRIBUTING.md", "markdown"],
]);

table("FT-38: no configuration switches a mandatory exclusion off", [
  ["vendor/x.php", "mandatory:vendor"],
  ["x_bak.php", "mandatory:backup"],
  ["x.log", "mandatory:log"],
], {
  include: ["**/*.php", "vendor/**", "*.log"],
  exclude: [],
  extensions: { php: [".php", ".log"], markdown: [".md"], sql: [".sql"] },
});

table("FT-37: exclude patterns", [
  ["a.gen.php", "exclude:*.gen.php"],
  ["deep/er/a.gen.php", "exclude:*.gen.php"],
  ["legacy/x.php", "exclude:legacy"],
  ["src/legacy/x.php", "exclude:legacy"],
  ["src/legacy.php", "php"],
  ["build/x.php", "exclude:/build"],
  ["src/build/x.php", "php"],
  ["x/tests/a.php", "exclude:tests/"],
  ["docs/a.md", "exclude:docs/*.md"],
  ["docs/sub/a.md", "markdown"],
  ["a/fixtures/b/c.php", "exclude:**/fixtures/**"],
  ["q/Öl/x.php", "exclude:q/Öl"],
  ["m/a1.php", "exclude:m/a{1,2}.php"],
  [".hidden/x.php", "exclude:.hidden/**"],
], {
  exclude: [
    "*.gen.php",
    "legacy",
    "/build",
    "tests/",
    "docs/*.md",
    "**/fixtures/**",
    "q/Öl",
    "m/a{1,2}.php",
    ".hidden/**",
  ],
});

table("FT-37: include patterns select, exclude wins", [
  ["src/a.php", "php"],
  ["src/deep/a.php", "php"],
  ["lib/x/a.php", "php"],
  ["lib/y/a.php", "not_included"],
  ["other/a.php", "not_included"],
  ["src/skip/a.php", "exclude:src/skip"],
  ["src/a.png", "extension"],
  ["top.php", "php"],
], { include: ["src/**", "lib/x/", "/top.php"], exclude: ["src/skip"] });

table("FT-39: secrets", [
  [".env.php", "secret"],
  ["app/.env.local.md", "secret"],
  ["conf/wp-config.php", "secret"],
  ["wp-config-sample.php", "php"],
  ["secrets.php", "secret"],
  ["config/Credentials.php", "php"],
  ["src/SecretService.php", "php"],
  ["docs/secrets.md", "markdown"],
  ["sites/default/settings.php", "secret"],
  ["src/settings.php", "php"],
  [".ssh/notes.md", "secret"],
  ["keys/ID_RSA.md", "secret"],
]);

table("FT-39: the configured list replaces the default one, not the patterns that always apply", [
  ["conf/db.php", "secret"],
  ["private/deep/x.php", "secret"],
  ["wp-config.php", "php"],
  [".env.php", "secret"],
], { secrets_exclude: ["conf/db.php", "private/"] });
