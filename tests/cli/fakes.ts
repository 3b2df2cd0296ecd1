// A project without an engine, two operations and captured streams: what the front doors need to be tested alone.

import * as z from "zod/mini";
import type { Problem } from "../../lib/base/problem.ts";
import type { Doors } from "../../lib/cli/doors.ts";
import type { Streams } from "../../lib/cli/streams.ts";
import type { Envelope } from "../../lib/facts/envelope.ts";
import { defineOperation, type Operation } from "../../lib/ops/define.ts";
import type { BuildReport, ProjectClient, ProjectReference, QueryOptions } from "../../lib/project/types.ts";

export const find = defineOperation({
  name: "find",
  title: "Find by name",
  summary: "Finds a declaration by its name.",
  positional: "name",
  input: z.object({
    name: z.string().check(z.minLength(1), z.describe("Short or qualified name.")),
    kinds: z.optional(z.array(z.enum(["class", "function"])).check(z.describe("Only these kinds."))),
    limit: z._default(z.int().check(z.gte(1), z.lte(50), z.describe("At most this many.")), 10),
    with_text: z._default(z.boolean().check(z.describe("Include the text.")), false),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        path: z.string(),
        start_line: z.int(),
        end_line: z.int(),
        kind: z.string(),
        fqn: z.string(),
      }),
    ),
    total: z.int(),
    truncated: z.boolean(),
  }),
  needs: ["graph"],
  example: { name: "App\\Shop\\Cart", limit: 3 },
  run: () => ({ found: true, result: { matches: [], total: 0, truncated: false } }),
});

export const status = defineOperation({
  name: "index_status",
  title: "State of the index",
  summary: "What the index covers.",
  input: z.object({}),
  output: z.object({ files: z.int() }),
  needs: ["graph"],
  example: {},
  run: () => ({ found: true, result: { files: 1 } }),
});

export const FAKE_OPERATIONS: readonly Operation[] = [find, status];

export const FRESH: Envelope["freshness"] = {
  checked: true,
  stale: false,
  changed: 0,
  added: 0,
  deleted: 0,
  config_changed: false,
  reindexed: false,
};

export function envelope(parts: Partial<Envelope> = {}): Envelope {
  return {
    op: "find",
    index_rev: "rev-0001",
    capability: "full",
    drift: { files: 0, symbols: 0, entries: 0 },
    provenance: "index",
    freshness: FRESH,
    limits: [],
    stale_warnings: [],
    found: true,
    result: {
      matches: [{
        path: "src/Cart.php",
        start_line: 12,
        end_line: 40,
        kind: "class",
        fqn: "App\\Shop\\Cart",
      }],
      total: 1,
      truncated: false,
    },
    ...parts,
  };
}

export const REPORT: BuildReport = {
  index_rev: "rev-0001",
  corpus_hash: "ab",
  built: true,
  initialised: true,
  files: 3,
  coverage: { parsed: 2, partial: 1 },
  nodes: 10,
  edges: 4,
  chunks: 5,
  skipped: { "mandatory:vendor": { count: 2, examples: ["vendor/a.php"] } },
  problems: 1,
  stages: [{ stage: "scan", ms: 10 }, { stage: "parse", ms: 20 }],
  warnings: [],
  removed_revs: [],
};

export interface FakeCall {
  op: string;
  input: Record<string, unknown>;
  options: QueryOptions | undefined;
}

/** A client that records its calls and answers with one envelope. */
export class FakeClient implements ProjectClient {
  readonly root = "/srv/shop";
  readonly configFile = "/srv/shop/.ragraf/project.yaml";
  readonly name = "shop";
  readonly calls: FakeCall[] = [];
  closed = 0;
  answer: (op: string) => Envelope | Promise<Envelope> = (op) => envelope({ op });
  report: () => Promise<BuildReport> = () => Promise.resolve(REPORT);
  records: string[] = ['{"t":"rev"}\n', '{"t":"file"}\n'];

  async query(op: string, input: Record<string, unknown>, options?: QueryOptions): Promise<Envelope> {
    this.calls.push({ op, input, options });
    return await this.answer(op);
  }
  ensure(onProgress?: Parameters<ProjectClient["ensure"]>[0]): Promise<BuildReport> {
    onProgress?.({ stage: "scan", done: 1, total: 2 });
    return this.report();
  }
  index(onProgress?: Parameters<ProjectClient["index"]>[0]): Promise<BuildReport> {
    onProgress?.({ stage: "scan", done: 1, total: 2 });
    return this.report();
  }
  async export(write: (chunk: string) => void | Promise<void>): Promise<void> {
    for (const record of this.records) await write(record);
  }
  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }
}

export interface FakeDoors extends Doors {
  client: FakeClient;
  opened: ProjectReference[];
  dropped: { reference: ProjectReference; all: boolean }[];
}

/** Doors over one fake client; `failure` makes opening fail. */
export function fakeDoors(failure?: Problem): FakeDoors {
  const client = new FakeClient();
  const opened: ProjectReference[] = [];
  const dropped: { reference: ProjectReference; all: boolean }[] = [];
  return {
    client,
    opened,
    dropped,
    operations: () => Promise.resolve(FAKE_OPERATIONS),
    open(reference) {
      opened.push(reference);
      return failure ? Promise.reject(failure) : Promise.resolve(client);
    },
    drop(reference, all) {
      dropped.push({ reference, all });
      return Promise.resolve({ root: "/srv/shop", removed: ["rev.json", "revs"], kept: ["project.yaml"] });
    },
    catalog: () => client.query("catalog", {}),
    serve: () => Promise.resolve(0),
    grammars: () =>
      Promise.resolve([{
        name: "php",
        package: "tree-sitter-php",
        version: "0",
        sha256: "ab",
        source: "staged",
        ok: true,
      }]),
  };
}

export interface CapturedStreams extends Streams {
  stdout(): string;
  stderr(): string;
}

export function captureStreams(parts: Partial<Streams> = {}): CapturedStreams {
  let stdout = "";
  let stderr = "";
  return {
    out: (text) => {
      stdout += text;
      return Promise.resolve();
    },
    err: (text) => void (stderr += text),
    columns: null,
    outColour: false,
    errTerminal: false,
    stdout: () => stdout,
    stderr: () => stderr,
    ...parts,
  };
}
