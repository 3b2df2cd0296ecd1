// The protocol server over a fake project and in-memory streams, driven by the official SDK's own client where its
// validation matters and by raw lines where a client would not send them.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client";
import { Problem, refusal, usageProblem } from "../../lib/base/problem.ts";
import { failureEnvelope } from "../../lib/cli/failure.ts";
import { inputFault } from "../../lib/cli/operation_input.ts";
import { serve, type ServeOptions } from "../../lib/mcp/mod.ts";
import type { Envelope } from "../../lib/facts/envelope.ts";
import { envelope, FAKE_OPERATIONS, type FakeDoors, fakeDoors, REPORT } from "../cli/fakes.ts";
import { Pipe, PipeTransport } from "./pipe.ts";

function options(doors: FakeDoors, parts: Partial<ServeOptions> = {}): ServeOptions {
  return {
    cwd: "/srv/shop",
    profile: "default",
    version: "0.0.0",
    operations: doors.operations,
    open: doors.open,
    inputFault,
    failure: failureEnvelope,
    ...parts,
  };
}

interface Answer {
  structuredContent: Envelope;
  content: { type: string; text: string }[];
  isError?: boolean;
}

async function withClient(doors: FakeDoors, use: (client: Client) => Promise<void>): Promise<void> {
  const [input, output] = [new Pipe(), new Pipe(true)];
  const exit = serve(options(doors), input, output);
  const client = new Client({ name: "test-client", version: "1" });
  await client.connect(new PipeTransport(output, input));
  try {
    await use(client);
  } finally {
    input.end();
    assert.equal(await exit, 0);
    await client.close();
  }
}

async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  return await client.callTool({ name, arguments: args }) as unknown as Answer;
}

/** Sends raw lines, ends the input, returns the messages written. */
async function raw(lines: string[], doors: FakeDoors = fakeDoors()): Promise<Record<string, unknown>[]> {
  const [input, output] = [new Pipe(), new Pipe(true)];
  const exit = serve(options(doors), input, output);
  await input.write(new TextEncoder().encode(lines.map((l) => `${l}\n`).join("")));
  input.end();
  assert.equal(await exit, 0);
  return output.text().split("\n").filter((l) => l !== "").map((l) => JSON.parse(l));
}

const INIT =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}';
const FIND =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ragraf_find","arguments":{"name":"X"}}}';

Deno.test("FT-22: tool names match operation names; the structured content is the envelope, the text the same", async () => {
  const doors = fakeDoors();
  await withClient(doors, async (client) => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map((t) => t.name),
      ["ragraf_ensure", ...FAKE_OPERATIONS.map((o) => `ragraf_${o.name}`)],
    );
    for (const tool of tools) {
      assert.equal(tool.annotations?.readOnlyHint, tool.name !== "ragraf_ensure");
      assert.ok(tool.title && tool.description && tool.outputSchema);
    }
    const { structuredContent, content, isError } = await callTool(client, "ragraf_find", {
      name: "X",
      limit: 3,
    });
    assert.deepEqual(structuredContent, envelope());
    assert.deepEqual(JSON.parse(content[0]!.text), structuredContent);
    assert.equal(isError, undefined);
    assert.deepEqual(doors.client.calls[0], {
      op: "find",
      input: { name: "X", limit: 3 },
      options: { agent: "test-client" },
    });
  });
});

Deno.test("FT-16: every failure is an envelope that fits the tool's output schema", async () => {
  const doors = fakeDoors();
  const failures: [() => Envelope, string][] = [
    [() => {
      throw new TypeError("boom");
    }, "INTERNAL"],
    [() => {
      throw usageProblem("BAD_NAME", "no name", "give one");
    }, "BAD_NAME"],
    [
      () =>
        envelope({
          found: false,
          result: null,
          problem: refusal("STALE", "stale", "run `ragraf index`").toData(),
        }),
      "STALE",
    ],
  ];
  await withClient(doors, async (client) => {
    await client.listTools();
    for (const [answer, code] of failures) {
      doors.client.answer = answer;
      const { structuredContent, isError } = await callTool(client, "ragraf_find", { name: "X" });
      assert.equal(isError, true);
      assert.equal(structuredContent.problem?.code, code);
      for (const key of Object.keys(envelope())) assert.ok(key in structuredContent, key);
    }
  });
});

