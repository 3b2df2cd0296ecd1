// The front doors: what the command line and the server add, leave out and promise. FT-15, FT-16, FT-22, NFR-1, NFR-7 and
// NFR-10, with the real program.

import assert from "node:assert/strict";
import { OPERATIONS } from "../../mod.ts";
import { ASSETS, ENTRIES } from "../../tools/bundle.ts";
import { stageGrammars } from "../../wasm/stage.ts";
import {
  ask,
  copyTree,
  filesUnder,
  type Outcome,
  Place,
  type Result,
  ROOT,
  runProcess,
  withoutTiming,
} from "./harness.ts";

const ENVELOPE = [
  "capability",
  "drift",
  "found",
  "freshness",
  "index_rev",
  "limits",
  "op",
  "provenance",
  "result",
  "stale_warnings",
];

function missingFields(answer: Result): string[] {
  return ENVELOPE.filter((key) => !(key in (answer ?? {})));
}

Deno.test("FT-22: tools are named after operations, and the command line prints what the server answers", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  await using server = await place.mcp();
  const { tools } = await server.client.request("tools/list", {}) as { tools: { name: string }[] };
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["ragraf_ensure", ...OPERATIONS.map((o) => `ragraf_${o.name}`)],
  );
  for (const { name, example, positional } of OPERATIONS) {
    // The journal grows with every call: an empty stretch of it is the same on every channel.
    const input: Record<string, unknown> = name === "usage" ? { since: "2999-01-01" } : example;
    const args = Object.entries(input).flatMap(([key, value]) => {
      const words = Array.isArray(value) ? value.join(",") : String(value);
      return key === positional ? [words] : [`--${key.replaceAll("_", "-")}`, words];
    });
    const { envelope, code } = await place.cli(["query", name, ...args]);
    assert.equal(code, 0, name);
    const served = withoutTiming(await server.ask(name, input));
    assert.deepEqual(withoutTiming(envelope), served, name);
    assert.deepEqual(withoutTiming(await ask(project, name, input)), served, name);
  }
});

Deno.test("FT-15: both front doors refuse a graph query, the command line with exit code 3", async () => {
  await using place = Place.make();
  await place.ensured();
  const statement = "MATCH (c:Class)-[:CALLS]->(m) RETURN m";
  for (const op of ["search", "symbol"]) {
    const { envelope, code, stderr } = await place.cli(["query", op, statement]);
    assert.deepEqual([code, envelope.problem?.code, envelope.result], [3, "QUERY_LANGUAGE", null], op);
    assert.match(stderr, /query language/, op);
  }
  await using server = await place.mcp();
  const refused = await server.client.request("tools/call", {
    name: "ragraf_search",
    arguments: { query: 'cpg.method.name("add").caller.l' },
  });
  assert.equal(refused.isError, true);
  assert.equal((refused.structuredContent as Result).problem.code, "QUERY_LANGUAGE");
  const text = await server.ask("search", { query: "does match (true) return the price" });
  assert.equal(text.problem, undefined);
});

