// Damaged files of an index: a message that says what is wrong and the way out, never a crash; `ragraf index` mends.

import assert from "node:assert/strict";
import { type Json, names, TestProject } from "./project.ts";

const FILES = {
  "cart.php": "<?php\nfunction cart_total(int $n): int { return $n; }\n",
  "guide.md": "# Guide\n\nAbout `cart_total`.\n",
};

interface Damage {
  name: string;
  harm(project: TestProject): void;
  /** Code of the refusal; null when the question is answered all the same. */
  refusal: string | null;
  limit?: RegExp;
  warning?: RegExp;
}

const folder = (project: TestProject) => `${project.index}/revs/${project.revisionFolders().at(-1)}`;

function dropJournal(project: TestProject): void {
  for (const part of ["-wal", "-shm"]) Deno.removeSync(`${project.index}/control.sqlite${part}`);
}

const DAMAGES: Damage[] = [
  {
    name: "rev.json that is no JSON",
    harm: (p) => Deno.writeTextFileSync(`${p.index}/rev.json`, '{"index_rev": "rev-00'),
    refusal: "POINTER_DAMAGED",
  },
  {
    name: "rev.json that names something else",
    harm: (p) => Deno.writeTextFileSync(`${p.index}/rev.json`, '{"index_rev":"../../x","corpus_hash":""}'),
    refusal: "POINTER_DAMAGED",
  },
  {
    name: "an empty rev.json",
    harm: (p) => Deno.writeTextFileSync(`${p.index}/rev.json`, ""),
    refusal: "POINTER_DAMAGED",
  },
  {
    name: "a truncated graph.sqlite",
    harm: (p) => Deno.truncateSync(`${folder(p)}/graph.sqlite`, 12_000),
    refusal: "STORE_DAMAGED",
  },
  {
    name: "an empty graph.sqlite",
    harm: (p) => Deno.truncateSync(`${folder(p)}/graph.sqlite`, 0),
    refusal: "STORE_DAMAGED",
  },
  {
    name: "a graph.sqlite that is no database",
    harm: (p) => Deno.writeTextFileSync(`${folder(p)}/graph.sqlite`, "no database\n".repeat(2000)),
    refusal: "STORE_DAMAGED",
  },
  {
    name: "a truncated lexvec.sqlite",
    harm: (p) => Deno.truncateSync(`${folder(p)}/lexvec.sqlite`, 8192),
    refusal: "STORE_DAMAGED",
  },
  {
    name: "a deleted store",
    harm: (p) => Deno.removeSync(`${folder(p)}/lexvec.sqlite`),
    refusal: "STORE_UNREADABLE",
  },
  {
    name: "a deleted revision folder",
    harm: (p) => Deno.removeSync(folder(p), { recursive: true }),
    refusal: "STORE_UNREADABLE",
  },
  {
    name: "all revisions deleted",
    harm: (p) => Deno.removeSync(`${p.index}/revs`, { recursive: true }),
    refusal: "STORE_UNREADABLE",
  },
  {
    name: "a control.sqlite that is no database",
    harm: (p) => {
      dropJournal(p);
      Deno.writeTextFileSync(`${p.index}/control.sqlite`, "no database\n".repeat(2000));
    },
    refusal: null,
    limit: /not in the journal: .*damaged.*ragraf index/,
    warning: /control\.sqlite was damaged and is now .*control\.damaged-1\.sqlite/,
  },
  {
    name: "a control.sqlite with garbage pages",
    harm: (p) => {
      // The pages are in the database itself once the journal is merged into it.
      p.history();
      const file = Deno.openSync(`${p.index}/control.sqlite`, { read: true, write: true });
      file.seekSync(4096, Deno.SeekMode.Start);
      file.writeSync(new Uint8Array(4 * 4096).fill(0xa5));
      file.close();
    },
    refusal: null,
    limit: /not in the journal/,
    warning: /control\.sqlite was damaged/,
  },
  {
    name: "a deleted control.sqlite",
    harm: (p) => {
      dropJournal(p);
      Deno.removeSync(`${p.index}/control.sqlite`);
    },
    refusal: null,
  },
  {
    name: "a damaged catalog.json",
    harm: (p) => Deno.writeTextFileSync(`${p.home}/catalog.json`, "[1, 2"),
    refusal: null,
    warning: /catalog was damaged and is now .*catalog\.damaged-1\.json/,
  },
  {
    name: "a catalog.json of other JSON",
    harm: (p) => Deno.writeTextFileSync(`${p.home}/catalog.json`, '{"version":1,"entries":[7]}'),
    refusal: null,
    warning: /catalog was damaged/,
  },
];

for (const { name, harm, refusal, limit, warning } of DAMAGES) {
  Deno.test(`damage: ${name}`, async () => {
    await using project = TestProject.make(FILES);
    await project.build();
    await project.build("index");
    harm(project);
    const answer: Json = await project.ask("search", "cart_total");
    if (refusal !== null) {
      assert.equal(answer.problem?.code, refusal, JSON.stringify(answer.problem));
      assert.match(answer.problem.hint, /ragraf index/);
      assert.equal(answer.found, false);
    } else {
      assert.equal(answer.problem, undefined);
      assert.equal(answer.found, true);
    }
    if (limit) assert.match(answer.limits.join("\n"), limit);
    const built = await project.build("index");
    assert.equal(built.built, true);
    assert.match(built.index_rev, /^rev-000[23]$/, "numbers go on");
    if (warning) assert.match(built.warnings.join("\n"), warning);
    const mended: Json = await project.ask("search", "cart_total");
    assert.equal(mended.found, true);
    assert.equal(mended.index_rev, built.index_rev);
    assert.doesNotMatch(mended.limits.join("\n"), /journal/);
    assert.equal((await project.ragraf("catalog")).code, 0);
  });
}

Deno.test("damage: `ensure` mends a damaged revision too, as the hint of every refusal leads there", async () => {
  await using project = TestProject.make(FILES);
  await project.build();
  Deno.truncateSync(`${folder(project)}/graph.sqlite`, 12_000);
  assert.equal((await project.build("ensure")).index_rev, "rev-0002");
  assert.equal((await project.ask("symbol", "cart_total")).found, true);
});

Deno.test("damage: a damaged history is moved aside, not deleted, and the journal goes on", async () => {
  await using project = TestProject.make(FILES);
  await project.build();
  dropJournal(project);
  Deno.writeTextFileSync(`${project.index}/control.sqlite`, "what is left of it");
  await project.build("index");
  const aside = `${project.index}/control.damaged-1.sqlite`;
  assert.equal(Deno.readTextFileSync(aside), "what is left of it");
  assert.deepEqual(project.history().map((row) => row.rev), [2], "the number goes on from the folders");
});

Deno.test("damage: a catalog of a newer version is left alone", async () => {
  await using project = TestProject.make(FILES);
  await project.build();
  const newer = '{"version":2,"projects":{}}';
  Deno.writeTextFileSync(`${project.home}/catalog.json`, newer);
  const built = await project.build("index");
  assert.match(built.warnings.join("\n"), /newer version/);
  assert.equal(Deno.readTextFileSync(`${project.home}/catalog.json`), newer);
  assert.deepEqual(names(project.home), ["catalog.json", "catalog.lock"]);
});