Deno.test("FT-21: not found is an answer, not an error", async () => {
  const doors = fakeDoors();
  doors.client.answer = () => envelope({ found: false, result: { matches: [], total: 0, truncated: false } });
  await withClient(doors, async (client) => {
    await client.listTools();
    const { structuredContent, isError } = await callTool(client, "ragraf_find", { name: "X" });
    assert.equal(isError, undefined);
    assert.equal(structuredContent.found, false);
  });
});

const BAD_INPUTS: [Record<string, unknown>, RegExp, RegExp][] = [
  [{ nam: "X" }, /unknown argument nam/, /did you mean name; example: \{"name"/],
  [{}, /name is missing/, /example/],
  [{ name: "X", limit: 0 }, /limit cannot be 0; allowed: an integer from 1 to 50/, /example/],
  [{ name: "X", limit: "3" }, /limit cannot be "3"; allowed: an integer/, /example/],
];
for (const [input, message, hint] of BAD_INPUTS) {
  Deno.test(`input ${JSON.stringify(input)} is a tool error that says what is allowed`, async () => {
    const doors = fakeDoors();
    await withClient(doors, async (client) => {
      const { structuredContent, isError } = await callTool(client, "ragraf_find", input);
      assert.equal(isError, true);
      assert.match(structuredContent.problem!.message, message);
      assert.match(structuredContent.problem!.hint, hint);
      assert.equal(doors.opened.length, 0);
    });
  });
}

Deno.test("an unknown tool is a protocol error that names the nearest", async () => {
  await withClient(fakeDoors(), async (client) => {
    await assert.rejects(callTool(client, "ragraf_fnd"), /-32602.*did you mean ragraf_find/);
  });
});

Deno.test("a project without an index: tools name ragraf_ensure, ragraf_ensure initialises", async () => {
  const doors = fakeDoors();
  const client = doors.client;
  doors.open = (reference) => {
    doors.opened.push(reference);
    if (reference.initialise) return Promise.resolve(client);
    return Promise.reject(new Problem("NO_PROJECT", "no .ragraf here", "run `ragraf ensure DIR` once", 2));
  };
  await withClient(doors, async (mcp) => {
    const refused = await callTool(mcp, "ragraf_find", { name: "X" });
    assert.equal(refused.isError, true);
    assert.equal(refused.structuredContent.problem!.hint, "call the tool `ragraf_ensure` once");
    const built = await callTool(mcp, "ragraf_ensure");
    assert.equal(built.isError, undefined);
    assert.deepEqual(built.structuredContent.result, { root: "/srv/shop", ...REPORT });
    assert.equal((await callTool(mcp, "ragraf_find", { name: "X" })).isError, undefined);
    assert.deepEqual(doors.opened, [
      { cwd: "/srv/shop" },
      { cwd: "/srv/shop", initialise: true },
    ]);
  });
});

Deno.test("ragraf_ensure takes no directory", async () => {
  const doors = fakeDoors();
  await withClient(doors, async (client) => {
    const { structuredContent, isError } = await callTool(client, "ragraf_ensure", { dir: "/etc" });
    assert.equal(isError, true);
    assert.equal(structuredContent.problem!.code, "BAD_INPUT");
    assert.equal(doors.opened.length, 0);
  });
});

Deno.test("a broken configuration is said by each call and can be repaired", async () => {
  const doors = fakeDoors();
  let broken = true;
  const client = doors.client;
  doors.open = () =>
    broken
      ? Promise.reject(usageProblem("CONFIG_INVALID", "project.yaml:3:1: unknown key", "correct it"))
      : Promise.resolve(client);
  await withClient(doors, async (mcp) => {
    for (let i = 0; i < 2; i++) {
      const { structuredContent } = await callTool(mcp, "ragraf_find", { name: "X" });
      assert.equal(structuredContent.problem!.code, "CONFIG_INVALID");
    }
    broken = false;
    assert.equal((await callTool(mcp, "ragraf_find", { name: "X" })).isError, undefined);
  });
});

// Found in a trial: after `rm -r .ragraf` every call said CONFIG_NOT_FOUND with the hint to call ragraf_ensure, and so did
// ragraf_ensure, until the server was restarted.
Deno.test("ragraf_ensure writes a configuration that was removed under a living server", async () => {
  const doors = fakeDoors();
  const client = doors.client;
  let configured = true;
  const gone = () => {
    throw usageProblem(
      "CONFIG_NOT_FOUND",
      "/srv/shop/.ragraf/project.yaml does not exist",
      "run `ragraf ensure /srv/shop` once",
    );
  };
  client.answer = (op) => configured ? envelope({ op }) : gone();
  client.report = () => configured ? Promise.resolve(REPORT) : gone();
  doors.open = async (reference) => {
    doors.opened.push(reference);
    if (reference.initialise) configured = true;
    await Promise.resolve();
    return configured ? client : gone();
  };
  await withClient(doors, async (mcp) => {
    assert.equal((await callTool(mcp, "ragraf_find", { name: "X" })).isError, undefined);
    configured = false;
    // Whether or not a question noticed it first.
    assert.equal((await callTool(mcp, "ragraf_ensure")).isError, undefined);
    configured = false;
    const refused = await callTool(mcp, "ragraf_find", { name: "X" });
    assert.equal(refused.structuredContent.problem!.code, "CONFIG_NOT_FOUND");
    assert.equal(refused.structuredContent.problem!.hint, "call the tool `ragraf_ensure` once");
    assert.equal((await callTool(mcp, "ragraf_ensure")).isError, undefined);
    assert.equal((await callTool(mcp, "ragraf_find", { name: "X" })).isError, undefined);
  });
  // Never a parent of the folder that was served before.
  assert.deepEqual([...new Set(doors.opened.slice(1).map((r) => r.ref))], ["/srv/shop"]);
});

Deno.test("where the server was started for no project, ragraf_ensure is not the way out", async () => {
  const hint = "`ragraf catalog` lists the projects; run `ragraf ensure DIR` once to make one";
  for (const code of ["PROJECT_NOT_FOUND", "ROOT_TOO_WIDE"]) {
    await withClient(fakeDoors(usageProblem(code, "no such project", hint)), async (mcp) => {
      for (const tool of ["ragraf_find", "ragraf_ensure"]) {
        const input = tool === "ragraf_find" ? { name: "X" } : {};
        const { problem } = (await callTool(mcp, tool, input)).structuredContent;
        assert.doesNotMatch(problem!.hint, /ragraf_ensure/);
        assert.match(problem!.hint, /start this server again with `-p`/);
      }
    });
  }
});

Deno.test("advice names tools, in the structured content and in the text", async () => {
  const doors = fakeDoors();
  doors.client.answer = () =>
    envelope({
      found: false,
      result: { matches: [], total: 0, truncated: false, suggest: "index_status, or find the name" },
    });
  await withClient(doors, async (client) => {
    await client.listTools();
    const { structuredContent, content } = await callTool(client, "ragraf_find", { name: "X" });
    assert.equal(
      (structuredContent.result as { suggest: string }).suggest,
      "ragraf_index_status, or ragraf_find the name",
    );
    assert.deepEqual(JSON.parse(content[0]!.text), structuredContent);
  });
});

Deno.test("a dead engine is opened again at the next call", async () => {
  const doors = fakeDoors();
  await withClient(doors, async (client) => {
    doors.client.answer = () => {
      throw new Problem("ENGINE_DIED", "the engine ended", "call again");
    };
    assert.equal(
      (await callTool(client, "ragraf_find", { name: "X" })).structuredContent.problem!.code,
      "ENGINE_DIED",
    );
    doors.client.answer = () => envelope();
    assert.equal((await callTool(client, "ragraf_find", { name: "X" })).isError, undefined);
    assert.equal(doors.opened.length, 2);
  });
});

Deno.test("progress of a build grows and reaches the client that asked for it", async () => {
  const doors = fakeDoors();
  doors.client.ensure = async (onProgress) => {
    for (const stage of ["scan", "parse", "write"]) {
      onProgress?.({ stage, done: 1, total: 2 });
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    return REPORT;
  };
  await withClient(doors, async (client) => {
    const seen: number[] = [];
    await client.callTool({ name: "ragraf_ensure", arguments: {} }, undefined, {
      onprogress: (p) => void seen.push(p.progress),
    });
    assert.ok(seen.length >= 2, `${seen}`);
    assert.deepEqual(seen, seen.toSorted((a, b) => a - b));
  });
});

Deno.test("two ensures at once run one build", async () => {
  const doors = fakeDoors();
  let builds = 0;
  doors.client.report = async () => {
    builds++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return REPORT;
  };
  await withClient(doors, async (client) => {
    await Promise.all([callTool(client, "ragraf_ensure"), callTool(client, "ragraf_ensure")]);
    assert.equal(builds, 1);
  });
});

Deno.test("concurrent calls are all answered; a cancelled one is not", async () => {
  const doors = fakeDoors();
  doors.client.answer = async (op) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return envelope({ op });
  };
  await withClient(doors, async (client) => {
    const abort = new AbortController();
    const cancelled = client.callTool({ name: "ragraf_find", arguments: { name: "X" } }, undefined, {
      signal: abort.signal,
    });
    const others = Promise.all(
      Array.from({ length: 20 }, () => callTool(client, "ragraf_find", { name: "X" })),
    );
    setTimeout(() => abort.abort("enough"), 5);
    await assert.rejects(cancelled);
    assert.equal((await others).length, 20);
  });
});

Deno.test("malformed lines, unknown methods and strange messages do not end the server", async () => {
  const answers = await raw([
    INIT,
    "not json",
    "",
    "[]",
    "null",
    '{"jsonrpc":"2.0","id":9}',
    '{"jsonrpc":"2.0","id":5,"method":"nope/nope"}',
    '{"jsonrpc":"2.0","method":"notifications/unknown"}',
    '{"jsonrpc":"2.0","id":77,"result":{}}',
    FIND,
  ]);
  const codes = answers.filter((a) => a.id === null).map((a) => (a.error as { code: number }).code);
  assert.deepEqual(codes, [-32700, -32600, -32600]);
  const byId = new Map(answers.map((a) => [a.id, a]));
  assert.equal((byId.get(9)!.error as { code: number }).code, -32600);
  assert.equal((byId.get(5)!.error as { code: number }).code, -32601);
  assert.ok(byId.get(1)!.result);
  assert.ok(byId.get(0)!.result);
  for (const answer of answers) assert.equal(answer.jsonrpc, "2.0");
});

const FAULTS: [string, unknown, number, string][] = [
  ["tools/call", {}, -32602, "tools/call: params.name is missing"],
  ["tools/call", undefined, -32602, "tools/call: params is missing"],
  [
    "tools/call",
    { name: 3 },
    -32602,
    "tools/call: params.name is not valid: expected string, received number",
  ],
  ["initialize", undefined, -32602, "initialize: params is missing"],
];
for (const [method, params, code, message] of FAULTS) {
  Deno.test(`${method} with ${JSON.stringify(params)} is refused in words, not with a dump of the validation`, async () => {
    const [answer] = await raw([JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })]);
    assert.deepEqual(answer, { jsonrpc: "2.0", id: 1, error: { code, message } });
  });
}

