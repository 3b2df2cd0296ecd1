// The main thread's side of an engine: starts its Worker with cut permissions, makes parsing threads for it, and turns
// messages into promises. It computes nothing.

import { Problem, type ProblemData } from "../base/problem.ts";
import { loadGrammars } from "../../wasm/loader.ts";
import type { ProjectConfig } from "../facts/config.ts";
import { enginePermissions, type EngineScope, PARSER_PERMISSIONS } from "./engine_permissions.ts";
import type { EngineOpen, FromEngine, Method, Requests, ToEngine } from "./engine_protocol.ts";
import type { Progress } from "./types.ts";
import { workerUrl } from "./worker_urls.ts";

interface Pending {
  resolve(value: unknown): void;
  reject(problem: Problem): void;
  onProgress?: (p: Progress) => void;
  onChunk?: (text: string) => void | Promise<void>;
}

export class EngineClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #threads = new Map<number, Worker>();
  /** What paths of the configuration are relative to. */
  readonly #projectFolder: string;
  #next = 1;
  #dead: Problem | null = null;

  constructor(open: EngineOpen, scope: EngineScope) {
    this.#worker = startWorker("engine", enginePermissions(scope));
    this.#worker.onmessage = (event: MessageEvent<FromEngine>) => this.#receive(event.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#die(
        new Problem(
          "ENGINE_DIED",
          `the engine ended: ${event.message}`,
          "call again; report it if it recurs",
        ),
      );
    };
    this.#projectFolder = open.dir.slice(0, open.dir.lastIndexOf("/")) || "/";
    this.#send(open);
  }

  /** It ended by itself and answers nothing any more. */
  get dead(): boolean {
    return this.#dead !== null;
  }

  configure(config: EngineOpen["config"], configHash: string): void {
    this.#send({ type: "config", config, configHash });
  }

  request<M extends Method>(
    method: M,
    params: Requests[M],
    callbacks: Pick<Pending, "onProgress" | "onChunk"> = {},
  ): Promise<unknown> {
    if (this.#dead) return Promise.reject(this.#dead);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, ...callbacks });
      this.#send({ type: "request", id, method, params } as ToEngine);
    });
  }

  close(): void {
    this.#die(new Problem("ENGINE_CLOSED", "the project was closed", "open it again"));
  }

  #send(message: ToEngine, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromEngine): void {
    switch (message.type) {
      case "opened":
        break;
      case "answer":
        this.#take(message.id)?.resolve(message.value);
        break;
      case "failure":
        this.#take(message.id)?.reject(Problem.fromData(message.problem));
        break;
      case "progress":
        this.#pending.get(message.id)?.onProgress?.(message);
        break;
      case "chunk":
        this.#forward(message.id, message.text);
        break;
      case "live-schema":
        this.#askDatabase(message.id, message.db);
        break;
      case "spawn":
        this.#spawn(message.thread);
        break;
      case "stop":
        this.#threads.get(message.thread)?.terminate();
        this.#threads.delete(message.thread);
        break;
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** Acknowledges a piece of an export once its reader took it. */
  async #forward(id: number, text: string): Promise<void> {
    try {
      await this.#pending.get(id)?.onChunk?.(text);
      this.#send({ type: "ack", id });
    } catch (error) {
      this.#take(id)?.reject(Problem.from(error));
    }
  }

  /** The engine has no network: only this thread may start one that does. */
  async #askDatabase(id: number, db: ProjectConfig["db"]): Promise<void> {
    const { readLiveSchema } = await import("./live_schema.ts");
    this.#send({ type: "live-schema", id, outcome: await readLiveSchema(db, this.#projectFolder) });
  }

  #spawn(thread: number): void {
    try {
      const grammars = loadGrammars();
      const worker = startWorker("parse", PARSER_PERMISSIONS);
      const { port1, port2 } = new MessageChannel();
      worker.onerror = (event) => {
        event.preventDefault();
        this.#send({ type: "parser-died", thread, message: event.message });
      };
      worker.postMessage({ port: port1, grammars }, [port1]);
      this.#threads.set(thread, worker);
      this.#send({ type: "parser", thread, port: port2 }, [port2]);
    } catch (error) {
      const problem: ProblemData = Problem.from(error).toData();
      this.#send({ type: "parser-failed", thread, problem });
    }
  }

  #die(problem: Problem): void {
    this.#dead ??= problem;
    for (const thread of this.#threads.values()) thread.terminate();
    this.#threads.clear();
    this.#worker.terminate();
    for (const pending of this.#pending.values()) pending.reject(problem);
    this.#pending.clear();
  }
}

/** Options of a Deno Worker, which the standard type does not know. */
interface WorkerOptionsWithPermissions extends WorkerOptions {
  deno: { permissions: Deno.PermissionOptions };
}

function startWorker(name: "engine" | "parse", permissions: Deno.PermissionOptions): Worker {
  const options: WorkerOptionsWithPermissions = { type: "module", name, deno: { permissions } };
  return new Worker(workerUrl(name), options);
}
