// Digests. Ids and content hashes are the identity of everything in the index, so they are made in one place.

import { createHash } from "node:crypto";

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

/** Lower-case hexadecimal of bytes. */
export function toHex(bytes: Uint8Array): string {
  let out = "";
  for (const byte of bytes) out += HEX[byte];
  return out;
}

/** Bytes of an even-length hexadecimal string; throws RangeError on anything else. */
export function fromHex(hex: string): Uint8Array {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new RangeError(`not hexadecimal: ${hex}`);
  const out = new Uint8Array(hex.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return out;
}

/** SHA-256 of bytes or of the UTF-8 form of a string: 32 bytes. */
export function sha256(data: Uint8Array | string): Uint8Array {
  return new Uint8Array(createHash("sha256").update(data).digest());
}

/** SHA-1 of bytes or of the UTF-8 form of a string: 20 bytes. */
export function sha1(data: Uint8Array | string): Uint8Array {
  return new Uint8Array(createHash("sha1").update(data).digest());
}