Deno.test("a malformed answer of the client is not answered: two ends would refuse each other for ever", async () => {
  const answers = await raw(['{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}', INIT]);
  assert.deepEqual(answers.map((a) => a.id), [0]);
});

Deno.test("a line that is too long is refused, not passed over in silence", async () => {
  const answers = await raw([`"${"x".repeat(17 * 1024 * 1024)}"`, INIT]);
  assert.deepEqual(answers.map((a) => a.id), [null, 0]);
  assert.equal((answers[0]!.error as { code: number }).code, -32600);
});

Deno.test("a call that is under way when the input ends is answered; a last line needs no line feed", async () => {
  const doors = fakeDoors();
  doors.client.answer = async (op) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return envelope({ op });
  };
  const [input, output] = [new Pipe(), new Pipe(true)];
  const exit = serve(options(doors), input, output);
  await input.write(new TextEncoder().encode(`${INIT}\n${FIND}`));
  input.end();
  assert.equal(await exit, 0);
  assert.match(output.text(), /"id":1/);
  assert.equal(doors.client.closed, 1);
});

Deno.test("initialize answers without opening the project; instructions have five lines", async () => {
  const doors = fakeDoors();
  doors.open = () => new Promise(() => {});
  const [answer] = await raw([INIT], doors);
  const { instructions, serverInfo } = answer!.result as {
    instructions: string;
    serverInfo: { name: string };
  };
  assert.equal(instructions.split("\n").length, 5);
  assert.equal(serverInfo.name, "ragraf");
});
