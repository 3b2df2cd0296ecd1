// Bytes of a source file as text. The encoding is found from the bytes alone and recorded, because an index that stores
// mojibake or drops a file is worse than one that says what it read. It refuses to normalise anything: line ends,
// invisible characters and NUL characters stay, so that line numbers and texts are those of the file.

export type SourceEncoding =
  | "utf-8"
  | "utf-8-bom"
  | "utf-16le"
  | "utf-16be"
  | "windows-1251"
  | "koi8-r"
  | "latin-1"
  | "binary";

export interface DecodeProblem {
  line: number;
  code: string;
  message: string;
}

export interface DecodedSource {
  /** Well-formed UTF-16, without a byte order mark. Empty when `encoding` is `binary`. */
  text: string;
  encoding: SourceEncoding;
  /** Present when something of the file could not be read as text. */
  problems?: DecodeProblem[];
}

const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT_UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
/** Detection looks at no more than this much of a file. Bytes. */
const SAMPLE = 1 << 20;

/** Decodes a source file. Never throws; what is not text is `binary`. */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return utf8(bytes.subarray(3), "utf-8-bom") ?? damagedUtf8(bytes.subarray(3), "utf-8-bom");
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes.subarray(2), "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2), "utf-16be");
  const plain = utf8(bytes, "utf-8");
  if (plain !== null && !plain.text.includes("\0")) return plain;
  const wide = utf16WithoutMark(bytes);
  if (wide !== null) return utf16(bytes, wide);
  if (isBinary(bytes)) return { text: "", encoding: "binary" };
  if (plain !== null) return plain;
  if (mostlyUtf8(bytes)) return damagedUtf8(bytes, "utf-8");
  const encoding = singleByteEncoding(bytes);
  const label = encoding === "latin-1" ? "windows-1252" : encoding;
  return { text: new TextDecoder(label).decode(bytes), encoding };
}

function utf8(bytes: Uint8Array, encoding: "utf-8" | "utf-8-bom"): DecodedSource | null {
  try {
    return { text: STRICT_UTF8.decode(bytes), encoding };
  } catch {
    return null;
  }
}

function damagedUtf8(bytes: Uint8Array, encoding: "utf-8" | "utf-8-bom"): DecodedSource {
  const text = LENIENT_UTF8.decode(bytes);
  return { text, encoding, problems: [replaced(text, "bytes that are not UTF-8 were replaced by U+FFFD")] };
}

function utf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): DecodedSource {
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  try {
    new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encoding };
  } catch {
    return { text, encoding, problems: [replaced(text, "broken UTF-16 was replaced by U+FFFD")] };
  }
}

function replaced(text: string, what: string): DecodeProblem {
  let line = 1;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0xfffd) break;
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) line++;
  }
  return { line, code: "INVALID_ENCODING", message: `${what}, first on line ${line}` };
}

/** UTF-16 shows as one of the two bytes of nearly every unit being 0x00 or 0x04 (ASCII and Cyrillic). */
function utf16WithoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const units = Math.min(bytes.length, 4096) >> 1;
  if (units < 2 || bytes.length % 2 !== 0) return null;
  let first = 0;
  let second = 0;
  let breaks = 0;
  for (let i = 0; i < units; i++) {
    const a = bytes[2 * i]!;
    const b = bytes[2 * i + 1]!;
    if ((a === 0 || a === 4) && b !== 0) first++;
    if ((b === 0 || b === 4) && a !== 0) second++;
    if ((a === 0 || b === 0) && (a | b) >= 9 && (a | b) < 127) breaks++;
  }
  if (breaks < units * 0.1) return null;
  if (second > units * 0.9 && first < units * 0.5) return "utf-16le";
  if (first > units * 0.9 && second < units * 0.5) return "utf-16be";
  return null;
}

const MAGIC = [
  "\x89PNG",
  "GIF8",
  "PK\x03\x04",
  "\x7fELF",
  "%PDF-",
  "\x1f\x8b",
  "\xff\xd8\xff",
  "BZh",
  "MZ\x90",
];

/** Control characters that no text has, counted over a sample; one stray NUL in a test string is not binary. */
function isBinary(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, 8192);
  let controls = 0;
  for (let i = 0; i < end; i++) {
    const b = bytes[i]!;
    if (b < 32 && (b < 7 || b > 13) && b !== 27 && b !== 26) controls++;
  }
  if (controls > 8 && controls > end * 0.02) return true;
  if (controls > 0 && controls > end * 0.2) return true;
  return MAGIC.some((magic) => {
    for (let i = 0; i < magic.length; i++) if (bytes[i] !== magic.charCodeAt(i)) return false;
    return true;
  });
}

