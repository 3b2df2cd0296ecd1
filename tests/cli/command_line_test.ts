// The command line over a fake project: exit codes, messages, both output forms.

import assert from "node:assert/strict";
import { Problem, refusal } from "../../lib/base/problem.ts";
import { COMMANDS, run } from "../../lib/cli/mod.ts";
import { captureStreams, envelope, type FakeDoors, fakeDoors, REPORT } from "./fakes.ts";

async function call(line: string[], doors: FakeDoors = fakeDoors(), parts = {}) {
  const streams = captureStreams(parts);
  const exit = await run(line, doors, streams, "/srv/shop");
  return { exit, out: streams.stdout(), err: streams.stderr(), doors };
}

const CASES: { line: string[]; exit: number; out?: RegExp; err?: RegExp }[] = [
  { line: ["--version"], exit: 0, out: /^ragraf \d+\.\d+\.\d+\n$/ },
  { line: [], exit: 2, err: /Usage: ragraf/ },
  { line: ["--help"], exit: 0, out: /Commands:/ },
  { line: ["help", "query", "find"], exit: 0, out: /Usage: ragraf query find NAME/ },
  { line: ["qurey"], exit: 2, err: /unknown command "qurey"\n {2}hint: did you mean `ragraf query`\?/ },
  { line: ["query"], exit: 2, err: /query needs an operation/ },
  { line: ["query", "fnd", "X"], exit: 2, err: /did you mean `ragraf query find`/ },
  {
    line: ["query", "find"],
    exit: 2,
    err: /query find needs NAME\n {2}hint: usage: [^\n]*\n {2}example: ragraf query find/,
  },
  {
    line: ["query", "find", "X", "--limt", "3"],
    exit: 2,
    err: /unknown option --limt\n {2}hint: did you mean --limit/,
  },
  {
    line: ["query", "find", "X", "--limit", "0"],
    exit: 2,
    err: /--limit cannot be 0; allowed: an integer from 1 to 50/,
  },
  {
    line: ["query", "find", "X", "--limit", "a"],
    exit: 2,
    err: /--limit cannot be "a"; allowed: an integer from 1 to 50/,
  },
  { line: ["query", "find", "X", "--limit"], exit: 2, err: /--limit needs a value/ },
  { line: ["query", "find", "X", "--limit", "1", "--limit", "2"], exit: 2, err: /given twice/ },
  { line: ["query", "find", "X", "Y"], exit: 2, err: /unexpected argument "Y"/ },
  {
    line: ["query", "find", "X", "--kinds", "table"],
    exit: 2,
    err: /allowed: a list of one of class, function/,
  },
  { line: ["--jsn", "query"], exit: 2, err: /unknown option --jsn\n {2}hint: did you mean --json/ },
  { line: ["ensure", "a", "-p", "b"], exit: 2, err: /both -p b and the directory a/ },
  { line: ["export", "--format", "xml"], exit: 2, err: /allowed: jsonl/ },
  { line: ["completions", "tcsh"], exit: 2, err: /allowed: bash, zsh, fish, powershell/ },
  { line: ["ensure"], exit: 0, out: /rev-0001 built in 0\.03 s/ },
  { line: ["drop", "--yes"], exit: 0, out: /removed rev\.json, revs; kept project\.yaml/ },
  { line: ["export"], exit: 0, out: /^\{"t":"rev"\}\n\{"t":"file"\}\n$/ },
];

for (const { line, exit, out, err } of CASES) {
  Deno.test(`ragraf ${line.join(" ")} -> ${exit}`, async () => {
    const answer = await call(line);
    assert.equal(answer.exit, exit);
    assert.match(answer.out, out ?? /^$/);
    if (err) assert.match(answer.err, err);
    else assert.equal(answer.err, "");
  });
}

for (const { name } of COMMANDS) {
  Deno.test(`ragraf ${name} --help shows an example`, async () => {
    const { exit, out, doors } = await call([name, "--help"]);
    assert.equal(exit, 0);
    assert.match(out, new RegExp(`Usage: ragraf ${name}`));
    assert.match(out, /Example:\n {2}ragraf /);
    assert.equal(doors.opened.length, 0);
  });
}

Deno.test("FT-22: --json prints the envelope of the operation and nothing else", async () => {
  const { exit, out, err, doors } = await call([
    "--json",
    "query",
    "find",
    "App\\X",
    "--kinds",
    "class,function",
    "--limit=3",
  ]);
  assert.equal(exit, 0);
  assert.equal(err, "");
  assert.deepEqual(JSON.parse(out), envelope());
  assert.equal(out.indexOf("\n"), out.length - 1);
  assert.deepEqual(doors.client.calls, [
    {
      op: "find",
      input: { name: "App\\X", kinds: ["class", "function"], limit: 3 },
      options: { agent: "cli" },
    },
  ]);
});

