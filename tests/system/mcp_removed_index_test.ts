// A living server whose `.ragraf` is removed: ragraf_ensure makes the index again, of the same folder, also where a parent
// is a project too.

import assert from "node:assert/strict";
import { failureEnvelope } from "../../lib/cli/failure.ts";
import { inputFault } from "../../lib/cli/operation_input.ts";
import type { Envelope } from "../../lib/facts/envelope.ts";
import { callTool } from "../../lib/mcp/calls.ts";
import { Session } from "../../lib/mcp/session.ts";
import { OPERATIONS } from "../../lib/ops/mod.ts";
import { openProject } from "../../lib/project/project.ts";
import { initProject } from "../../lib/project/init.ts";
import { Sample } from "./sample.ts";

Deno.test("MCP: an index that was removed under the server is made again by ragraf_ensure", async () => {
  await using sample = await Sample.make(false);
  const before = Deno.env.get("RAGRAF_HOME");
  Deno.env.set("RAGRAF_HOME", sample.home);
  const options = {
    cwd: sample.dir,
    profile: "default" as const,
    version: "0",
    operations: () => Promise.resolve(OPERATIONS),
    open: openProject,
    inputFault,
    failure: failureEnvelope,
  };
  const session = new Session(openProject, { cwd: sample.dir });
  const call = async (name: string, input = {}): Promise<Envelope> =>
    (await callTool(options, session, { name, input, agent: "test", onProgress() {} }))!;
  try {
    assert.equal((await call("ragraf_ensure")).problem, undefined);
    for (const gone of [".ragraf", ".ragraf/project.yaml", ".ragraf"]) {
      Deno.removeSync(`${sample.dir}/${gone}`, { recursive: true });
      // The folder above has a configuration, and is not what the server was started for.
      initProject(sample.dir.slice(0, sample.dir.lastIndexOf("/")));
      const refused = await call("ragraf_symbol", { name: "Cart" });
      assert.equal(refused.problem?.code, "CONFIG_NOT_FOUND", gone);
      assert.match(refused.problem!.hint, /ragraf_ensure/);
      const built = await call("ragraf_ensure");
      assert.equal(built.problem, undefined, gone);
      assert.equal((built.result as { root: string }).root, sample.dir);
      assert.equal((await call("ragraf_symbol", { name: "Cart" })).found, true, gone);
    }
  } finally {
    await session.close();
    if (before === undefined) Deno.env.delete("RAGRAF_HOME");
    else Deno.env.set("RAGRAF_HOME", before);
  }
});
