// The README's first command: indexes the bundled sample in a temporary folder and asks a few questions, as a new user
// would. It shows the commands it runs and changes nothing in the repository.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SAMPLE = `${ROOT}/tests/fixtures/sample`;

const QUESTIONS = [
  ["query", "symbol", "Cart::add"],
  ["query", "callers", "Cart::add"],
  ["query", "search", "total price before taxes", "--limit", "3"],
  ["query", "search", "сумма прописью", "--limit", "1"],
  ["query", "code", "price_of"],
  ["query", "why_not", "vendor/autoload.php"],
  ["query", "symbol", "Cart::remove"],
];

function copy(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const entry of Deno.readDirSync(from)) {
    if (entry.name === ".ragraf") continue;
    if (entry.isDirectory) copy(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else Deno.copyFileSync(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}

async function ragraf(cwd: string, args: string[]): Promise<number> {
  console.log(`\n$ ragraf ${args.map((a) => /\s/.test(a) ? `"${a}"` : a).join(" ")}`);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config", `${ROOT}/deno.json`, `${ROOT}/main.ts`, ...args],
    cwd,
    env: { RAGRAF_HOME: `${dirname(cwd)}/home` },
    stdin: "null",
  });
  return (await command.spawn().status).code;
}

const folder = Deno.makeTempDirSync({ prefix: "ragraf-demo-" });
try {
  const shop = `${folder}/shop`;
  copy(SAMPLE, shop);
  let worst = await ragraf(shop, ["ensure", "."]);
  for (const question of QUESTIONS) worst = Math.max(worst, await ragraf(shop, question));
  Deno.exitCode = worst;
} finally {
  Deno.removeSync(folder, { recursive: true });
}
