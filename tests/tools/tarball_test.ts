// One file out of an archive of two, made here byte by byte.

import assert from "node:assert/strict";
import { tarballEntry } from "../../tools/tarball.ts";

Deno.test("an entry is found by its name, whatever lies before it", async () => {
  const archive = await gzip([["package/package.json", "{}"], ["package/bin/steady", "x".repeat(700)]]);
  const found = await tarballEntry(archive, "package/bin/steady");
  assert.equal(new TextDecoder().decode(found), "x".repeat(700));
});

Deno.test("an absent entry is an error that names it", async () => {
  const archive = await gzip([["package/package.json", "{}"]]);
  await assert.rejects(tarballEntry(archive, "package/bin/steady"), /package\/bin\/steady/);
});

async function gzip(files: [string, string][]): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const blocks = files.flatMap(([name, content]) => {
    const header = new Uint8Array(512);
    header.set(encoder.encode(name), 0);
    header.set(encoder.encode(`${content.length.toString(8).padStart(11, "0")}\0`), 124);
    const body = new Uint8Array(Math.ceil(content.length / 512) * 512);
    body.set(encoder.encode(content), 0);
    return [header, body];
  });
  const stream = new Blob([...blocks, new Uint8Array(1024)]).stream();
  return new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
}
