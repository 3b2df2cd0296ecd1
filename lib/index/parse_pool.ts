// Hands files to the parsing threads and takes their rows back, in batches, with a bound on what is under way. A file
// that breaks its thread is tried once more alone in a fresh one and then named as failed; the run goes on.

import { Problem } from "../base/problem.ts";
import { type ParseJob, type ParseResult, type ParseSettings, withoutText } from "./parse_job.ts";
import type { FromParser, ToParser } from "./parse_worker.ts";

/** A parsing thread as its owner hands it over. */
export interface ParserThread {
  port: MessagePort;
  /** Ends the thread. */
  stop(): void;
  /** Is called when the thread dies by itself. */
  onDeath(callback: (message: string) => void): void;
}

export type SpawnParser = () => Promise<ParserThread>;

const BATCH_BYTES = 192 * 1024;
const BATCH_FILES = 48;
/** Batches a thread may hold: one at work and one waiting, so that it never idles. */
const BATCHES_PER_THREAD = 2;
/** Bytes that may wait for a thread before reading pauses. */
const WAITING_BYTES = 16 * 1024 * 1024;

interface Batch {
  jobs: ParseJob[];
  bytes: number;
  /** The file broke a thread before: it travels alone and is not tried a third time. */
  lastTry: boolean;
}

interface Member {
  thread: ParserThread;
  open: Map<number, Batch>;
  retired: boolean;
}

export class ParsePool {
  readonly #spawn: SpawnParser;
  readonly #size: number;
  readonly #settings: ParseSettings;
  readonly #onResult: (result: ParseResult) => void;
  readonly #members: Member[] = [];
  readonly #queue: Batch[] = [];
  #filling: Batch = { jobs: [], bytes: 0, lastTry: false };
  #waitingBytes = 0;
  #spawning = 0;
  #nextBatch = 1;
  #changed: (() => void)[] = [];
  #failure: unknown = null;
  #stopped = false;

  constructor(
    spawn: SpawnParser,
    size: number,
    settings: ParseSettings,
    onResult: (result: ParseResult) => void,
  ) {
    this.#spawn = spawn;
    this.#size = size;
    this.#settings = settings;
    this.#onResult = onResult;
  }