/** Several well-formed multi-byte sequences, clearly more than broken bytes: UTF-8 that was damaged or cut. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  const end = Math.min(bytes.length, SAMPLE);
  for (let i = 0; i < end; i++) {
    const lead = bytes[i]!;
    if (lead < 0x80) continue;
    const more = lead >= 0xc2 && lead <= 0xdf
      ? 1
      : lead >= 0xe0 && lead <= 0xef
      ? 2
      : lead >= 0xf0 && lead <= 0xf4
      ? 3
      : 0;
    let k = 0;
    while (k < more && (bytes[i + 1 + k]! & 0xc0) === 0x80) k++;
    if (more > 0 && k === more) {
      good++;
      i += more;
    } else bad++;
  }
  return good >= 2 && good >= bad * 3;
}

// Single-byte encodings. Every hypothesis gets the cost of the high bytes of the file, in half bits, and the cheapest wins.
// Cyrillic is paid by letter pairs of Russian with the case pattern of words; Western European by the share of accented
// letters and by how rarely two stand together. So `größe` is never Cyrillic, and one Russian word in a comment suffices.

/** Cost of a letter after another, Russian: 33 by 33 in base 36, 0 is no letter, 1 to 32 are а to я. Counted by us. */
const RUSSIAN_PAIRS = [
  "zca7e9df97laea786b6a9bggdglmllblf",
  "5sb8cbbc9kaa9b5paa97gjedcdcttttfb",
  "b6lool9ojco95j97o6bl7odkooac5onjd",
  "65rfop6rk7r89fa6i9bbbrgrqgmr7hqre",
  "a9kneacnn7nhaeb2l5ln8nnnnnnnnnnnn",
  "a4ndoe4fm8qf7e96e8ce8qkmllqoejqng",
  "4jedb8dedfbaa95fh787nhfkdffttttln",
  "d6jnn73nn5nenc6gnnnn8nnnnnnhnnnnn",
  "83e7n8dipbpcc696pbpp8ppppppo9mppg",
  "5edcgd8g9ba8a8aif977sec8bihttttd8",
  "1olloblolooa6jdlno77oooogiooooooo",
  "64ojrrbfp5rl9pg5pa989rpfrorrrrhrr",
  "98lrlr5cr6rcnrc6rrjr9orrfkrrd5p96",
  "57leqq3qq8qhedc5dqlqbnqqqqqqanqqa",
  "a5tljf6tj4tgqt76treabeojiptt7htme",
  "6p86a8babe997abfb888higkdditttkng",
  "c8orrr7rr7rghre3d3mhbrrjlrrrdorrk",
  "a4qdji5bs7sgsba5mgad9jisphjsahpsf",
  "8bhblfans8s88ce78fb3bpgnigsmbbsj9",
  "67q9tk6tn7tbjf96f6aqclttitttb6ojk",
  "6gdeb799bqaaabcq9a98qlfn6k9qqqq7i",
  "c3llllcll3llcjl5lblfbgllllllkllll",
  "1gmemmfmmdmmmje5m8dmhcmkmmmmmmemm",
  "66memm6mm5mkmmmhmmjm7mmmmmmm4mmmm",
  "d4oooo4ol5oeho8iolo6foookhoooiooo",
  "76lhll4ll3laal9dlejedllllllllilll",
  "c6llll2ll3llllklllllbllllllllalll",
  "5eeeee2eeeeeeeeeeeeeeeeeeeeeeeee6",
  "3pcame6pfp7b79opdef7pp7pfempppppp",
  "2plppnip6ip8pe7pppa8ppplpcpppppci",
  "blhhglllllja5lgljle1lglllalllllll",
  "3mcmm7mkmmjmikgmmci7mmmm5m5mmmmim",
  "1picle8l9pinhbeppfganpdhgndppppde",
].map((row) => Uint8Array.from(row, (c) => parseInt(c, 36)));