Deno.test("flags: booleans, their negation, repeated lists, --rev, kebab names of operations", async () => {
  const { doors } = await call([
    "query",
    "find",
    "X",
    "--with-text",
    "--kinds",
    "class",
    "--kinds",
    "function",
    "--rev",
    "rev-0007",
  ]);
  await call(["query", "find", "--no-with-text", "--", "-x"], doors);
  await call(["query", "index-status"], doors);
  assert.deepEqual(doors.client.calls.map((c) => [c.op, c.input, c.options?.rev]), [
    ["find", { name: "X", kinds: ["class", "function"], with_text: true }, "rev-0007"],
    ["find", { name: "-x", with_text: false }, undefined],
    ["index_status", {}, undefined],
  ]);
});

Deno.test("the exit code of an answer is that of its problem; the client is closed", async () => {
  const doors = fakeDoors();
  const problem = {
    code: "STALE",
    message: "the files differ",
    hint: "run `ragraf index`",
    exit: 3 as const,
  };
  doors.client.answer = () => envelope({ found: false, result: null, problem });
  const { exit, out, err } = await call(["query", "find", "X"], doors);
  assert.equal(exit, 3);
  assert.equal(out, "");
  assert.equal(err, "ragraf: the files differ\n  hint: run `ragraf index`\n");
  assert.equal(doors.client.closed, 1);
});

Deno.test("FT-16: a failure with --json is a whole envelope with its problem", async () => {
  const doors = fakeDoors(refusal("NOT_INDEXED", "/srv/shop has no index", "run `ragraf ensure`"));
  const { exit, out, err } = await call(["query", "find", "X", "--json"], doors);
  assert.equal(exit, 3);
  assert.match(err, /ragraf: \/srv\/shop has no index\n {2}hint: run `ragraf ensure`/);
  const answer = JSON.parse(out);
  assert.equal(answer.op, "find");
  assert.equal(answer.problem.code, "NOT_INDEXED");
  for (const key of Object.keys(envelope())) assert.ok(key in answer, key);
});

Deno.test("FT-21: not found is an answer with exit code 0", async () => {
  const doors = fakeDoors();
  doors.client.answer = () =>
    envelope({ found: false, result: { matches: [], total: 0, truncated: false, suggest: "live_read" } });
  const { exit, out } = await call(["query", "find", "X"], doors);
  assert.equal(exit, 0);
  assert.match(out, /^not found\n/);
  assert.match(out, /suggest: +live_read/);
});

Deno.test("a directory argument is an explicit root, never a catalog name", async () => {
  const { doors } = await call(["ensure", "shop"]);
  await call(["index", "../other"], doors);
  await call(["-p", "shop", "ensure"], doors);
  await call(["reindex", "--commit"], doors);
  assert.deepEqual(doors.opened, [
    { ref: "/srv/shop/shop", cwd: "/srv/shop", initialise: true },
    { ref: "/srv/other", cwd: "/srv/shop", initialise: true },
    { ref: "shop", cwd: "/srv/shop", initialise: true },
    { cwd: "/srv/shop" },
  ]);
});

Deno.test("check, status and catalog are the operations they stand for", async () => {
  const { doors } = await call(["check", "--force"]);
  await call(["status"], doors);
  await call(["catalog"], doors);
  assert.deepEqual(doors.client.calls.map((c) => c.op), ["freshness", "index_status", "catalog"]);
  assert.deepEqual(doors.client.calls[0]!.input, { force: true });
});

Deno.test("progress goes to standard error, only on a terminal, and is removed", async () => {
  const quiet = await call(["ensure"]);
  assert.equal(quiet.err, "");
  const shown = await call(["ensure"], fakeDoors(), { errTerminal: true });
  assert.equal(shown.err, "\r\x1b[Kscan  1/2  50%\r\x1b[K");
});

Deno.test("a reader that went away ends a command quietly", async () => {
  const { exit, err } = await call(["export"], fakeDoors(), {
    out: () => Promise.reject(new Deno.errors.BrokenPipe("gone")),
  });
  assert.equal(exit, 0);
  assert.equal(err, "");
});