  /** Takes a file; waits while too much is under way. */
  async add(job: ParseJob): Promise<void> {
    this.#filling.jobs.push(job);
    this.#filling.bytes += job.bytes.length;
    this.#waitingBytes += job.bytes.length;
    if (this.#filling.bytes >= BATCH_BYTES || this.#filling.jobs.length >= BATCH_FILES) this.#flush();
    if (this.#failure !== null) throw this.#failure;
    while (this.#waitingBytes > WAITING_BYTES) {
      this.#flush();
      await this.#change();
    }
  }

  /** Waits until every file came back, then ends the threads. */
  async finish(): Promise<void> {
    this.#flush();
    while (this.#queue.length > 0 || this.#members.some((m) => m.open.size > 0)) await this.#change();
    if (this.#failure !== null) throw this.#failure;
    this.stop();
  }

  /** Ends the threads at once; what is under way is dropped. */
  stop(): void {
    this.#stopped = true;
    this.#queue.length = 0;
    for (const member of this.#members) member.thread.stop();
    this.#members.length = 0;
  }

  #flush(): void {
    if (this.#filling.jobs.length > 0) {
      this.#queue.push(this.#filling);
      this.#filling = { jobs: [], bytes: 0, lastTry: false };
    }
    this.#dispatch();
  }

  #dispatch(): void {
    if (this.#stopped || this.#failure !== null) return;
    while (this.#queue.length > 0) {
      const free = this.#freeFor(this.#queue[0]!);
      if (free === undefined) break;
      const batch = this.#queue.shift()!;
      const number = this.#nextBatch++;
      free.open.set(number, batch);
      const message: ToParser = { type: "jobs", batch: number, settings: this.#settings, jobs: batch.jobs };
      // A last try keeps its bytes: whoever reports on it afterwards needs none, the thread gets a copy.
      free.thread.port.postMessage(message);
    }
    const live = this.#members.filter((m) => !m.retired).length + this.#spawning;
    const wanted = Math.min(this.#size, live + this.#queue.length);
    for (let i = live; i < wanted; i++) this.#grow();
  }

  /** A last try has its thread for itself: whatever ends the thread is that file's doing and nobody else's. */
  #freeFor(batch: Batch): Member | undefined {
    const room = batch.lastTry ? 1 : BATCHES_PER_THREAD;
    return this.#members
      .filter((m) => !m.retired && m.open.size < room && ![...m.open.values()].some((b) => b.lastTry))
      .sort((a, b) => a.open.size - b.open.size)[0];
  }

  #grow(): void {
    this.#spawning++;
    this.#spawn().then((thread) => {
      this.#spawning--;
      if (this.#stopped) {
        thread.stop();
        return;
      }
      const member: Member = { thread, open: new Map(), retired: false };
      this.#members.push(member);
      thread.port.onmessage = (event: MessageEvent<FromParser>) => this.#receive(member, event.data);
      thread.onDeath((message) => this.#bury(member, message));
      this.#dispatch();
    }, (error) => {
      this.#spawning--;
      // The threads that there are do the work of those that there are not.
      if (this.#members.length > 0) return;
      if (this.#spawning === 0) this.#fail(error);
    });
  }

  /** Ends the run: whoever waits gets the error. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#notify();
  }

  #report(result: ParseResult): void {
    try {
      this.#onResult(result);
    } catch (error) {
      // It must reach whoever waits in `add` or `finish`: thrown here it would end this thread.
      this.#fail(error);
    }
  }

  #receive(member: Member, message: FromParser): void {
    if (message.type === "ready" || this.#stopped) return;
    if (message.type === "broken") {
      this.#bury(member, message.message);
      return;
    }
    if (message.type === "unusable") {
      this.#retire(member);
      this.#fail(Problem.fromData(message.problem));
      return;
    }
    const batch = member.open.get(message.batch);
    if (batch === undefined) return;
    member.open.delete(message.batch);
    this.#waitingBytes -= batch.bytes;
    message.results.forEach((result, i) => {
      if (result.reason === "EXTRACTOR_FAILED" && !batch.lastTry) this.#again(batch.jobs[i]!);
      else this.#report(result);
    });
    // A parser that failed inside may answer wrongly from then on: it gets no more work.
    if (message.results.some((r) => r.reason === "EXTRACTOR_FAILED")) this.#retire(member);
    this.#dispatch();
    this.#notify();
  }

  /** The thread is gone: each of its files is tried once more, alone. */
  #bury(member: Member, reason: string): void {
    if (this.#stopped) return;
    const open = [...member.open.values()];
    member.open.clear();
    this.#retire(member);
    for (const batch of open) {
      this.#waitingBytes -= batch.bytes;
      for (const job of batch.jobs) {
        if (!batch.lastTry) this.#again(job);
        else {
          this.#report(
            withoutText(job, "failed", "PARSER_DIED", "unknown", {
              line: 1,
              code: "PARSER_DIED",
              message: reason,
            }),
          );
        }
      }
    }
    this.#dispatch();
    this.#notify();
  }

  #again(job: ParseJob): void {
    this.#waitingBytes += job.bytes.length;
    this.#queue.push({ jobs: [job], bytes: job.bytes.length, lastTry: true });
  }

  #retire(member: Member): void {
    if (member.retired) return;
    member.retired = true;
    const at = this.#members.indexOf(member);
    if (at >= 0) this.#members.splice(at, 1);
    for (const batch of member.open.values()) {
      this.#waitingBytes -= batch.bytes;
      for (const job of batch.jobs) this.#again(job);
    }
    member.open.clear();
    member.thread.stop();
  }

  async #change(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    await new Promise<void>((resolve) => this.#changed.push(resolve));
    if (this.#failure !== null) throw this.#failure;
  }

  #notify(): void {
    const waiting = this.#changed;
    this.#changed = [];
    for (const resolve of waiting) resolve();
  }
}
