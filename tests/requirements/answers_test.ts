// What an answer is: FT-14 to FT-17, FT-21, FT-23, FT-24 and NFR-12, asked in this process of the real engine.

import assert from "node:assert/strict";
import { OPERATIONS } from "../../mod.ts";
import { ANSWERED, EMPTY, type Question, REFUSED } from "./questions.ts";
import {
  ask,
  copyTree,
  facts,
  filesUnder,
  Place,
  records,
  type Result,
  ROOT,
  withoutTiming,
} from "./harness.ts";

const KEYS = [
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
const ALL: readonly Question[] = [...ANSWERED, ...EMPTY, ...REFUSED];

const told = ({ op, input }: Question) => `${op} ${JSON.stringify(input)}`;

function assertEnvelope(envelope: Result, what: string): void {
  const keys = Object.keys(envelope).filter((key) => key !== "problem").sort();
  assert.deepEqual(keys, KEYS, what);
  const { freshness, drift } = envelope;
  assert.match(envelope.index_rev ?? "rev-0000", /^rev-\d{4}$/, what);
  assert.ok(["full", "degraded"].includes(envelope.capability), what);
  assert.ok(["index", "live", "mixed"].includes(envelope.provenance), what);
  assert.deepEqual(Object.keys(drift).sort(), ["entries", "files", "symbols"], what);
  for (const key of ["checked", "stale", "config_changed", "reindexed"]) {
    assert.equal(typeof freshness[key], "boolean", `${what}: freshness.${key}`);
  }
  for (const key of ["changed", "added", "deleted"]) {
    assert.equal(typeof freshness[key], "number", `${what}: freshness.${key}`);
  }
  assert.ok(envelope.limits.every((limit: unknown) => typeof limit === "string"), what);
  assert.ok(Array.isArray(envelope.stale_warnings), what);
}

Deno.test("FT-14: each operation answers a valid question and one without a result, as its schema says", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  for (const { name, output, example } of OPERATIONS) {
    const asked = [
      { op: name, input: example, found: true },
      ...[...ANSWERED, ...EMPTY].filter((q) => q.op === name),
    ];
    assert.ok(asked.length > 1, `${name} is asked`);
    if (name === "usage") await ask(project, "symbol", { name: "Cart" });
    for (const question of asked) {
      const { found, result, problem } = await ask(project, name, question.input);
      assert.equal(problem?.code, (question as Question).problem, told(question));
      assert.equal(found, question.found, told(question));
      if (problem !== undefined) continue;
      const checked = output.safeParse(result);
      assert.ok(checked.success, `${told(question)}: ${checked.error?.message}`);
      assert.deepEqual(checked.data, result, `${told(question)}: the schema knows every field`);
    }
  }
});

Deno.test("FT-14: the operations about the whole index have an empty result too", async () => {
  await using place = Place.make();
  const project = await place.open();
  for (const { name, example } of OPERATIONS.filter((o) => o.name !== "catalog" && o.name !== "usage")) {
    const { found, problem, index_rev } = await ask(project, name, example);
    assert.deepEqual([found, problem?.code, problem?.exit, index_rev], [false, "NOT_INDEXED", 3, null], name);
  }
  const none = await ask(project, "catalog");
  assert.deepEqual([none.found, none.problem, none.result], [false, undefined, { projects: [], total: 0 }]);
  const journal = await ask(project, "usage");
  assert.deepEqual([journal.problem, journal.index_rev], [undefined, null], "the journal needs no revision");
  await project.ensure();
  const fresh = await ask(project, "freshness");
  assert.equal(fresh.result.fresh, true);
  for (const list of ["changed", "added", "deleted"]) {
    assert.deepEqual(fresh.result[list], { items: [], total: 0, truncated: false });
  }
  const absent = await ask(project, "why_not", { path_or_name: "NoSuchThing" });
  assert.deepEqual([absent.result.indexed, absent.result.reason], [false, "not_declared"]);
  const missing = await ask(project, "why_not", { path_or_name: "src/NoSuchFile.php" });
  assert.deepEqual([missing.result.indexed, missing.result.reason], [false, "missing"]);
});

