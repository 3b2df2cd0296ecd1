// Real projects end to end: every fetched corpus is indexed through the front door and asked ten different questions,
// whose answers are held against the files themselves, not against the index. The largest is built twice: the ids of two
// builds are the same (FT-13). Corpora that are not fetched are counted; in CI that is a failure.

import assert from "node:assert/strict";
import { CORPORA, corpusRoot } from "../../bench/fetch.ts";
import { makeWorkspace } from "../../bench/workspace.ts";
import { openProject, type ProjectClient } from "../../mod.ts";

const CI = Deno.env.get("CI") === "true";
const missing = CORPORA.filter((c) => corpusRoot(c.name) === null).map((c) => c.name);
const LARGEST = "mediawiki";

if (missing.length > 0) {
  Deno.test({
    name: `corpora: ${missing.length} of ${CORPORA.length} are not fetched (deno task corpora ${
      missing.join(" ")
    })`,
    ignore: !CI,
    fn: () => assert.fail("in CI every corpus has to be there"),
  });
}

for (const corpus of CORPORA) {
  const root = corpusRoot(corpus.name);
  if (root === null) continue;
  Deno.test(`corpus ${corpus.name}: indexed whole, ten questions answered with addresses that hold`, async () => {
    const work = makeWorkspace(corpus.name, root, corpus.exclude);
    Deno.env.set("RAGRAF_HOME", work.env.RAGRAF_HOME!);
    const project = await openProject({ ref: work.config, cwd: work.dir });
    try {
      const report = await project.ensure();
      const states = Object.values(report.coverage).reduce((a, b) => a + b, 0);
      assert.equal(states, report.files, "FT-11: the states add up to the files");
      assert.equal(report.coverage.failed, 0, "no file of a real project fails");
      await tenQuestions(project, root);
      if (corpus.name === "wordpress") await callersOfFilters(project);
      if (corpus.name === LARGEST) await sameIdsTwice(project);
    } finally {
      await project.close();
      Deno.removeSync(work.dir, { recursive: true });
    }
  });
}

interface Match {
  kind: string;
  name: string;
  fqn: string;
  path: string;
  start_line: number;
  end_line: number;
}

async function tenQuestions(project: ProjectClient, root: string): Promise<void> {
  const lines = (path: string) => Deno.readTextFileSync(`${root}/${path}`).split(/\r\n|\n|\r/);
  const ask = async (op: string, input: Record<string, unknown>) => {
    const envelope = await project.query(op, input, { agent: "test" });
    assert.equal(envelope.problem, undefined, `${op}: ${envelope.problem?.message}`);
    assert.equal(envelope.freshness.stale, false);
    return envelope;
  };
  const chosen = await choose(project);

  // 1 to 4: a class, a method, a function or constant by its name: the address holds the name.
  for (const node of chosen) {
    const { result } = await ask("symbol", { name: node.fqn, limit: 200 });
    const match = (result as { matches: Match[] }).matches.find((m) =>
      m.path === node.path && m.start_line === node.start_line
    );
    assert.ok(match, `symbol ${node.fqn}`);
    const text = lines(match.path).slice(match.start_line - 1, match.end_line).join("\n");
    assert.ok(
      text.toLowerCase().includes(node.name.toLowerCase()),
      `${match.path}:${match.start_line} ${node.fqn}`,
    );
  }

  // 5: its text as indexed is the text of the file.
  const method = chosen[1]!;
  const code = await ask("code", { name: method.fqn });
  const fragment =
    (code.result as { fragments: { path: string; start_line: number; end_line: number; text: string }[] })
      .fragments
      .find((f) => f.path === method.path)!;
  const now = lines(fragment.path).slice(fragment.start_line - 1, fragment.end_line).join("\n");
  assert.equal(fragment.text.replace(/\r\n?/g, "\n").trimEnd(), now.trimEnd());

  // 6: words of its name find it.
  const search = await ask("search", { query: method.fqn, limit: 20 });
  const hits = (search.result as { hits: { path: string; symbol?: string }[] }).hits;
  assert.ok(hits.some((h) => h.symbol === method.fqn), `search ${method.fqn}`);

  // 7: the file as it is now does not differ.
  const live = (await ask("live_read", { path: method.path, lines: "1-5" })).result as {
    differs: boolean;
    text: string;
  };
  assert.equal(live.differs, false);
  assert.ok(live.text.length > 0);

  // 8: the outline keeps its budget.
  const map = (await ask("repo_map", { budget_tokens: 1500 })).result as {
    tokens: number;
    files_shown: number;
  };
  assert.ok(map.tokens <= 1500 && map.files_shown > 0);

  // 9: nothing is said where nothing is.
  const absent = await ask("symbol", { name: "NoSuchThingAnywhere::atAll" });
  assert.equal(absent.found, false);

  // 10: the index is of these files.
  const fresh = (await ask("freshness", { force: true })).result as Record<string, unknown>;
  assert.equal(fresh.fresh, true);
  assert.equal(fresh.corpus_hash_now, fresh.corpus_hash_indexed);
}

/** One class, one method, one function and one constant from the middle of the export; a method where a kind is absent. */
async function choose(project: ProjectClient): Promise<Match[]> {
  const nodes: Match[] = [];
  let rest = "";
  await project.export((chunk) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop()!;
    for (const line of parts) if (line.startsWith('{"t":"node"')) nodes.push(JSON.parse(line));
  });
  const ofKind = (kind: string) => nodes.filter((n) => n.kind === kind && !n.fqn.includes("@"));
  return ["class", "method", "function", "constant"].map((kind, i) => {
    const all = ofKind(kind).length > 0 ? ofKind(kind) : ofKind("method");
    return all[Math.floor(all.length * (i + 1) / 5)]!;
  });
}

/** Where a leading tool binds 1,583 calls of the function to a method of its name: none is. */
async function callersOfFilters(project: ProjectClient): Promise<void> {
  for (const name of ["apply_filters", "wp_die"]) {
    const { result } = await project.query("callers", { name, limit: 500 }, { agent: "test" });
    const { stated, derived, targets } = result as {
      stated: { target?: string; code: string }[];
      derived: { target?: string; code: string }[];
      targets: { kind: string; path: string; fqn: string }[];
    };
    assert.ok(targets.some((t) => t.kind === "function" && t.fqn === name));
    const links = [...stated, ...derived];
    assert.ok(links.length > 100, `${name}: ${links.length}`);
    // What is bound to a method is a method call, and nothing else is.
    const bare = new RegExp(`(?<!(?:->|::)\\s*)\\b${name}\\s*\\(`);
    for (const l of links) {
      if (l.target?.includes("::")) assert.match(l.code, new RegExp(`(->|::)\\s*${name}`), l.code);
      else if (l.target === name && l.code.includes(name)) assert.match(l.code, bare, l.code);
    }
  }
}

async function sameIdsTwice(project: ProjectClient): Promise<void> {
  const digest = async () => {
    let records = 0;
    let sum = "";
    await project.export((chunk) => {
      records += chunk.split("\n").length - 1;
      sum = digestOf(sum + chunk.replace(/^\{"t":"rev".*\n/, ""));
    });
    return `${records} ${sum}`;
  };
  const first = await digest();
  await project.index();
  assert.equal(await digest(), first, "FT-13: two builds give the same records");
}

/** A running digest: 53 bits of FNV-1a are enough to see a difference. */
function digestOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b + c, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}
