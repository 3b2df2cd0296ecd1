// The diagnosis for people: one section each, one line a fact.

import type { Diagnosis, ProjectState } from "./diagnose.ts";
import { alignRows } from "./table.ts";

/** The whole text, ending in a line feed. */
export function doctorText(d: Diagnosis): string {
  const section = (
    title: string,
    rows: string[][],
  ) => [title, ...alignRows(rows.map((r) => [`  ${r[0]}`, ...r.slice(1)]))];
  return [
    ...section("versions", Object.entries(d.versions)),
    ...section("pinned packages", Object.entries(d.dependencies)),
    ...section(
      "grammars",
      d.grammars.map((
        g,
      ) => [g.name, `${g.package} ${g.version}`, g.source, state(g.ok), `sha256 ${g.sha256}`]),
    ),
    ...section("SQLite", [
      ["FTS5", d.sqlite.fts5 ? "present" : "absent"],
      [
        "extension loading",
        d.sqlite.extensions ? "possible" : "not possible: vectors are compared in-process",
      ],
      ...d.sqlite.problems.map((p) => ["failed", p]),
    ]),
    ...section("permissions", Object.entries(d.permissions)),
    ...section("user folder", [[
      d.home.path ?? "none",
      d.home.writable
        ? (d.home.exists ? "writable" : "does not exist yet, can be created")
        : `not writable: ${d.home.problem}`,
    ]]),
    ...section(
      "external programs (optional)",
      d.engines.map((e) => [
        e.name,
        e.path ?? `not found: it would add ${e.adds}; to get it, ${e.obtain}`,
      ]),
    ),
    ...section("project", projectRows(d.project)),
    ...(d.missing.length === 0
      ? ["nothing essential is missing"]
      : section("missing", d.missing.map((m) => [m]))),
    "",
  ].join("\n");
}

function projectRows({ state, root, index_rev, problem }: ProjectState): string[][] {
  const rows = [["state", state]];
  if (root !== null) rows.push(["root", root]);
  if (index_rev !== null) rows.push(["revision", index_rev]);
  if (problem) rows.push([problem.code, `${problem.message}${problem.hint ? `; ${problem.hint}` : ""}`]);
  return rows;
}

function state(ok: boolean): string {
  return ok ? "verified" : "unusable";
}