Deno.test("FT-16: every answer on every channel carries the whole envelope", async (t) => {
  await using place = Place.make();
  const lacking: Record<string, string[]> = {};
  const note = (what: string, answer: Result) => {
    const missing = missingFields(answer);
    if (missing.length > 0) lacking[what] = missing;
  };
  const commands: [string, string[]][] = [
    ["query, no project", ["query", "symbol", "Cart"]],
    ["init", ["init"]],
    ["query, no index", ["query", "symbol", "Cart"]],
    ["ensure", ["ensure"]],
    ["index", ["index"]],
    ["query", ["query", "symbol", "Cart"]],
    ["query, not found", ["query", "symbol", "NoSuchThing"]],
    ["query, refused", ["query", "search", "MATCH (n) RETURN n"]],
    ["query, unknown operation", ["query", "simbol", "Cart"]],
    ["status", ["status"]],
    ["check", ["check"]],
    ["catalog", ["catalog"]],
    ["doctor", ["doctor"]],
    ["drop", ["drop", "--yes"]],
    ["unknown command", ["indx"]],
  ];
  await t.step("command line", async () => {
    for (const [what, args] of commands) {
      const { stdout } = await place.ragraf(["-p", place.dir, "--json", ...args]);
      note(`cli: ${what}`, JSON.parse(stdout));
    }
  });
  await t.step("server", async () => {
    await using server = await place.mcp();
    const call = async (what: string, tool: string, input: Record<string, unknown>) => {
      const answer = await server.client.request("tools/call", { name: tool, arguments: input });
      const { structuredContent, content } = answer as {
        structuredContent: Result;
        content: { text: string }[];
      };
      note(`mcp: ${what}`, structuredContent);
      assert.deepEqual(JSON.parse(content[0]!.text), structuredContent, what);
      return structuredContent;
    };
    await call("no index", "ragraf_symbol", { name: "Cart" });
    const built = await call("ensure", "ragraf_ensure", {});
    for (const { name, example } of OPERATIONS) {
      const answer = await call(name, `ragraf_${name}`, example);
      assert.equal(answer.capability, built.capability, `${name}: one revision has one capability`);
    }
    await call("not found", "ragraf_symbol", { name: "NoSuchThing" });
    await call("bad input", "ragraf_symbol", { nam: "Cart" });
    await call("surplus input", "ragraf_ensure", { dir: "/" });
  });
  assert.deepEqual(lacking, {});
});

