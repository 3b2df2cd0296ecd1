// Reads one file out of a gzip-compressed tar archive, as npm packs packages. It knows nothing of links, long names or
// sparse files: an archive that needs them is refused by not finding the entry.

const BLOCK = 512;

/** Bytes of the entry called `name`; throws when the archive does not hold it. */
export async function tarballEntry(archive: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array> {
  const stream = new Blob([archive]).stream().pipeThrough(new DecompressionStream("gzip"));
  const tar = new Uint8Array(await new Response(stream).arrayBuffer());
  for (let at = 0; at + BLOCK <= tar.length;) {
    const entry = field(tar, at, 100);
    if (entry === "") break;
    const size = parseInt(field(tar, at + 124, 12), 8);
    if (Number.isNaN(size)) throw new RangeError(`tar entry ${entry} has no size`);
    if (entry === name) return tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new RangeError(`the archive has no entry ${name}`);
}

function field(tar: Uint8Array, at: number, length: number): string {
  const raw = tar.subarray(at, at + length);
  const end = raw.indexOf(0);
  return new TextDecoder().decode(end < 0 ? raw : raw.subarray(0, end)).trim();
}
