// The engine's thread. Its permissions are cut to the project: read the root, read and write `.ragraf` and the catalog,
// no network, no programs, no environment (DESIGN §11). Requests are answered one after the other.

import "../base/quiet_console.ts";
import { Problem } from "../base/problem.ts";
import type { ProjectConfig } from "../facts/config.ts";
import type { LiveSchemaOutcome } from "../facts/information_schema.ts";
import type { ParserThread } from "../index/parse_pool.ts";
import { answer } from "./answer.ts";
import type { FromEngine, ToEngine } from "./engine_protocol.ts";
import { exportRecords } from "./export.ts";
import { Session } from "./session.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToEngine>) => void) | null;
  postMessage(message: FromEngine): void;
};

/** Characters of an export sent at once, and how many pieces may be under way. */
const EXPORT_PIECE = 128 * 1024;
const EXPORT_WINDOW = 8;

let session: Session | null = null;
let queue: Promise<void> = Promise.resolve();
let nextThread = 1;
const spawning = new Map<number, { resolve(thread: ParserThread): void; reject(error: Problem): void }>();
const deaths = new Map<number, (message: string) => void>();
const asked = new Map<number, (outcome: LiveSchemaOutcome | null) => void>();
let nextQuestion = 1;
const acks = new Map<number, () => void>();

scope.onmessage = (event) => {
  const message = event.data;
  switch (message.type) {
    case "open":
      session = new Session(message, spawnParser, askDatabase);
      scope.postMessage({ type: "opened" });
      break;
    case "config":
      session?.setConfig(message.config, message.configHash);
      break;
    case "request":
      queue = queue.then(() => serve(message));
      break;
    case "parser":
      spawning.get(message.thread)?.resolve(threadOf(message.thread, message.port));
      spawning.delete(message.thread);
      break;
    case "parser-failed":
      spawning.get(message.thread)?.reject(Problem.fromData(message.problem));
      spawning.delete(message.thread);
      break;
    case "parser-died":
      deaths.get(message.thread)?.(message.message);
      break;
    case "live-schema":
      asked.get(message.id)?.(message.outcome);
      asked.delete(message.id);
      break;
    case "ack":
      acks.get(message.id)?.();
      break;
  }
};

async function serve(request: Extract<ToEngine, { type: "request" }>): Promise<void> {
  const { id } = request;
  try {
    const value = await perform(session!, request);
    scope.postMessage({ type: "answer", id, value });
  } catch (error) {
    scope.postMessage({ type: "failure", id, problem: Problem.from(error).toData() });
  }
}

function perform(open: Session, request: Extract<ToEngine, { type: "request" }>): Promise<unknown> | unknown {
  switch (request.method) {
    case "query":
      return answer(open, request.params);
    case "ensure":
      return open.build(true, progressOf(request.id));
    case "index":
      return open.build(false, progressOf(request.id));
    case "export":
      return exportAll(open, request.id);
    case "state":
      return effortState(open);
  }
}

/** At most twenty reports a second: progress is for people. */
function progressOf(id: number) {
  let last = 0;
  return (stage: string, done: number, total: number) => {
    const now = performance.now();
    if (now - last < 50 && done !== total) return;
    last = now;
    scope.postMessage({ type: "progress", id, stage, done, total });
  };
}

async function exportAll(open: Session, id: number): Promise<null> {
  const { opened, freshness, refused } = await open.guard("update");
  if (refused) throw refused;
  opened.graph.mustBeReadable();
  const flow = new Flow();
  acks.set(id, () => flow.taken());
  try {
    let text = "";
    for (
      const record of exportRecords(
        opened.graph,
        opened.pointer,
        freshness.stale ? freshness.reason ?? "" : null,
      )
    ) {
      text += JSON.stringify(record) + "\n";
      if (text.length < EXPORT_PIECE) continue;
      scope.postMessage({ type: "chunk", id, text });
      text = "";
      await flow.sent();
    }
    if (text !== "") scope.postMessage({ type: "chunk", id, text });
    return null;
  } finally {
    acks.delete(id);
  }
}

/** Holds an export back while its reader is slower than the store. */
class Flow {
  #underWay = 0;
  #resume: (() => void) | null = null;

  async sent(): Promise<void> {
    this.#underWay++;
    if (this.#underWay >= EXPORT_WINDOW) await new Promise<void>((resolve) => this.#resume = resolve);
  }

  taken(): void {
    this.#underWay--;
    this.#resume?.();
    this.#resume = null;
  }
}

function effortState(open: Session): { state: string; config_matches: boolean | null } {
  const opened = open.open();
  if (opened === null) return { state: "index_missing", config_matches: null };
  const { state } = open.compare(opened, false);
  const differs = state.changed.length + state.added.length + state.deleted.length > 0;
  const name = differs ? "changed" : state.config_changed ? "config_changed" : "current";
  return { state: name, config_matches: !state.config_changed };
}

/** The main thread asks the configured database: this one has no network. */
function askDatabase(db: ProjectConfig["db"]): Promise<LiveSchemaOutcome | null> {
  const id = nextQuestion++;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    scope.postMessage({ type: "live-schema", id, db });
  });
}

/** Threads are made by the main thread: only it may load their code and grammars. */
function spawnParser(): Promise<ParserThread> {
  const thread = nextThread++;
  return new Promise((resolve, reject) => {
    spawning.set(thread, { resolve, reject });
    scope.postMessage({ type: "spawn", thread });
  });
}

function threadOf(thread: number, port: MessagePort): ParserThread {
  return {
    port,
    stop: () => {
      deaths.delete(thread);
      port.close();
      scope.postMessage({ type: "stop", thread });
    },
    onDeath: (callback) => void deaths.set(thread, callback),
  };
}