const STATEMENTS = [
  "MATCH (n) RETURN n",
  "match (c:Class)-[:CALLS]->(m)\nwhere c.name = 'Cart'\nreturn m.name limit 10",
  "OPTIONAL MATCH (n)-->(m) RETURN m",
  "MATCH p = (a)-[:CALLS*1..3]->(b) RETURN p",
  "MATCH p = shortestPath((a:Class {name: 'Cart'})-[*]->(b)) RETURN p",
  "MATCH (a), (b) WHERE a.name = b.name RETURN a, b",
  "MATCH (n:Method) SET n.seen = true",
  "MATCH (n) DETACH DELETE n",
  "CREATE (n:Class {name: 'X'}) RETURN n",
  "PROFILE MATCH (n) RETURN count(n)",
  "UNWIND [1, 2] AS x MATCH (n {id: x}) RETURN n",
  "CALL db.labels() YIELD label RETURN label",
  'cpg.method.name("add").caller.name.l',
  'cpg.call("exec").argument.l',
  "cpg . method . l",
  'val sinks = cpg.call("query")',
];

const TEXTS = [
  "does preg_match ( $pattern ) return false",
  "match (true) and return the price",
  "match ($state) { 'a' => 1 } return",
  "return the first match (by sku) of the cart",
  "match the price and return it",
  "create (or update) the cart and return it",
  "where is a match (in cents) returned",
  "call the database and return rows",
  "cpg.class.php",
  "with each match return the item",
];

Deno.test("FT-15: a graph query statement is refused in every field, ordinary words are not", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  for (const statement of STATEMENTS) {
    const { problem, found, result } = await ask(project, "search", { query: statement });
    assert.deepEqual(
      [problem?.code, problem?.exit, found, result],
      ["QUERY_LANGUAGE", 3, false, null],
      statement,
    );
  }
  for (const text of TEXTS) {
    const { problem } = await ask(project, "search", { query: text });
    assert.equal(problem, undefined, text);
  }
  const fields = {
    search: ["query", "path"],
    symbol: ["name", "path"],
    code: ["name", "path"],
    live_read: ["path"],
  };
  const more = { repo_map: ["focus"], why_not: ["path_or_name"] };
  for (const [op, names] of Object.entries({ ...fields, ...more })) {
    for (const name of names) {
      const input = { ...(op === "search" && { query: "cart" }), ...(op === "symbol" && { name: "Cart" }) };
      const { problem } = await ask(project, op, { ...input, [name]: STATEMENTS[1] });
      assert.deepEqual([problem?.code, problem?.exit], ["QUERY_LANGUAGE", 3], `${op}.${name}`);
    }
  }
});

Deno.test("FT-15: no operation has an input for a query text", () => {
  const forbidden = /cypher|cpgql|gremlin|sparql|statement|script|expression|graph_?query|where/i;
  for (const { name, input } of OPERATIONS) {
    assert.doesNotMatch(name, forbidden);
    for (const field of Object.keys(input._zod.def.shape)) {
      assert.doesNotMatch(field, forbidden, `${name}.${field}`);
    }
  }
});

Deno.test("FT-16: every answer carries the whole envelope, found or not, refused or not", async () => {
  await using place = Place.make();
  const project = await place.open();
  for (const question of ALL) {
    const envelope = await ask(project, question.op, question.input);
    assertEnvelope(envelope, `no index: ${told(question)}`);
  }
  await project.ensure();
  for (const question of ALL) {
    const envelope = await ask(project, question.op, question.input);
    assertEnvelope(envelope, told(question));
    assert.equal(envelope.op, question.op, told(question));
    assert.equal(envelope.found, question.found, told(question));
    assert.equal(envelope.problem?.code, question.problem, told(question));
    if (question.problem === undefined) assert.equal(envelope.index_rev, "rev-0001", told(question));
  }
});

