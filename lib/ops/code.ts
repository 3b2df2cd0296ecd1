// Operation `code`: the text of a fragment as indexed, by entry id, by name, or by path and lines. It marks a fragment
// whose file differs now; the file as it is now is the business of `live_read`.

import * as z from "zod/mini";
import { fromHex } from "../base/hash.ts";
import { usageProblem } from "../base/problem.ts";
import type { StaleWarning } from "../facts/envelope.ts";
import { fileOfRow } from "../store/graph_schema.ts";
import type { OperationContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { addressFields, checkName, limitInput, pathFilter } from "./fields.ts";
import { beyondEnd, parseLines } from "./line_range.ts";
import { notFound, notFoundFields, partialLimits, unreadLimits } from "./not_found.ts";
import { capText, MOST_CHARACTERS } from "./text_cap.ts";
import { storedLines } from "./stored_text.ts";
import { findSymbols, similarNames } from "./symbol_lookup.ts";

const fragment = z.object({
  entry_id: z.optional(z.string()),
  ...addressFields,
  kind: z.optional(z.string()),
  symbol: z.optional(z.string()),
  text: z.string(),
  /** The file is not any more as it was indexed. */
  differs_now: z.boolean(),
});
type Fragment = z.infer<typeof fragment>;

interface Wanted {
  file: number;
  path: string;
  first: number;
  last: number;
  entry_id?: string;
  kind?: string;
  symbol?: string;
}

export const code = defineOperation({
  name: "code",
  title: "Text of a fragment",
  summary: "The indexed text of a symbol, of entry ids from other answers, or of lines of a file.",
  positional: "name",
  input: z.object({
    name: z.optional(z.string().check(z.minLength(1), z.describe("Symbol, as in `symbol`."))),
    entry_ids: z.optional(
      z.array(z.string()).check(z.maxLength(50), z.describe("Ids that other answers gave.")),
    ),
    path: z.optional(z.string().check(z.minLength(1), z.describe("File, relative to the root."))),
    lines: z.optional(z.string().check(z.describe("`10-20` or `10`; with `path`."))),
    limit: limitInput(10, 50),
  }),
  output: z.object({
    fragments: z.array(fragment),
    total: z.int(),
    truncated: z.boolean(),
    missing: z.optional(z.array(z.string())),
    ...notFoundFields,
  }),
  needs: ["graph", "lexvec"],
  example: { name: "Cart::add" },
  run(context, input) {
    checkWay(input);
    const missing: string[] = [];
    const inPath = pathFilter(input.path);
    const wanted = input.name !== undefined
      ? byName(context, checkName(input.name)).filter((place) => inPath(place.path))
      : input.path !== undefined
      ? byPath(context, input.path, input.lines)
      : byIds(context, input.entry_ids!, missing);
    const fragments: Fragment[] = [];
    let characters = 0;
    let cut = false;
    for (const place of wanted.slice(0, input.limit)) {
      const text = storedLines(context.lexvec, place.file, place.first, place.last);
      if (text === null) {
        missing.push(place.symbol ?? `${place.path}:${place.first}-${place.last}`);
        continue;
      }
      const { entry_id, path, kind, symbol } = place;
      const differs_now = isChanged(context, path);
      const shown = capText(text.text, Math.max(0, MOST_CHARACTERS - characters));
      if (shown.text === "" && text.text !== "") continue;
      characters += shown.text.length;
      cut ||= shown.cut;
      fragments.push({
        ...(entry_id && { entry_id }),
        path,
        start_line: text.start_line,
        end_line: shown.cut ? text.start_line + shown.lines - 1 : text.end_line,
        text: shown.text,
        ...(kind && { kind, symbol }),
        differs_now,
      });
    }
    const result = {
      fragments,
      total: wanted.length,
      truncated: cut || wanted.length > fragments.length + missing.length,
      ...(missing.length > 0 ? { missing } : {}),
    };
    const stale_warnings = fragments.filter((f) => f.differs_now).map((f) => warning(context, f.path));
    if (fragments.length > 0) {
      const limits = partialLimits(context, fragments.map((f) => f.path));
      if (cut) {
        limits.push(`text is cut at ${MOST_CHARACTERS} characters: ask for the rest with path and lines`);
      }
      return { found: true, result, stale_warnings, limits };
    }
    const nearest = input.name === undefined ? [] : similarNames(context.graph, input.name);
    return {
      found: false,
      result: { ...result, ...notFound("no such fragment in the index", nearest) },
      limits: unreadLimits(context),
    };
  },
});

/** By entry ids, by a name (narrowed by a path), or by a path (narrowed by lines). */
function checkWay(input: { name?: string; entry_ids?: string[]; path?: string; lines?: string }): void {
  const { name, entry_ids, path, lines } = input;
  const ids = entry_ids !== undefined;
  const wrong = ids
    ? name !== undefined || path !== undefined || lines !== undefined
    : name !== undefined
    ? lines !== undefined
    : path === undefined;
  if (!wrong) return;
  throw usageProblem(
    "BAD_INPUT",
    "`code` takes entry_ids, or name (and path), or path (and lines)",
    "for example `query code Cart::add` or `query code --path src/Cart.php --lines 10-20`",
  );
}

function byName(context: OperationContext, name: string): Wanted[] {
  return findSymbols(context.graph, name).map((node) => ({
    file: fileOfRow(node.row),
    path: node.path,
    first: node.doc?.[0] ?? node.start_line,
    last: node.end_line,
    entry_id: node.id,
    kind: node.kind,
    symbol: node.fqn,
  }));
}

function byPath(context: OperationContext, path: string, lines: string | undefined): Wanted[] {
  const range = parseLines(lines);
  const file = context.graph.file(path.replaceAll("\\", "/").replace(/^\.\//, ""));
  if (file === undefined) return [];
  if (range !== null && range[0] > file.lines) throw beyondEnd(file.path, file.lines);
  return [{
    file: file.id,
    path: file.path,
    first: range?.[0] ?? 1,
    last: range?.[1] ?? Math.max(1, file.lines),
  }];
}

/** Ids of declarations and of chunks alike; what the index does not know any more is named. */
function byIds(context: OperationContext, ids: string[], missing: string[]): Wanted[] {
  return ids.flatMap((id): Wanted[] => {
    if (!/^[0-9a-f]{40}$/i.test(id)) {
      throw usageProblem(
        "BAD_ENTRY_ID",
        `«${id.slice(0, 60)}» is not an entry id`,
        "an entry id is 40 hexadecimal digits",
      );
    }
    const node = context.graph.nodeByUid(fromHex(id.toLowerCase()));
    if (node !== undefined) {
      const file = fileOfRow(node.row);
      const { path, kind, fqn: symbol } = node;
      return [{
        file,
        path,
        first: node.doc?.[0] ?? node.start_line,
        last: node.end_line,
        entry_id: node.id,
        kind,
        symbol,
      }];
    }
    const place = context.lexvec.placeById(fromHex(id.toLowerCase()));
    if (place !== undefined) {
      const path = context.graph.fileById(place.file)!.path;
      return [{
        file: place.file,
        path,
        first: place.start_line,
        last: place.end_line,
        entry_id: place.chunk_id,
      }];
    }
    missing.push(id);
    return [];
  });
}

function isChanged(context: OperationContext, path: string): boolean {
  return context.corpus.changed.includes(path) || context.corpus.deleted.includes(path);
}

function warning(context: OperationContext, path: string): StaleWarning {
  return {
    path,
    reason: "the file differs from the index",
    since: context.pointer.index_rev,
    suggest: "live_read",
  };
}
