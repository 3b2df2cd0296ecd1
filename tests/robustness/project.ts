// A project in a temporary folder for the tests of this folder: generated sources, the real program as a process, and
// what its folders hold afterwards.

import assert from "node:assert/strict";
import { ControlStore, type RevisionRecord } from "../../lib/store/control.ts";
import { MAIN, type Outcome, runProcess } from "../system/sample.ts";

// deno-lint-ignore no-explicit-any
export type Json = any;

export class TestProject implements AsyncDisposable {
  readonly root: string;
  readonly home: string;

  private constructor(readonly top: string) {
    this.root = `${top}/project`;
    this.home = `${top}/home`;
  }

  static make(files: Record<string, string | Uint8Array> = {}, config?: string): TestProject {
    const top = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ragraf-robust-" }));
    const project = new TestProject(top);
    Deno.mkdirSync(project.root);
    for (const [path, content] of Object.entries(files)) project.write(path, content);
    if (config !== undefined) project.write(".ragraf/project.yaml", config);
    return project;
  }

  get index(): string {
    return `${this.root}/.ragraf`;
  }

  get env(): Record<string, string> {
    return { RAGRAF_HOME: this.home, NO_COLOR: "1" };
  }

  write(path: string, content: string | Uint8Array): void {
    const full = `${this.root}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(full, content);
    else Deno.writeFileSync(full, content);
  }

  /** Runs the program to its end. No outcome of it may ever be a trace of a crash. */
  async ragraf(...args: string[]): Promise<Outcome> {
    return checked(
      await runProcess(Deno.execPath(), ["run", "-A", MAIN, ...args], { cwd: this.root, env: this.env }),
    );
  }

  /** The same under a shell script that prepares the process and ends in `exec "$@"`. */
  async ragrafUnder(script: string, ...args: string[]): Promise<Outcome> {
    const command = ["-c", script, "sh", Deno.execPath(), "run", "-A", MAIN, ...args];
    return checked(await runProcess("/bin/sh", command, { cwd: this.root, env: this.env }));
  }

  /** A build that must succeed. */
  async build(command: "ensure" | "index" = "ensure"): Promise<Json> {
    const outcome = await this.ragraf("--json", command, this.root);
    assert.equal(outcome.code, 0, outcome.stderr);
    return JSON.parse(outcome.stdout).result;
  }

  /** One question; the whole envelope. */
  async ask(...args: string[]): Promise<Json> {
    const outcome = await this.ragraf("--json", "-p", this.root, "query", ...args);
    return JSON.parse(outcome.stdout);
  }

  spawn(...args: string[]): Deno.ChildProcess {
    return new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", MAIN, ...args],
      cwd: this.root,
      env: this.env,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  }

  pointer(): { index_rev: string } | null {
    try {
      return JSON.parse(Deno.readTextFileSync(`${this.index}/rev.json`));
    } catch {
      return null;
    }
  }

  /** Rows of the history, newest first. */
  history(): RevisionRecord[] {
    const control = new ControlStore(`${this.index}/control.sqlite`);
    try {
      return control.history(100_000);
    } finally {
      control.close();
    }
  }

  revisionFolders(): string[] {
    return names(`${this.index}/revs`);
  }

  /** After a build nothing is left over, and the history says of each folder and each revision what is so. */
  assertTidy(retain: number): void {
    const allowed =
      /^(?:project\.yaml|config\.cache\.json|rev\.json|revs|lock|\.gitignore|control\.sqlite(?:-wal|-shm)?)$/;
    assert.deepEqual(names(this.index).filter((name) => !allowed.test(name)), [], "left over in .ragraf");
    assert.deepEqual(names(this.home).filter((name) => !/^catalog\.(?:json|lock)$/.test(name)), []);
    const folders = this.revisionFolders();
    assert.ok(folders.length >= 1 && folders.length <= retain, `kept: ${folders}`);
    for (const folder of folders) {
      assert.deepEqual(names(`${this.index}/revs/${folder}`), ["graph.sqlite", "lexvec.sqlite"]);
    }
    const current = this.pointer()?.index_rev;
    assert.ok(current !== undefined && folders.includes(current));
    const rows = this.history();
    for (const row of rows) {
      const id = revisionId(row.rev);
      assert.notEqual(row.state, "building", `${id}: nobody builds now`);
      assert.notEqual(row.finished_at, null, `${id}: ended, but not when`);
      if (row.state === "failed") assert.ok(row.reason, `${id}: failed without a reason`);
      const kept = row.state === "ready" && row.rotated_at === null;
      assert.equal(folders.includes(id), kept, `${id}: ${row.state}, rotated ${row.rotated_at}`);
    }
    assert.equal(revisionId(rows.find((row) => row.state === "ready")!.rev), current);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.top, { recursive: true });
  }
}

export function revisionId(rev: number): string {
  return `rev-${String(rev).padStart(4, "0")}`;
}

export function names(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Every failure is one line of what happened and one of what to do. */
function checked(outcome: Outcome): Outcome {
  assert.doesNotMatch(outcome.stderr, /^\s+at .+:\d+:\d+/m, outcome.stderr);
  assert.doesNotMatch(outcome.stderr, /Uncaught|defect of ragraf|panicked/, outcome.stderr);
  assert.doesNotMatch(outcome.stdout, /"code":"INTERNAL"/, outcome.stdout);
  if (outcome.code !== 0) {
    assert.ok([1, 2, 3].includes(outcome.code), `exit code ${outcome.code}: ${outcome.stderr}`);
    assert.match(outcome.stderr, /^ragraf: \S/m);
    assert.match(outcome.stderr, /^ {2}hint: \S/m);
  }
  return outcome;
}

/** PHP files of a size that makes a build last: `count` files of `functions` functions each. */
export function phpFiles(count: number, functions: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    let text = `<?php\nnamespace Gen\\Part${i % 20};\n\n/** Of file ${i}. */\nclass Thing${i}\n{\n`;
    for (let f = 0; f < functions; f++) {
      text +=
        `    /** @return int[] of ${i} and ${f} */\n    public function work${i}_${f}(array $rows, int $limit = ${f}): array\n` +
        `    {\n        $out = [];\n        foreach ($rows as $key => $row) {\n` +
        `            if ($key > $limit) { $out[] = $row->value${f} ?? self::pick($row, ${i}); }\n        }\n` +
        `        return $out;\n    }\n\n`;
    }
    files[`src/part${i % 20}/Thing${i}.php`] = `${text}}\n`;
  }
  return files;
}

/** A generator of numbers in [0, 1) that gives the same ones in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
