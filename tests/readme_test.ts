// The README shows real answers: its console block is run on a copy of the sample and compared line by line. Only what
// depends on the machine is normalised: the time of a build and the folder.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

interface Example {
  command: string;
  output: string;
}

function examples(): Example[] {
  const block = /```console\n([\s\S]*?)```/.exec(Deno.readTextFileSync(`${ROOT}README.md`))![1]!;
  return block.split(/^\$ /m).slice(1).map((part) => {
    const end = part.indexOf("\n");
    return { command: part.slice(0, end), output: normalise(part.slice(end + 1)) };
  });
}

function normalise(text: string): string {
  return text.replace(/^\S+\/shop:/m, "shop:").replace(/built in [\d.]+ s/, "built in N s").trim();
}

function copy(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const entry of Deno.readDirSync(from)) {
    if (entry.name === ".ragraf") continue;
    if (entry.isDirectory) copy(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else Deno.copyFileSync(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}

/** Words of a command line; double quotes hold words together. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2]!);
}

Deno.test("the README's answers are what the program prints", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const shop = `${folder}/shop`;
    copy(`${ROOT}tests/fixtures/sample`, shop);
    const all = examples();
    assert.ok(all.length >= 5);
    for (const { command, output } of all) {
      const [program, ...args] = words(command);
      assert.equal(program, "ragraf");
      const ran = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--config", `${ROOT}deno.json`, `${ROOT}main.ts`, ...args],
        cwd: shop,
        env: { RAGRAF_HOME: `${folder}/home`, NO_COLOR: "1" },
        stdin: "null",
      }).output();
      assert.equal(normalise(new TextDecoder().decode(ran.stdout)), output, `$ ${command}`);
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("the README's tasks exist", () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`)) as {
    tasks: Record<string, string>;
  };
  const named = [...Deno.readTextFileSync(`${ROOT}README.md`).matchAll(/(?:deno(?:@2\.7\.11)?) task (\w+)/g)]
    .map((m) => m[1]!);
  assert.ok(named.length > 4);
  for (const name of named) assert.ok(name in tasks, `deno task ${name}`);
});