Deno.test("FT-17: 200 facts of answers: each file exists and each line lies in it", async () => {
  await using place = Place.make();
  copyTree(`${ROOT}tests/fixtures/lang`, `${place.dir}/lang`);
  const project = await place.ensured();
  const lines = new Map<string, number>();
  for (const path of filesUnder(place.dir).filter((p) => !p.startsWith(".ragraf/"))) {
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(`${place.dir}/${path}`));
    lines.set(path, text.split(/\r\n|\n|\r/).length - (/[\r\n]$/.test(text) ? 1 : 0));
  }
  const seen = new Set<string>();
  const check = (fact: { path: string; first?: number; last?: number }, what: string) => {
    const count = lines.get(fact.path);
    assert.ok(count !== undefined, `${what}: ${fact.path} exists`);
    if (fact.first === undefined) return;
    const { first, last } = fact as { first: number; last: number };
    assert.ok(
      1 <= first && first <= last && last <= count,
      `${what}: ${fact.path}:${first}-${last} of ${count}`,
    );
    seen.add(`${what.split(" ")[0]} ${fact.path}:${first}-${last}`);
  };
  const nodes = (await records(project)).filter((r) => r.t === "node" && !r.name.startsWith("{"));
  const questions: Pick<Question, "op" | "input">[] = ANSWERED.filter((q) => q.op !== "catalog");
  for (
    const query of [
      "cart price",
      "item",
      "currency",
      "customer",
      "quantity",
      "log",
      "sku",
      "function",
      "shop",
    ]
  ) {
    questions.push({ op: "search", input: { query, limit: 100, with_text: true } });
  }
  for (const path of lines.keys()) {
    questions.push({ op: "code", input: { path } }, { op: "why_not", input: { path_or_name: path } });
    if (path !== ".env") questions.push({ op: "live_read", input: { path } });
  }
  for (const name of new Set(nodes.filter((n) => !n.kind.startsWith("doc")).map((n) => n.name))) {
    questions.push({ op: "symbol", input: { name, limit: 200 } }, { op: "code", input: { name, limit: 50 } });
  }
  for (const { op, input } of questions) {
    const { result, problem, stale_warnings } = await ask(project, op, input);
    if (problem?.code === "BAD_NAME") continue;
    assert.equal(problem, undefined, `${op} ${JSON.stringify(input)}`);
    assert.deepEqual(stale_warnings, []);
    for (const fact of facts(result)) check(fact, `${op} ${JSON.stringify(input)}`);
    for (const list of ["hits", "matches", "fragments"]) {
      for (const fact of result[list] ?? []) {
        assert.ok(
          fact.path && fact.start_line >= 1 && fact.end_line >= fact.start_line,
          `${op}: ${JSON.stringify(fact)}`,
        );
      }
    }
    for (const match of result.matches ?? []) {
      for (const { name, line } of match.members ?? []) {
        assert.ok(
          match.start_line <= line && line <= match.end_line,
          `${match.fqn}: member ${name} at ${line}`,
        );
      }
    }
  }
  assert.ok(seen.size >= 200, `${seen.size} facts`);
});

Deno.test("FT-21: «not found» is said, with the reason and live_read, and nothing similar is served as a result", async () => {
  await using place = Place.make();
  place.write("broken.php", "<?php\nfunction half( {\n");
  const project = await place.ensured();
  for (const question of EMPTY.filter((q) => ["search", "symbol", "code", "repo_map"].includes(q.op))) {
    const { found, result, problem, limits } = await ask(project, question.op, question.input);
    assert.deepEqual([found, problem], [false, undefined], told(question));
    assert.ok(result.reason.length > 10, told(question));
    assert.match(result.suggest, /live_read/, told(question));
    const served = result.hits ?? result.matches ?? result.fragments ?? [];
    assert.deepEqual([served, result.total ?? 0, result.outline ?? ""], [[], 0, ""], told(question));
    if (question.op !== "repo_map") {
      assert.ok(
        limits.some((l) => /parsed/.test(l)),
        `${told(question)}: the unparsed file is said: ${limits}`,
      );
    }
  }
  const mistyped = await ask(project, "symbol", { name: "Carrt" });
  assert.deepEqual([mistyped.found, mistyped.result.matches, mistyped.result.nearest.includes("Cart")], [
    false,
    [],
    true,
  ]);
});

/** Judgements, advice beyond the next call, and conclusions that no fact carries. */
const EVALUATIVE: readonly RegExp[] = [
  /\b(?:previously|already|earlier) (?:established|found|shown|determined|concluded|proven)\b/i,
  /\bas (?:established|we know|mentioned|noted|discussed|expected)\b/i,
  /\b(?:clearly|obviously|evidently|of course|surely|undoubtedly|apparently|presumably|probably|likely|maybe|perhaps)\b/i,
  /\b(?:good|bad|better|worse|best|worst|great|excellent|perfect|nice|poor|clean|ugly|elegant|messy|proper|ideal)\b/i,
  /\b(?:important|critical|interesting|remarkable|suspicious|dangerous|unfortunate(?:ly)?|fortunately|sadly|luckily)\b/i,
  /\b(?:should|ought to|recommend(?:ed)?|you may want|consider|it is advisable)\b/i,
  /\b(?:seems?|appears? to|i think|we believe|in my opinion|sorry|please|note that|amazing|awesome)\b/i,
  /\b(?:very|really|quite|extremely|highly|too complex|simply|just|easily|trivial(?:ly)?)\b/i,
  /!(?=\s|$)/,
];

