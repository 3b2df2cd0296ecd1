// Operation `live_read`: the file as it is now, with the fragments that differ from the index marked (FT-31). It never
// starts a rebuild: the difference is the answer.

import * as z from "zod/mini";
import { diffArrays } from "diff";
import type { OperationContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { beyondEnd, parseLines } from "./line_range.ts";
import { storedLines } from "./stored_text.ts";
import { capText, MOST_CHARACTERS } from "./text_cap.ts";

const change = z.object({
  kind: z.enum(["added", "changed", "deleted"]),
  /** Lines of the file now; for a deletion the line it stood before. */
  start_line: z.int(),
  end_line: z.int(),
  indexed_start_line: z.int(),
  indexed_end_line: z.int(),
});
type Change = z.infer<typeof change>;

/** Lines shown when no range is asked for. */
const MOST_LINES = 400;
/** A larger file is compared by hash only: a line comparison of it would take too long. */
const MOST_DIFF_LINES = 60_000;

export const liveRead = defineOperation({
  name: "live_read",
  title: "Read a file now",
  summary: "A file of the project as it is on disk now, with the lines that changed since the index marked.",
  positional: "path",
  input: z.object({
    path: z.string().check(z.minLength(1), z.describe("Relative to the root.")),
    lines: z.optional(z.string().check(z.describe("`10-20` or `10`."))),
  }),
  output: z.object({
    path: z.string(),
    start_line: z.int(),
    end_line: z.int(),
    total_lines: z.int(),
    truncated: z.boolean(),
    encoding: z.string(),
    text: z.string(),
    indexed: z.boolean(),
    differs: z.boolean(),
    changes: z.array(change),
  }),
  needs: ["graph", "lexvec", "corpus"],
  guard: "compare",
  example: { path: "src/Shop/Cart.php", lines: "1-12" },
  run(context, input) {
    const range = parseLines(input.lines);
    const live = context.live(input.path);
    const file = context.graph.file(live.path);
    const differs = file !== undefined && file.sha256 !== live.sha256;
    const limits: string[] = [];
    const first = range?.[0] ?? 1;
    if (first > Math.max(1, live.lines.count)) throw beyondEnd(live.path, live.lines.count);
    const asked = Math.min(range?.[1] ?? first + MOST_LINES - 1, live.lines.count);
    const shown = capText(live.lines.slice(first, asked), MOST_CHARACTERS);
    const last = shown.cut ? first + shown.lines - 1 : asked;
    if (shown.cut) limits.push(`text is cut at ${MOST_CHARACTERS} characters`);
    const changes = differs ? differences(context, file, live, limits) : [];
    if (file === undefined) limits.push("the file is not in the index: why_not says why");
    return {
      found: true,
      provenance: differs ? "mixed" : "live",
      limits,
      result: {
        path: live.path,
        start_line: first,
        end_line: Math.max(first, last),
        total_lines: live.lines.count,
        truncated: shown.cut || (range === null && last < live.lines.count),
        encoding: live.encoding,
        text: shown.text,
        indexed: file !== undefined,
        differs,
        changes,
      },
      ...(differs && {
        stale_warnings: [{
          path: live.path,
          reason: "the file differs from the index",
          since: context.pointer.index_rev,
          suggest: "live_read" as const,
        }],
      }),
    };
  },
});

function differences(
  context: OperationContext,
  file: { id: number; lines: number },
  live: { lines: { count: number; slice(a: number, b: number): string } },
  limits: string[],
): Change[] {
  if (file.lines + live.lines.count > MOST_DIFF_LINES) {
    limits.push("the file is too long to compare line by line: it differs, where is not said");
    return [];
  }
  const before = storedLines(context.lexvec, file.id, 1, Math.max(1, file.lines))?.text ?? "";
  const now = live.lines.slice(1, live.lines.count);
  const changes: Change[] = [];
  let oldLine = 1;
  let newLine = 1;
  for (const part of diffArrays(splitLines(before), splitLines(now))) {
    const count = part.value.length;
    if (part.removed) {
      changes.push({
        kind: "deleted",
        start_line: newLine,
        end_line: newLine,
        indexed_start_line: oldLine,
        indexed_end_line: oldLine + count - 1,
      });
      oldLine += count;
    } else if (part.added) {
      const previous = changes.at(-1);
      const replaces = previous?.kind === "deleted" && previous.start_line === newLine &&
        previous.indexed_end_line === oldLine - 1;
      const lines = { start_line: newLine, end_line: newLine + count - 1 };
      if (replaces) Object.assign(previous, { kind: "changed", ...lines });
      else changes.push({ kind: "added", ...lines, indexed_start_line: oldLine, indexed_end_line: oldLine });
      newLine += count;
    } else {
      oldLine += count;
      newLine += count;
    }
  }
  return changes;
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\r\n|\n|\r(?!\n))/);
}
