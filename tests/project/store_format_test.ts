// An index that another version of ragraf wrote is never read as if it were this version's: under `reindex` it is built
// again, otherwise the answer is a refusal that names the way out.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { Place } from "../requirements/harness.ts";

/** Makes the index look as another version left it: another maker, and tables that are not these. */
function age(dir: string): void {
  const { index_rev } = JSON.parse(Deno.readTextFileSync(`${dir}/.ragraf/rev.json`));
  const db = new DatabaseSync(`${dir}/.ragraf/revs/${index_rev}/graph.sqlite`);
  db.exec("UPDATE meta SET value = 'ragraf 0.0.1' WHERE key = 'maker'; DROP TABLE signatures;");
  db.exec("UPDATE meta SET value = '1' WHERE key = 'graph_version'");
  db.close();
}

for (const policy of ["reindex", "warn", "error"]) {
  Deno.test(`an index of another version under the policy ${policy}`, async () => {
    await using place = Place.make(undefined, `freshness:\n  policy: ${policy}\n`);
    const builder = await place.open();
    await builder.ensure();
    await builder.close();
    age(place.dir);
    const project = await place.open();
    const envelope = await project.query("symbol", { name: "Cart" });
    if (policy === "reindex") {
      assert.equal(envelope.found, true);
      assert.equal(envelope.freshness.reindexed, true);
    } else {
      assert.equal(envelope.problem?.code, policy === "warn" ? "INDEX_FORMAT" : "STALE");
      assert.equal(envelope.problem?.exit, 3);
    }
    await project.index();
    assert.equal((await project.query("symbol", { name: "Cart" })).found, true);
  });
}