Deno.test("FT-23: 50 answers hold no judgement, no advice and no earlier conclusion", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  place.write("src/Shop/Later.php", "<?php\nclass Later {}\n");
  place.configure(place.read(".ragraf/project.yaml") + "\nfreshness: { policy: warn }\n");
  let answers = 0;
  for (const question of ALL) {
    const envelope = await ask(project, question.op, question.input);
    assert.equal(
      envelope.freshness.stale || envelope.freshness.checked === false,
      true,
      "marked answers are read too",
    );
    answers++;
    for (const text of sentences(envelope)) {
      for (const pattern of EVALUATIVE) assert.doesNotMatch(text, pattern, told(question));
    }
  }
  for (const { title, summary } of OPERATIONS) {
    for (const pattern of EVALUATIVE) assert.doesNotMatch(`${title}: ${summary}`, pattern);
  }
  assert.ok(answers >= 50, `${answers} answers`);
});

/** Strings that ragraf wrote: what quotes the corpus or the question is left out. */
function sentences(value: Result, key = ""): string[] {
  if (
    ["text", "doc", "outline", "signature", "name", "fqn", "symbol", "matched", "path", "input"].includes(key)
  ) return [];
  if (typeof value === "string") return [value.replaceAll(/«[^»]*»/g, "")];
  if (Array.isArray(value)) return value.flatMap((v) => sentences(v, key));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([k, v]) => sentences(v, k));
}

async function storeHashes(place: Place): Promise<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const path of filesUnder(`${place.dir}/.ragraf/revs`)) {
    const bytes = Deno.readFileSync(`${place.dir}/.ragraf/revs/${path}`);
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    out[path] = [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join("");
  }
  return out;
}

Deno.test("FT-24: 200 read operations leave both stores of the revision as they are", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  const before = await storeHashes(place);
  assert.deepEqual(Object.keys(before), ["rev-0001/graph.sqlite", "rev-0001/lexvec.sqlite"]);
  for (let i = 0; i < 200; i++) {
    const { op, input } = ALL[i % ALL.length]!;
    await ask(project, op, input);
  }
  assert.deepEqual(await storeHashes(place), before);
  await project.close();
  assert.deepEqual(await storeHashes(place), before);
});

Deno.test("NFR-12: the same question on the same revision gives the same facts, again and from another process", async () => {
  await using place = Place.make();
  const project = await place.ensured();
  const asked = ALL.filter((q) => !(q.op === "usage" && q.found));
  const first = new Map<string, Result>();
  for (const question of asked) {
    first.set(told(question), withoutTiming(await ask(project, question.op, question.input)));
  }
  for (const question of asked.toReversed()) {
    const again = withoutTiming(await ask(project, question.op, question.input));
    assert.deepEqual(again, first.get(told(question)), told(question));
  }
  await using server = await place.mcp();
  for (const question of asked.filter((q) => q.problem === undefined)) {
    const elsewhere = withoutTiming(await server.ask(question.op, question.input));
    // Over MCP advice names tools instead of operations; it is no fact.
    elsewhere.result.suggest = first.get(told(question)).result.suggest;
    if (elsewhere.result.suggest === undefined) delete elsewhere.result.suggest;
    assert.deepEqual(elsewhere, first.get(told(question)), `in another process: ${told(question)}`);
  }
  for (const question of asked) {
    const kept = await ask(project, question.op, question.input, "rev-0001");
    const current = first.get(told(question));
    assert.deepEqual(
      [kept.found, kept.problem?.code],
      [current.found, current.problem?.code],
      told(question),
    );
    if (!["freshness", "index_status", "catalog"].includes(question.op)) {
      assert.deepEqual(withoutTiming(kept).result, current.result, `named revision: ${told(question)}`);
    }
  }
});
