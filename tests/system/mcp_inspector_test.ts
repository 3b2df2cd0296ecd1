// The official MCP inspector as an independent client: it lists the tools and calls each with its operation's example on
// the bundled sample. Where npx is missing the test is a counted skip; in CI that is a failure.

import assert from "node:assert/strict";
import { OPERATIONS } from "../../lib/ops/mod.ts";
import { MAIN, type Outcome, runProcess, Sample } from "./sample.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

async function npxExists(): Promise<boolean> {
  try {
    return (await runProcess("npx", ["--version"])).code === 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const present = await npxExists();
if (!present && Deno.env.get("CI") === "true") {
  throw new Error("npx is needed for the inspector and was not found");
}

function inspect(sample: Sample, method: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const server = [Deno.execPath(), "run", "-A", MAIN, "-p", sample.dir, "mcp"];
  // The inspector gives its server a reduced environment: what the server needs is named.
  const passed = Object.entries({ ...sample.env, ...env }).flatMap((
    [name, value],
  ) => ["-e", `${name}=${value}`]);
  return runProcess("npx", ["-y", INSPECTOR, "--cli", ...passed, ...method, "--", ...server]);
}

Deno.test({
  name: "FT-22: the official inspector lists every tool and calls each with its example",
  ignore: !present,
  async fn(t) {
    await using sample = await Sample.make(false);
    const call = (name: string, input: Record<string, unknown>) => {
      const pairs = Object.entries(input).map(([key, value]) =>
        `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`
      );
      const args = pairs.flatMap((pair) => ["--tool-arg", pair]);
      // The inspector calls only what is listed.
      const method = ["--method", "tools/call", "--tool-name", name, ...args];
      return inspect(sample, method, { RAGRAF_MCP_PROFILE: "full" });
    };
    await t.step("tools/list, default profile", async () => {
      const { code, stdout, stderr } = await inspect(sample, ["--method", "tools/list"]);
      assert.equal(code, 0, stderr);
      const listed = OPERATIONS.filter((o) => o.profile === "default").map((o) => `ragraf_${o.name}`);
      assert.deepEqual(toolNames(stdout), ["ragraf_ensure", ...listed]);
    });
    await t.step("tools/list, full profile", async () => {
      const { code, stdout, stderr } = await inspect(sample, ["--method", "tools/list"], {
        RAGRAF_MCP_PROFILE: "full",
      });
      assert.equal(code, 0, stderr);
      assert.deepEqual(toolNames(stdout), ["ragraf_ensure", ...OPERATIONS.map((o) => `ragraf_${o.name}`)]);
    });
    await t.step("ragraf_ensure", async () => {
      const { code, stdout, stderr } = await call("ragraf_ensure", {});
      assert.equal(code, 0, stderr);
      assert.equal(JSON.parse(stdout).structuredContent.index_rev, "rev-0001");
    });
    for (const operation of OPERATIONS) {
      await t.step(`ragraf_${operation.name} ${JSON.stringify(operation.example)}`, async () => {
        const { code, stdout, stderr } = await call(`ragraf_${operation.name}`, operation.example);
        assert.equal(code, 0, `${stdout}\n${stderr}`);
        const answer = JSON.parse(stdout);
        assert.notEqual(answer.isError, true, stdout);
        assert.equal(answer.structuredContent.op, operation.name);
        assert.equal(answer.structuredContent.found, true);
        assert.deepEqual(JSON.parse(answer.content[0].text), answer.structuredContent);
      });
    }
  },
});

function toolNames(stdout: string): string[] {
  return JSON.parse(stdout).tools.map((tool: { name: string }) => tool.name);
}