/** Cost of the bytes 0x80 to 0xFF among the non-ASCII characters of ten Western European languages. Counted by us. */
const WESTERN = Uint8Array.from(
  "tvvvfjvvvvvvtvvvvnafctjqvvvvpvutinvvvvvtvqvcvsvvmsttvtvsutncttumnprufhjtljqtvrttvtvttvmkmtntjvvhc8i947aab7ekmbkmvfi9jd8t9idnbvvt",
  (c) => parseInt(c, 36),
);
const ACCENTED = 9;
const SYMBOL = 12;
const FOREIGN = 24;
const RARER = 6;

/** For a byte: 0 no letter, 1 to 32 small letter, 33 to 64 capital letter; symbols that Western has too are 65. */
type Alphabet = Uint8Array;

function alphabet(label: string): Alphabet {
  const high = Uint8Array.from({ length: 128 }, (_, i) => 128 + i);
  const text = new TextDecoder(label).decode(high);
  const western = new TextDecoder("windows-1252").decode(high);
  const ukrainian: Record<string, string> = { "ё": "е", "є": "е", "і": "и", "ї": "и", "ґ": "г", "ў": "у" };
  const out = new Uint8Array(256);
  for (let i = 0; i < 128; i++) {
    const char = text[i]!;
    const small = char.toLowerCase();
    const index = (ukrainian[small] ?? small).charCodeAt(0) - 0x42f;
    if (index >= 1 && index <= 32) out[128 + i] = char === small ? index : index + 32;
    else if (char === western[i]) out[128 + i] = 65;
  }
  return out;
}

let alphabets: { windows1251: Alphabet; koi8r: Alphabet } | null = null;

function singleByteEncoding(bytes: Uint8Array): "windows-1251" | "koi8-r" | "latin-1" {
  alphabets ??= { windows1251: alphabet("windows-1251"), koi8r: alphabet("koi8-r") };
  const sample = bytes.subarray(0, SAMPLE);
  const latin = westernCost(sample, alphabets.windows1251);
  const windows1251 = russianCost(sample, alphabets.windows1251);
  // A very short text can read well both ways (`НЕТ` is `мер` in the other code page): the common one is the answer.
  const koi8r = russianCost(sample, alphabets.koi8r) + RARER;
  if (latin <= windows1251 && latin <= koi8r) return "latin-1";
  return windows1251 <= koi8r ? "windows-1251" : "koi8-r";
}

function westernCost(bytes: Uint8Array, windows1251: Alphabet): number {
  let cost = 0;
  let previousHigh = false;
  for (const b of bytes) {
    if (b < 0x80) {
      previousHigh = false;
    } else if (windows1251[b] === 65) {
      cost += SYMBOL;
      previousHigh = false;
    } else {
      cost += ACCENTED + WESTERN[b - 0x80]! + (previousHigh ? 4 : 0);
      previousHigh = true;
    }
  }
  return cost;
}

function russianCost(bytes: Uint8Array, letters: Alphabet): number {
  let cost = 0;
  let previous = 0;
  let capitals = 0;
  let smalls = 0;
  let longest = 0;
  for (let i = 0; i < bytes.length; i++) {
    const b = bytes[i]!;
    const code = b < 0x80 ? 0 : letters[b]!;
    const letter = code > 64 ? 0 : code > 32 ? code - 32 : code;
    if (previous !== 0 || letter !== 0) cost += RUSSIAN_PAIRS[previous]![letter]!;
    if (letter === 0) {
      if (b >= 0x80) cost += code === 65 ? SYMBOL : FOREIGN;
      else if (previous !== 0 && isAsciiLetter(b)) cost += FOREIGN;
      capitals = smalls = 0;
    } else {
      // `\nОшибка`: the letter of an escape sequence does not belong to the word.
      if (previous === 0 && i > 0 && isAsciiLetter(bytes[i - 1]!) && bytes[i - 2] !== 0x5c) cost += FOREIGN;
      if (code > 32) {
        cost += smalls > 0 ? FOREIGN : capitals === 0 ? 4 : 2;
        capitals++;
      } else {
        if (capitals > 1) cost += SYMBOL;
        smalls++;
        capitals = 0;
      }
      longest = Math.max(longest, smalls + capitals);
    }
    previous = letter;
  }
  // Only lone letters: a table of accented letters looks like that, Russian text does not.
  return longest < 2 ? cost + FOREIGN : cost;
}

function isAsciiLetter(b: number): boolean {
  return (b >= 97 && b <= 122) || (b >= 65 && b <= 90);
}