Deno.test("NFR-7: doctor prints the pinned versions, and they are those of deno.json", async () => {
  await using place = Place.make();
  const config = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`));
  const pinned: Record<string, string> = {};
  for (const target of Object.values<string>(config.imports)) {
    const [, name, version] = /^npm:((?:@[\w.-]+\/)?[\w.-]+)@([^/]+)/.exec(target)!;
    pinned[name!] = version!;
  }
  const json = await place.ragraf(["doctor", "--json"]);
  assert.equal(json.code, 0, json.stderr);
  const { result } = JSON.parse(json.stdout);
  assert.deepEqual(result.dependencies, pinned);
  assert.equal(result.versions.ragraf, config.version);
  assert.equal(result.versions.deno, Deno.version.deno);
  for (const grammar of result.grammars) assert.equal(grammar.version, pinned[grammar.package], grammar.name);
  const text = (await place.ragraf(["doctor"])).stdout;
  for (const [name, version] of Object.entries({ ...pinned, ragraf: config.version })) {
    assert.match(
      text,
      new RegExp(`${name.replaceAll(/[/.@-]/g, "\\$&")}\\s+${version.replaceAll(".", "\\.")}`),
      name,
    );
  }
});

Deno.test("NFR-10: nothing is written outside .ragraf and the user's ragraf folder, and git sees nothing", async () => {
  await using place = Place.make();
  const git = async (...args: string[]): Promise<Outcome> => {
    const outcome = await runProcess(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args],
      {
        cwd: place.dir,
      },
    );
    assert.equal(outcome.code, 0, outcome.stderr);
    return outcome;
  };
  await git("init", "-q");
  await git("add", "-A", "-f");
  await git("commit", "-q", "-m", "sample");
  const outside = () =>
    filesUnder(place.top).filter((p) => !p.startsWith("shop/.ragraf/") && !p.startsWith("home/"));
  const before = outside();
  const denoDir = JSON.parse((await runProcess(Deno.execPath(), ["info", "--json"])).stdout).denoDir;
  for (const folder of ["user", "tmp"]) Deno.mkdirSync(`${place.top}/${folder}`);
  const env = { HOME: `${place.top}/user`, TMPDIR: `${place.top}/tmp`, DENO_DIR: denoDir };
  const runs = [
    ["ensure"],
    ["query", "symbol", "Cart"],
    ["query", "live_read", "README.md"],
    ["query", "repo_map"],
    ["index"],
    ["doctor"],
    ["mcp"],
    ["drop", "--yes"],
  ];
  for (const args of runs) {
    const { code, stderr } = await place.ragraf(["-p", place.dir, ...args], { env });
    assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
    if (args[0] === "ensure") assert.equal(place.read(".ragraf/.gitignore"), "*\n");
    assert.equal((await git("status", "--porcelain", "--untracked-files=all")).stdout, "", args.join(" "));
  }
  assert.deepEqual(outside(), before);
  assert.deepEqual(filesUnder(place.home).filter((p) => !p.startsWith("catalog.")), []);
});

const isRoot = Deno.build.os !== "windows" && Deno.uid() === 0;
const NOBODY = 65534;

Deno.test("NFR-1: every command works for a user without rights, who owns nothing but the project", async () => {
  await using place = Place.make();
  const program = `${place.top}/program`;
  await stageGrammars();
  for (const asset of ASSETS) copyTree(`${ROOT}${asset}`, `${program}/${asset}`);
  const bundled = await runProcess(
    Deno.execPath(),
    ["bundle", "--quiet", "--platform", "deno", "--code-splitting", "--outdir", program, ...ENTRIES],
    { cwd: ROOT },
  );
  assert.equal(bundled.code, 0, bundled.stderr);
  Deno.writeTextFileSync(
    `${program}/deno.json`,
    '{ "unstable": ["worker-options"], "nodeModulesDir": "none" }\n',
  );
  const user = `${place.top}/user`;
  Deno.mkdirSync(user);
  if (isRoot) {
    Deno.chmodSync(place.top, 0o755);
    for (const folder of [place.dir, user]) await giveTo(folder, NOBODY);
  } else assert.notEqual(Deno.build.os === "windows" ? 1 : Deno.uid(), 0);
  const env = {
    HOME: user,
    TMPDIR: user,
    DENO_DIR: `${user}/deno`,
    XDG_DATA_HOME: "",
    RAGRAF_HOME: "",
    NO_COLOR: "1",
  };
  const run = (args: string[], input = "") => {
    const command = [Deno.execPath(), "run", "-A", "--cached-only", `${program}/main.js`, ...args];
    const lowered = [
      "setpriv",
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      "--clear-groups",
      "--no-new-privs",
      ...command,
    ];
    const [first, ...rest] = isRoot ? lowered : command;
    return runProcess(first!, rest, { cwd: place.dir, env, input });
  };
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "ragraf_symbol", arguments: { name: "Cart" } },
  };
  const runs: [string[], RegExp, string?][] = [
    [["init"], /project\.yaml/],
    [["ensure"], /rev-0001/],
    [["query", "symbol", "Cart"], /src\/Shop\/Cart\.php/],
    [["query", "live_read", "README.md"], /Sample shop/],
    [["index"], /rev-0002/],
    [["reindex"], /rev-0003/],
    [["status"], /rev-0003/],
    [["check"], /rev-0003|fresh/],
    [["catalog"], /shop/],
    [["export", "--format", "jsonl"], /"t":"rev"/],
    [["doctor"], /nothing essential is missing/],
    [["mcp"], /App\\\\+Shop\\\\+Cart/, `${JSON.stringify(call)}\n`],
    [["drop", "--yes"], /revs/],
  ];
  for (const [args, expected, input] of runs) {
    const { code, stdout, stderr } = await run(args, input);
    assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
    assert.match(stdout, expected, args.join(" "));
  }
  const written = filesUnder(user).filter((path) => !path.startsWith("deno/"));
  assert.ok(written.length > 0 && written.every((path) => /(?:^|\/)ragraf\//.test(path)), written.join(" "));
  if (isRoot) {
    const owners = filesUnder(`${place.dir}/.ragraf`).map((path) =>
      Deno.statSync(`${place.dir}/.ragraf/${path}`).uid
    );
    assert.ok(owners.every((uid) => uid === NOBODY), "all of the index belongs to the user");
  }
});

async function giveTo(folder: string, user: number): Promise<void> {
  await Deno.chown(folder, user, user);
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) await giveTo(`${folder}/${entry.name}`, user);
    else await Deno.chown(`${folder}/${entry.name}`, user, user);
  }
}
