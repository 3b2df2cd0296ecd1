// The executable as a user gets it: one file copied to an empty folder, no PATH, no Deno, no package cache, a home of
// its own. It indexes a small project, answers on the command line and over MCP, and leaves nothing where it should
// not. RAGRAF_BINARY names an executable to test; otherwise one is compiled.

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../tools/bundle.ts";
import { compile } from "../../tools/compile.ts";
import { DENORT_VERSION } from "../../tools/denort.ts";

const SAMPLE = fileURLToPath(new URL("../fixtures/sample/", import.meta.url));
const TIMEOUT_MS = 60_000;

const given = Deno.env.get("RAGRAF_BINARY");
const canCompile = Deno.version.deno === DENORT_VERSION || Deno.env.get("RAGRAF_PLAIN_COMPILE") === "1";

/** An executable that stands alone, and the places it may use. */
interface Installation {
  program: string;
  bin: string;
  home: string;
  temporary: string;
  project: string;
  env: Record<string, string>;
}

interface Sample {
  /** Qualified name of something that the sample declares, and where. */
  symbol: string;
  path: string;
}

Deno.test({
  name: "the executable alone: ensure, query, MCP, and nothing left behind",
  ignore: given === undefined && !canCompile,
  fn: async (t) => {
    const folder = await Deno.makeTempDir({ prefix: "ragraf smoke " });
    try {
      const at = await install(folder);
      const sample = await layOut(at.project);

      await t.step("it starts and says its version", async () => {
        const { stdout } = await run(at, ["--version"]);
        assert.match(stdout, /\d+\.\d+\.\d+/);
      });

      await t.step("ensure builds the index", async () => {
        const report = JSON.parse((await run(at, ["ensure", at.project, "--json"])).stdout);
        assert.ok(report !== null && typeof report === "object");
        assert.ok(isFolder(join(at.project, ".ragraf")), ".ragraf is in the project");
      });

      await t.step("query symbol answers with an envelope", async () => {
        const { stdout } = await run(at, ["-p", at.project, "--json", "query", "symbol", sample.symbol]);
        assertFound(JSON.parse(stdout), sample);
      });

      await t.step("an absent symbol is an answer, not an error", async () => {
        const { stdout } = await run(at, [
          "-p",
          at.project,
          "--json",
          "query",
          "symbol",
          "NoSuchThingAnywhere",
        ]);
        assert.equal(JSON.parse(stdout).found, false);
      });

      await t.step("MCP over standard input and output", async () => {
        const answers = await mcp(at, [
          request(1, "initialize", {
            protocolVersion: "2025-06-18",
            capabilities: {},
            clientInfo: { name: "smoke", version: "1.0.0" },
          }),
          { jsonrpc: "2.0", method: "notifications/initialized" },
          request(2, "tools/list", {}),
          request(3, "tools/call", { name: "ragraf_symbol", arguments: { name: sample.symbol } }),
        ]);
        assert.match(String(answers.get(1)?.serverInfo?.name), /ragraf/i);
        const names = (answers.get(2)?.tools ?? []).map((tool) => tool.name);
        assert.ok(names.includes("ragraf_symbol"), `tools: ${names.join(", ")}`);
        const call = answers.get(3);
        assert.notEqual(call?.isError, true, JSON.stringify(call));
        assertFound(call?.structuredContent ?? JSON.parse(call?.content?.[0]?.text ?? "null"), sample);
      });

      await t.step("it wrote only into its home and the project's .ragraf", () => {
        assert.equal(namesIn(at.bin).length, 1, "beside the executable");
        assert.deepEqual(namesIn(at.temporary), [], "in the temporary folder");
        assert.deepEqual(namesIn(at.home).filter((name) => name !== "ragraf"), [], "in the home folder");
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

async function install(folder: string): Promise<Installation> {
  const made = given ?? await compile(Deno.build.target, await bundle());
  const [bin, home, temporary, project] = ["bin", "home", "tmp", "проект with spaces"].map((n) =>
    join(folder, n)
  );
  for (const path of [bin!, home!, temporary!, project!]) await Deno.mkdir(path);
  const program = join(bin!, Deno.build.os === "windows" ? "ragraf.exe" : "ragraf");
  await Deno.copyFile(made, program);
  await Deno.chmod(program, 0o755).catch(() => {}); // Windows has no modes.
  const env: Record<string, string> = {
    PATH: "",
    HOME: home!,
    USERPROFILE: home!,
    RAGRAF_HOME: join(home!, "ragraf"),
    TMPDIR: temporary!,
    TEMP: temporary!,
    TMP: temporary!,
  };
  const system = Deno.env.get("SystemRoot"); // Windows programs do not start without it.
  if (system) env.SystemRoot = system;
  return { program, bin: bin!, home: home!, temporary: temporary!, project: project!, env };
}

/** The bundled sample, or a project made here while there is none. */
async function layOut(project: string): Promise<Sample> {
  if (isFolder(SAMPLE)) await copyTree(SAMPLE, project);
  await Deno.writeTextFile(
    join(project, "SmokeCart.php"),
    "<?php\n\nnamespace App\\Smoke;\n\nfinal class SmokeCart\n{\n    public function add(int $quantity): self\n" +
      "    {\n        return $this;\n    }\n}\n",
  );
  return { symbol: "App\\Smoke\\SmokeCart::add", path: "SmokeCart.php" };
}

function assertFound(envelope: Record<string, unknown>, sample: Sample): void {
  for (const key of ["op", "index_rev", "capability", "freshness", "limits", "found", "result"]) {
    assert.ok(key in envelope, `the envelope has ${key}: ${JSON.stringify(envelope)}`);
  }
  assert.equal(envelope.op, "symbol");
  assert.equal(envelope.found, true, JSON.stringify(envelope));
  const { matches } = envelope.result as { matches: { fqn: string; path: string; start_line: number }[] };
  assert.equal(matches[0]?.fqn, sample.symbol);
  assert.equal(matches[0]?.path, sample.path);
  assert.equal(matches[0]?.start_line, 7);
}

/** Runs a command to its end; it must succeed. */
async function run(at: Installation, args: string[]): Promise<{ stdout: string }> {
  const output = await new Deno.Command(at.program, {
    args,
    cwd: at.temporary,
    env: at.env,
    clearEnv: true,
    stdin: "null",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).output();
  const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(output.code, 0, `ragraf ${args.join(" ")}: exit code ${output.code}\n${stdout}\n${stderr}`);
  return { stdout: stdout! };
}

interface McpResult {
  serverInfo?: { name: string };
  tools?: { name: string }[];
  isError?: boolean;
  content?: { text: string }[];
  structuredContent?: Record<string, unknown>;
}

function request(id: number, method: string, params: Record<string, unknown>) {
  return { jsonrpc: "2.0", id, method, params };
}

/** Sends the messages in turn, each request after the answer to the one before; results by id. */
async function mcp(at: Installation, messages: readonly object[]): Promise<Map<number, McpResult>> {
  const child = new Deno.Command(at.program, {
    args: ["-p", at.project, "mcp"],
    cwd: at.temporary,
    env: at.env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).spawn();
  const errors = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  const results = new Map<number, McpResult>();
  for (const message of messages) {
    await writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
    if (!("id" in message)) continue;
    while (!results.has(message.id as number)) {
      const { value, done } = await lines.next();
      if (done) {
        assert.fail(`ragraf mcp ended before it answered ${JSON.stringify(message)}\n${await errors}`);
      }
      const answer = JSON.parse(value) as { id?: number; result?: McpResult; error?: unknown };
      assert.equal(answer.error, undefined, value);
      if (answer.id !== undefined && answer.result !== undefined) results.set(answer.id, answer.result);
    }
  }
  await writer.close();
  for await (const rest of lines) JSON.parse(rest); // Nothing but JSON-RPC, to the end.
  const { code } = await child.status;
  assert.equal(code, 0, `ragraf mcp: exit code ${code} at the end of its input\n${await errors}`);
  await errors;
  return results;
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
  return undefined;
}

async function copyTree(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    if (entry.isDirectory) await copyTree(join(from, entry.name), join(to, entry.name));
    else await Deno.copyFile(join(from, entry.name), join(to, entry.name));
  }
}

function namesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), (entry) => entry.name).sort();
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
