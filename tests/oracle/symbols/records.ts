// Where the compared declarations come from: the oracle, the extractor itself, or an export of a built index. All three
// give the same records, so that one comparison serves every stage of the project. Nothing is judged here.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LineIndex } from "../../../lib/base/text.ts";
import { loadExtractors } from "../../../lib/lang/mod.ts";
import { loadGrammars } from "../../../wasm/loader.ts";

export interface SymbolRecord {
  kind: string;
  fqn: string;
  path: string;
  start_line: number;
  end_line: number;
}

export interface Records {
  symbols: SymbolRecord[];
  /** Files that were read whole. */
  parsed: Set<string>;
  /** Files that were not, with the reason. */
  unparsed: Map<string, string>;
}

/** What the oracle lists. Namespaces and closures are left to the unit tests. */
export const COMPARED_KINDS: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "trait",
  "enum",
  "enum_case",
  "function",
  "method",
  "property",
  "constant",
]);

/** PHP files under a root as relative paths, sorted; symbolic links are not followed. */
export function phpFiles(root: string): string[] {
  const found: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of Deno.readDirSync(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory) folders.push(path);
      else if (entry.isFile && /\.(?:php|inc|phtml|module|install|theme)$/i.test(entry.name)) {
        found.push(path);
      }
    }
  }
  return found.sort();
}

/** The declarations that nikic/php-parser sees. */
export async function oracleRecords(root: string, paths: readonly string[]): Promise<Records> {
  const script = fileURLToPath(new URL("./dump.php", import.meta.url));
  const child = new Deno.Command("php", {
    args: ["-d", "short_open_tag=0", "-d", "error_reporting=0", script, root],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(paths.map((p) => p + "\n").join(""))).then(() =>
    writer.close()
  );
  const { stdout, success } = await child.output();
  await written;
  if (!success) throw new Error("dump.php failed");
  const records = empty();
  for (const line of new TextDecoder().decode(stdout).split("\n")) {
    if (line === "") continue;
    const record = JSON.parse(line);
    if (record.ok) records.parsed.add(record.path);
    else if (record.error !== undefined) records.unparsed.set(record.path, record.error);
    else records.symbols.push(record);
  }
  return records;
}

/** The declarations that the extractor finds, file by file, without a store. */
export async function directRecords(root: string, paths: readonly string[]): Promise<Records> {
  const extractor = (await loadExtractors(loadGrammars())).get("php")!;
  const records = empty();
  for (const path of paths) {
    const text = new TextDecoder().decode(Deno.readFileSync(join(root, path)));
    const facts = extractor.extract({ path, text, lines: new LineIndex(text) });
    if (facts.state === "parsed") records.parsed.add(path);
    else {
      records.unparsed.set(
        path,
        `${facts.state}: ${facts.problems.map((p) => `${p.line} ${p.message}`).join("; ")}`,
      );
    }
    for (const node of facts.nodes) {
      if (COMPARED_KINDS.has(node.kind)) records.symbols.push({ ...pick(node), path });
    }
  }
  return records;
}

/**
 * The declarations of a built index, as `ragraf export --format jsonl` prints them. The files are copied first: a corpus
 * is shared, and an index would stay in it.
 */
export async function exportRecords(root: string, paths: readonly string[]): Promise<Records> {
  const copy = Deno.makeTempDirSync({ prefix: "ragraf-symbols-" });
  const home = Deno.makeTempDirSync({ prefix: "ragraf-home-" });
  try {
    for (const path of paths) {
      Deno.mkdirSync(dirname(join(copy, path)), { recursive: true });
      Deno.copyFileSync(join(root, path), join(copy, path));
    }
    await ragraf(["ensure", copy], home);
    return exported(await ragraf(["-p", copy, "export", "--format", "jsonl"], home));
  } finally {
    Deno.removeSync(copy, { recursive: true });
    Deno.removeSync(home, { recursive: true });
  }
}

function exported(jsonl: string): Records {
  const records = empty();
  const php = new Set<string>();
  const nodes: SymbolRecord[] = [];
  for (const line of jsonl.split("\n")) {
    if (line === "") continue;
    const record = JSON.parse(line);
    if (record.t === "file" && record.language === "php") {
      php.add(record.path);
      if (record.state === "parsed") records.parsed.add(record.path);
      else if (record.state !== "skipped") records.unparsed.set(record.path, record.state);
    } else if (record.t === "node" && COMPARED_KINDS.has(record.kind)) {
      nodes.push({ ...pick(record), path: record.path });
    }
  }
  records.symbols = nodes.filter((n) => php.has(n.path));
  return records;
}

async function ragraf(args: string[], home: string): Promise<string> {
  const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", main, ...args],
    env: { RAGRAF_HOME: home },
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`ragraf ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

function empty(): Records {
  return { symbols: [], parsed: new Set(), unparsed: new Map() };
}

function pick({ kind, fqn, start_line, end_line }: Omit<SymbolRecord, "path">): Omit<SymbolRecord, "path"> {
  return { kind, fqn, start_line, end_line };
}
