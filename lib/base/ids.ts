// Every identifier is a digest of content (DESIGN §5): no time, no absolute path, no traversal order, no line.
// A blank line on top of a file therefore changes no id, no edge of another file and no remembered entry.

import { sha1, sha256, toHex } from "./hash.ts";

/**
 * `sha1(kind | fqn | path | ordinal)`; ordinal counts the declarations of that kind and name in that file, from 0.
 * 20 bytes.
 */
export function nodeId(kind: string, fqn: string, path: string, ordinal: number): Uint8Array {
  return sha1(`${kind}|${fqn}|${path}|${ordinal}`);
}

/** `sha1(src | dst | kind | evidence_path | evidence_line)`, with the hexadecimal ids of both ends. 20 bytes. */
export function edgeUid(
  srcHex: string,
  dstHex: string,
  kind: string,
  evidencePath: string,
  evidenceLine: number,
): Uint8Array {
  return sha1(`${srcHex}|${dstHex}|${kind}|${evidencePath}|${evidenceLine}`);
}

/** `sha1(content_sha256 | chunk_kind | model)`; deliberately without revision and path. 20 bytes. */
export function chunkId(contentSha256Hex: string, chunkKind: string, model: string): Uint8Array {
  return sha1(`${contentSha256Hex}|${chunkKind}|${model}`);
}

/** SHA-256 over the sorted `path \t sha256` lines of exactly the files that are indexed, as hexadecimal. */
export function corpusHash(files: Iterable<{ path: string; sha256: string }>): string {
  const lines = Array.from(files, (f) => `${f.path}\t${f.sha256}`);
  lines.sort(compareText);
  return toHex(sha256(lines.join("\n")));
}

/** Order by UTF-16 code unit, the same on every platform and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