// Found in a trial: `ragraf export | head -2` ended with «BrokenPipe … this is a defect of ragraf», because the engine's
// client hands back what a writer throws as a Problem.
Deno.test("a reader that went away ends an export quietly, also when the engine wraps it", async () => {
  const doors = fakeDoors();
  doors.client.export = async (write) => {
    try {
      await write('{"t":"rev"}\n');
    } catch (error) {
      throw Problem.from(error);
    }
  };
  const { exit, err } = await call(["export"], doors, {
    out: () => Promise.reject(new Deno.errors.BrokenPipe("gone")),
  });
  assert.equal(exit, 0);
  assert.equal(err, "");
  assert.equal(doors.client.closed, 1);
});

Deno.test("a failure of the engine during an export stays what it is", async () => {
  const doors = fakeDoors();
  doors.client.export = () => Promise.reject(refusal("STALE", "stale", "run `ragraf index`"));
  assert.equal((await call(["export"], doors)).exit, 3);
});

Deno.test("ragraf's own folder is counted in JSON and not told to people", async () => {
  const doors = fakeDoors();
  const skipped = {
    "mandatory:ragraf": { count: 1, examples: [".ragraf/"] },
    secret: { count: 1, examples: [".env"] },
  };
  doors.client.report = () => Promise.resolve({ ...REPORT, skipped });
  const { out } = await call(["ensure"], doors);
  assert.match(out, /left out:\n {2}secret {2}1 {2}for example \.env\n/);
  assert.doesNotMatch(out, /mandatory:ragraf/);
  assert.match((await call(["ensure", "--json"], doors)).out, /mandatory:ragraf/);
  doors.client.answer = () =>
    envelope({ result: { skipped: Object.entries(skipped).map(([reason, s]) => ({ reason, ...s })) } });
  assert.doesNotMatch((await call(["status"], doors)).out, /mandatory:ragraf/);
  assert.match((await call(["status", "--json"], doors)).out, /mandatory:ragraf/);
});

Deno.test("an unexpected exception is an INTERNAL problem; RAGRAF_TRACE shows its stack", async () => {
  const doors = fakeDoors();
  doors.client.answer = () => {
    throw new TypeError("boom");
  };
  const plain = await call(["query", "find", "X"], doors);
  assert.equal(plain.exit, 1);
  assert.match(plain.err, /^ragraf: TypeError: boom\n {2}hint: [^\n]*RAGRAF_TRACE=1[^\n]*\n$/);
  Deno.env.set("RAGRAF_TRACE", "1");
  try {
    assert.match((await call(["query", "find", "X"], doors)).err, /fakes\.ts|command_line_test\.ts/);
  } finally {
    Deno.env.delete("RAGRAF_TRACE");
  }
});

Deno.test("export --output writes a whole file or none", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const path = `${dir}/records.jsonl`;
    const { exit } = await call(["export", "--output", path]);
    assert.equal(exit, 0);
    assert.equal(await Deno.readTextFile(path), '{"t":"rev"}\n{"t":"file"}\n');
    const doors = fakeDoors();
    doors.client.export = () => Promise.reject(refusal("STALE", "stale", ""));
    assert.equal((await call(["export", "--output", `${dir}/none.jsonl`], doors)).exit, 3);
    assert.deepEqual([...Deno.readDirSync(dir)].map((e) => e.name), ["records.jsonl"]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("NFR-7: doctor prints pinned versions and says what is missing", async () => {
  const { exit, out } = await call(["doctor", "--json"]);
  const { result } = JSON.parse(out);
  assert.equal(exit, result.missing.length === 0 ? 0 : 1);
  for (const version of Object.values(result.dependencies)) assert.match(String(version), /^\d+\.\d+\.\d+$/);
  assert.equal(result.sqlite.fts5, true);
  assert.equal(result.project.index_rev, "rev-0001");
  assert.deepEqual(result.engines.map((e: { name: string }) => e.name), ["git", "php", "java", "joern"]);
  const doors = fakeDoors();
  doors.grammars = () =>
    Promise.resolve([{
      name: "php",
      package: "p",
      version: "0",
      sha256: "ab",
      source: "none",
      ok: false,
      problem: { code: "GRAMMAR_MISSING", message: "not there", hint: "fetch it" },
    }]);
  const broken = await call(["doctor"], doors);
  assert.equal(broken.exit, 1);
  assert.match(broken.out, /missing\n {2}grammar php: not there; fetch it/);
});

Deno.test("completions name every command, operation and flag", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { out } = await call(["completions", shell]);
    for (
      const word of [...COMMANDS.map((c) => c.name), "find", "index_status", "with-text", "limit", "rev"]
    ) {
      assert.ok(out.includes(word), `${shell}: ${word}`);
    }
  }
});
