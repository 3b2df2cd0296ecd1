import assert from "node:assert/strict";
import { EarlyOpen, guessProject } from "../../lib/cli/early_open.ts";
import type { ProjectClient, ProjectReference } from "../../lib/project/types.ts";

const guess = (line: string, expected: string | undefined) =>
  Deno.test(`guessProject ${line}`, () => assert.equal(guessProject(line.split(" ")), expected));

guess("-p shop symbol Cart", "shop");
guess("symbol Cart --project=shop", "shop");
guess("symbol Cart --project shop", "shop");
guess("symbol -pshop Cart", "shop");
guess("symbol Cart", undefined);
guess("search -- -p shop", undefined);
guess("-p a -p b symbol", "b");

function fake() {
  const opened: ProjectReference[] = [];
  const closed: string[] = [];
  const open = (reference: ProjectReference) => {
    opened.push(reference);
    if (reference.ref === "bad") return Promise.reject(new Error("no such project"));
    return Promise.resolve(
      {
        root: reference.ref ?? "",
        close: () => Promise.resolve(void closed.push(reference.ref!)),
      } as unknown as ProjectClient,
    );
  };
  return { opened, closed, early: new EarlyOpen(open) };
}

Deno.test("a project that was begun early is opened once", async () => {
  const { opened, early } = fake();
  early.start({ ref: "shop", cwd: "/" });
  assert.equal((await early.take({ ref: "shop", cwd: "/" })).root, "shop");
  assert.equal(opened.length, 1);
});

Deno.test("a wrong guess is closed and the right project opened", async () => {
  const { closed, early } = fake();
  early.start({ ref: "other", cwd: "/" });
  assert.equal((await early.take({ ref: "shop", cwd: "/" })).root, "shop");
  await Promise.resolve();
  assert.deepEqual(closed, ["other"]);
});

Deno.test("an early failure is that of the call, and only then", async () => {
  const { early } = fake();
  early.start({ ref: "bad", cwd: "/" });
  await assert.rejects(early.take({ ref: "bad", cwd: "/" }), /no such project/);
});
