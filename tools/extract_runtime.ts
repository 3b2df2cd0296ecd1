// Takes the bare `denort` runtime out of an executable that `deno compile` made, for each executable format
// (docs/ARCHITECTURE.md, «The executable»). Pure: bytes in, bytes out. It does not judge where the bytes came from;
// tools/denort.ts compares the result with a known digest.

/** The runtime without its payload; throws RangeError when the bytes are not of the format expected. */
export function extractRuntime(executable: Uint8Array): Uint8Array {
  const view = new DataView(executable.buffer, executable.byteOffset, executable.byteLength);
  const magic = view.getUint32(0, false);
  if (magic === 0x7f454c46) return cutElfTrailer(executable, view);
  if (magic >>> 16 === 0x4d5a) return removePeResources(executable, ".pedata");
  if (view.getUint32(0, true) === 0xfeedfacf) return removeMachOSegment(executable, "__SUI", "__LINKEDIT");
  throw new RangeError(`neither ELF, PE nor 64-bit Mach-O: starts with ${magic.toString(16)}`);
}

/** The last 8 bytes of the 16-byte trailer are the length of payload and trailer together. */
function cutElfTrailer(bytes: Uint8Array, view: DataView): Uint8Array {
  const length = Number(view.getBigUint64(bytes.length - 8, true));
  if (length < 16 || length >= bytes.length) {
    throw new RangeError(`ELF trailer names a payload of ${length} bytes`);
  }
  return bytes.subarray(0, bytes.length - length);
}

/**
 * The payload is the only resource, in a last section of its own. Compiling could replace the resource, but it leaves
 * the section's size in memory as it was, and a larger payload then crashes at start: the section has to go.
 */
function removePeResources(input: Uint8Array, name: string): Uint8Array {
  const bytes = input.slice();
  const view = new DataView(bytes.buffer);
  const header = view.getUint32(0x3c, true);
  const sections = view.getUint16(header + 6, true);
  const optional = header + 24;
  const last = optional + view.getUint16(header + 20, true) + 40 * (sections - 1);
  const start = view.getUint32(last + 20, true);
  if (textAt(bytes, last, 8) !== name || start + view.getUint32(last + 16, true) !== bytes.length) {
    throw new RangeError(`PE whose last section is not ${name} at the end of the file`);
  }
  view.setUint16(header + 6, sections - 1, true);
  view.setUint32(optional + 56, view.getUint32(last + 12, true), true); // size of the image: where the section began
  view.setBigUint64(optional + 128, 0n, true); // data directory of the resources
  bytes.fill(0, last, last + 40);
  return bytes.subarray(0, start);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  const raw = bytes.subarray(at, at + length);
  const end = raw.indexOf(0);
  return new TextDecoder().decode(end < 0 ? raw : raw.subarray(0, end));
}

interface LoadCommand {
  kind: number;
  offset: number;
  size: number;
}

interface Segment extends LoadCommand {
  name: string;
  fileOffset: number;
}

const SEGMENT_64 = 0x19;
const HEADER_SIZE = 32;

/** Offsets, within a load command, of the 32-bit fields that are positions in the file. */
const FILE_POSITIONS: ReadonlyMap<number, readonly number[]> = new Map<number, number[]>([
  [0x2, [8, 16]], // symbol table: symbols, strings
  [0xb, [32, 40, 48, 56, 64, 72]], // dynamic symbol table
  [0x22, [8, 16, 24, 32, 40]], // dyld information
  [0x80000022, [8, 16, 24, 32, 40]],
  // What describes one run of bytes in __LINKEDIT: signature, split info, function starts, data in code, …
  ...[0x1d, 0x26, 0x29, 0x2b, 0x2d, 0x36, 0x80000033, 0x80000034].map((
    kind,
  ): [number, number[]] => [kind, [8]]),
]);

/** Removes a segment that lies right before another one: its load command, its bytes, and the gap in every position. */
function removeMachOSegment(input: Uint8Array, name: string, behind: string): Uint8Array {
  const bytes = input.slice();
  const view = new DataView(bytes.buffer);
  const commands = loadCommands(view);
  const segments = commands.filter((c) => c.kind === SEGMENT_64).map((c) => segmentAt(bytes, view, c));
  const gone = segments.find((s) => s.name === name);
  const next = segments.find((s) => s.name === behind);
  if (gone === undefined || next === undefined) throw new RangeError(`Mach-O without ${name} or ${behind}`);
  const length = next.fileOffset - gone.fileOffset;

  for (const command of commands) {
    if (command.kind === SEGMENT_64) lower64(view, command.offset + 40, next.fileOffset, length);
    // The segment behind moves up in memory too, as it lay before the payload was put in.
    if (command.offset === next.offset) lower64(view, command.offset + 24, 0, length);
    for (const field of FILE_POSITIONS.get(command.kind) ?? []) {
      lower32(view, command.offset + field, next.fileOffset, length);
    }
  }

  const commandsEnd = HEADER_SIZE + view.getUint32(20, true);
  bytes.copyWithin(gone.offset, gone.offset + gone.size, commandsEnd);
  bytes.fill(0, commandsEnd - gone.size, commandsEnd);
  view.setUint32(16, view.getUint32(16, true) - 1, true);
  view.setUint32(20, view.getUint32(20, true) - gone.size, true);

  const output = new Uint8Array(bytes.length - length);
  output.set(bytes.subarray(0, gone.fileOffset));
  output.set(bytes.subarray(gone.fileOffset + length), gone.fileOffset);
  return output;
}

function loadCommands(view: DataView): LoadCommand[] {
  const commands: LoadCommand[] = [];
  let offset = HEADER_SIZE;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    const size = view.getUint32(offset + 4, true);
    if (size < 8) throw new RangeError(`Mach-O load command of ${size} bytes at ${offset}`);
    commands.push({ kind: view.getUint32(offset, true), offset, size });
    offset += size;
  }
  return commands;
}

function segmentAt(bytes: Uint8Array, view: DataView, command: LoadCommand): Segment {
  return {
    ...command,
    name: textAt(bytes, command.offset + 8, 16),
    fileOffset: Number(view.getBigUint64(command.offset + 40, true)),
  };
}

function lower32(view: DataView, at: number, from: number, by: number): void {
  const value = view.getUint32(at, true);
  if (value >= from) view.setUint32(at, value - by, true);
}

function lower64(view: DataView, at: number, from: number, by: number): void {
  const value = Number(view.getBigUint64(at, true));
  if (value >= from) view.setBigUint64(at, BigInt(value - by), true);
}
