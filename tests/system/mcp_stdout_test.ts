// Nothing but JSON-RPC on standard output: in a working session and in three starts that fail. Kind of trouble: text on
// standard output that is not protocol, at start, on failure, from a library.

import assert from "node:assert/strict";
import { OPERATIONS } from "../../lib/ops/mod.ts";
import { type Outcome, Sample } from "./sample.ts";

interface Message {
  jsonrpc: string;
  id?: number | null;
  result?: {
    isError?: boolean;
    structuredContent?: { problem?: { code: string; hint: string }; index_rev: string };
  };
}

const REQUESTS = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
  { id: 3, method: "tools/call", params: { name: "ragraf_symbol", arguments: { name: "Cart" } } },
];

function lines(requests: readonly Record<string, unknown>[]): string {
  return requests.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`).join("");
}

/** Every line of standard output is a JSON-RPC message; they are returned by id. */
function protocolOnly({ stdout }: Outcome): Map<Message["id"], Message> {
  assert.ok(stdout === "" || stdout.endsWith("\n"));
  const messages = stdout.split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line) as Message
  );
  for (const message of messages) assert.equal(message.jsonrpc, "2.0");
  return new Map(messages.map((message) => [message.id, message]));
}

Deno.test("MCP: a working session writes protocol only and ends with 0", async () => {
  await using sample = await Sample.make(false);
  const calls = OPERATIONS.map((o, i) => ({
    id: 100 + i,
    method: "tools/call",
    params: { name: `ragraf_${o.name}`, arguments: o.example },
  }));
  const ensure = {
    id: 50,
    method: "tools/call",
    params: { name: "ragraf_ensure", _meta: { progressToken: 1 } },
  };
  const first = await sample.ragraf(["mcp"], lines([...REQUESTS.slice(0, 2), ensure]));
  assert.equal(first.code, 0, first.stderr);
  assert.equal(protocolOnly(first).get(50)?.result?.structuredContent?.index_rev, "rev-0001");
  const session = await sample.ragraf(["mcp"], `not json\n${lines([...REQUESTS, ...calls])}`);
  assert.equal(session.code, 0, session.stderr);
  const answers = protocolOnly(session);
  for (const { id } of calls) assert.notEqual(answers.get(id)?.result?.isError, true, `${id}`);
  // The line that is not JSON is answered too, without an id.
  assert.equal((answers.get(null) as unknown as { error: { code: number } }).error.code, -32700);
  assert.equal(answers.size, 4 + calls.length);
});

Deno.test("MCP: without an index every tool names ragraf_ensure", async () => {
  await using sample = await Sample.make(false);
  const outcome = await sample.ragraf(["mcp"], lines(REQUESTS));
  assert.equal(outcome.code, 0);
  const { result } = protocolOnly(outcome).get(3)!;
  assert.equal(result?.isError, true);
  assert.match(result!.structuredContent!.problem!.hint, /ragraf_ensure/);
});

Deno.test("MCP, failing start: a directory that does not exist", async () => {
  await using sample = await Sample.make(false);
  const outcome = await sample.ragraf(["-p", `${sample.dir}/nowhere`, "mcp"], lines(REQUESTS));
  const answers = protocolOnly(outcome);
  assert.ok(answers.get(1)?.result);
  const { isError, structuredContent } = answers.get(3)!.result!;
  assert.equal(isError, true);
  assert.match(structuredContent!.problem!.hint, /start this server again with `-p`/);
  assert.doesNotMatch(structuredContent!.problem!.hint, /ragraf_ensure/);
  assert.equal(outcome.code, 0);
});

Deno.test("MCP, failing start: a configuration that is not valid", async () => {
  await using sample = await Sample.make();
  await Deno.writeTextFile(`${sample.dir}/.ragraf/project.yaml`, "projekt: [\n");
  const outcome = await sample.ragraf(["mcp"], lines(REQUESTS));
  const answers = protocolOnly(outcome);
  assert.ok(answers.get(1)?.result);
  assert.equal(answers.get(3)?.result?.isError, true);
  assert.equal(outcome.code, 0);
});

Deno.test("MCP, failing start: a .ragraf that cannot be read as an index", async () => {
  await using sample = await Sample.make();
  for (const entry of [...Deno.readDirSync(`${sample.dir}/.ragraf/revs/rev-0001`)]) {
    await Deno.writeTextFile(`${sample.dir}/.ragraf/revs/rev-0001/${entry.name}`, "not a database");
  }
  await Deno.writeTextFile(`${sample.dir}/.ragraf/control.sqlite`, "not a database either");
  const outcome = await sample.ragraf(["mcp"], lines(REQUESTS));
  const answers = protocolOnly(outcome);
  assert.ok(answers.get(1)?.result);
  assert.equal(answers.get(3)?.result?.isError, true);
  assert.equal(outcome.code, 0);
});

Deno.test("MCP, failing start: wrong options say nothing on standard output", async () => {
  await using sample = await Sample.make(false);
  for (const args of [["mcp", "--bogus"], ["--json", "mcp", "extra"], ["mcp", "--profile", "none"]]) {
    const { code, stdout, stderr } = await sample.ragraf(args);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /^ragraf: /);
  }
});
