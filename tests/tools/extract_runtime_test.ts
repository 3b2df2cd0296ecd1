// Executables in miniature: enough of each format to see what is cut and what is moved. The real ones are compared by
// digest when the program is compiled.

import assert from "node:assert/strict";
import { extractRuntime } from "../../tools/extract_runtime.ts";

Deno.test("ELF: payload and trailer are cut off the end", () => {
  const runtime = bytesOf(0x7f, 0x45, 0x4c, 0x46, 1, 2, 3, 4);
  const trailer = new Uint8Array(16);
  new DataView(trailer.buffer).setBigUint64(8, 16n + 5n, true);
  const made = join(runtime, new Uint8Array(5).fill(9), trailer);
  assert.deepEqual(extractRuntime(made), runtime);
});

Deno.test("ELF: a trailer that cannot be one is refused", () => {
  const made = join(bytesOf(0x7f, 0x45, 0x4c, 0x46), new Uint8Array(28).fill(0xff));
  assert.throws(() => extractRuntime(made), RangeError);
});

Deno.test("PE: the section with the payload goes", () => {
  const made = portable([[".text", 0x1000, 0x200, 0x40], [".pedata", 0x2000, 0x240, 0x30]], 0x2030, [
    0x2000,
    0x30,
  ]);
  assert.deepEqual(extractRuntime(made), portable([[".text", 0x1000, 0x200, 0x40]], 0x2000, [0, 0]));
});

Deno.test("PE: another last section is refused", () => {
  const made = portable([[".text", 0x1000, 0x200, 0x40]], 0x2000, [0, 0]);
  assert.throws(() => extractRuntime(made), /\.pedata/);
});

Deno.test("anything else is refused", () => {
  assert.throws(() => extractRuntime(new Uint8Array(64)), /neither ELF/);
});

Deno.test("Mach-O: the payload segment goes, positions behind it move", () => {
  const header = machO([
    segment("__TEXT", 0, 0, 0x200),
    segment("__SUI", 0x1200, 0x200, 0x80),
    segment("__LINKEDIT", 0x1280, 0x280, 0x40),
    command(0x2, 24, { 8: 0x290, 16: 0x2a0 }),
    command(0x26, 16, { 8: 0x40 }),
  ]);
  const made = join(header, new Uint8Array(0x200 - header.length), filled(0x80, 7), filled(0x40, 8));
  // The header is padded to 0x200, then comes the payload, then __LINKEDIT.
  const cut = extractRuntime(made);
  assert.equal(cut.length, made.length - 0x80);
  assert.deepEqual(cut.subarray(0x200), filled(0x40, 8));

  const expected = machO([
    segment("__TEXT", 0, 0, 0x200),
    segment("__LINKEDIT", 0x1200, 0x200, 0x40),
    command(0x2, 24, { 8: 0x210, 16: 0x220 }),
    command(0x26, 16, { 8: 0x40 }),
  ]);
  assert.deepEqual(cut.subarray(0, expected.length), expected);
  assert.ok(cut.subarray(expected.length, 0x200).every((byte) => byte === 0), "the gap is zeroed");
});

function bytesOf(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

function filled(length: number, value: number): Uint8Array {
  return new Uint8Array(length).fill(value);
}

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Sections as name, address, file position and size; then the size of the image and the resource directory. */
function portable(
  sections: [string, number, number, number][],
  imageSize: number,
  resources: [number, number],
): Uint8Array {
  const bytes = new Uint8Array(Math.max(...sections.map(([, , start, size]) => start + size)));
  const view = new DataView(bytes.buffer);
  const [header, optional, optionalSize] = [0x40, 0x58, 0xf0];
  bytes.set(bytesOf(0x4d, 0x5a));
  view.setUint32(0x3c, header, true);
  view.setUint16(header + 6, sections.length, true);
  view.setUint16(header + 20, optionalSize, true);
  view.setUint32(optional + 56, imageSize, true);
  resources.forEach((value, i) => view.setUint32(optional + 128 + 4 * i, value, true));
  sections.forEach(([name, address, start, size], i) => {
    const at = optional + optionalSize + 40 * i;
    bytes.set(new TextEncoder().encode(name), at);
    view.setUint32(at + 12, address, true);
    view.setUint32(at + 16, size, true);
    view.setUint32(at + 20, start, true);
  });
  return bytes;
}

function machO(commands: Uint8Array[]): Uint8Array {
  const header = new Uint8Array(32);
  const view = new DataView(header.buffer);
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(16, commands.length, true);
  view.setUint32(20, commands.reduce((sum, c) => sum + c.length, 0), true);
  return join(header, ...commands);
}

function segment(name: string, address: number, offset: number, size: number): Uint8Array {
  const bytes = command(0x19, 72, {});
  bytes.set(new TextEncoder().encode(name), 8);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(24, BigInt(address), true);
  view.setBigUint64(40, BigInt(offset), true);
  view.setBigUint64(48, BigInt(size), true);
  return bytes;
}

function command(kind: number, size: number, fields: Record<number, number>): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, kind, true);
  view.setUint32(4, size, true);
  for (const [at, value] of Object.entries(fields)) view.setUint32(Number(at), value, true);
  return bytes;
}
