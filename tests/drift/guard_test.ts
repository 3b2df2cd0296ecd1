import assert from "node:assert/strict";
import type { CorpusScan, ScannedFile } from "../../lib/corpus/scan.ts";
import { compareCorpus, type SignatureTable } from "../../lib/drift/guard.ts";

const READ = 1_700_000_010_500;

interface Case {
  /** What differs now from the file as it was read. */
  now?: Partial<ScannedFile>;
  was?: { ctimeMs?: number | null; mtimeMs?: number };
  content?: number;
  expected: "same" | "changed" | "hashed";
  force?: boolean;
}

function run({ now, was, content = 1, expected, force = false }: Case): void {
  const seen = { size: 10, mtimeMs: READ - 60_000.25, ctimeMs: READ - 60_000.25, ino: 7, ...was };
  const file: ScannedFile = { path: "a.php", language: "php", dev: 1, skip: null, ...seen, ...now };
  const scan: CorpusScan = { files: [file], skipped: {}, directories: 1 };
  const table: SignatureTable = new Map([
    ["a.php", { path: "a.php", ...seen, readMs: READ, sha256: "01" }],
  ]);
  const change = compareCorpus(scan, table, () => `0${content}`, force);
  const outcome = change.changed.length > 0 ? "changed" : change.hashed > 0 ? "hashed" : "same";
  assert.equal(outcome, expected);
}

const check = (name: string, one: Case) => Deno.test(`guard: ${name}`, () => run(one));

check("equal stamps well before the read stand in for the hash", { expected: "same" });
check("another size is another content without a hash", { now: { size: 11 }, expected: "changed" });
check("same size, same mtime put back: the change time betrays it", {
  now: { ctimeMs: READ + 5 },
  content: 2,
  expected: "changed",
});
check("touched but not edited is hashed and the same", {
  now: { mtimeMs: READ + 5, ctimeMs: READ + 5 },
  expected: "hashed",
});
check("replaced by another file of the same stamps", { now: { ino: 8 }, content: 2, expected: "changed" });
check("a stamp as late as the read cannot vouch for what came after it", {
  was: { ctimeMs: READ - 20.5 },
  content: 2,
  expected: "changed",
});
check("whole seconds: the second of the read is not over", {
  was: { ctimeMs: 1_700_000_010_000 },
  content: 2,
  expected: "changed",
});
check("whole seconds: an earlier second vouches", {
  was: { ctimeMs: 1_700_000_009_000 },
  content: 2,
  expected: "same",
});
check("no change time on this platform: always hashed", {
  was: { ctimeMs: null },
  content: 2,
  expected: "changed",
});
check("--force hashes what the stamps would vouch for", { force: true, content: 2, expected: "changed" });

Deno.test("guard: added and deleted files", () => {
  const file: ScannedFile = {
    path: "new.php",
    language: "php",
    dev: 1,
    skip: null,
    size: 1,
    mtimeMs: 1,
    ctimeMs: 1,
    ino: 1,
  };
  const table: SignatureTable = new Map([
    ["old.php", {
      path: "old.php",
      size: 1,
      mtimeMs: 1,
      ctimeMs: 1,
      ino: 1,
      readMs: READ,
      sha256: "01",
    }],
  ]);
  const change = compareCorpus({ files: [file], skipped: {}, directories: 1 }, table, () => null, false);
  assert.deepEqual([change.added, change.deleted, change.changed], [["new.php"], ["old.php"], []]);
});
