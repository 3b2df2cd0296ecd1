// The last lines of a readable answer: what it does not cover, what may be stale, and of which revision it is. One line
// each, neutral, always present.

import type { Envelope } from "../facts/envelope.ts";

/** Notes in a fixed order: stale warnings, limits, the state line. */
export function notes(envelope: Envelope): string[] {
  const lines = envelope.stale_warnings.map((w) =>
    `stale: ${w.path}: ${w.reason} since ${w.since}; \`ragraf query live_read ${w.path}\` shows the file now`
  );
  for (const limit of envelope.limits) lines.push(`limit: ${limit}`);
  lines.push(stateLine(envelope));
  return lines;
}

/** `rev-0007, index, files unchanged` */
function stateLine(envelope: Envelope): string {
  const parts = [envelope.index_rev ?? "no revision", envelope.provenance];
  if (envelope.capability === "degraded") parts.push("degraded");
  parts.push(freshnessText(envelope));
  const { files, symbols, entries } = envelope.drift;
  if (files + symbols + entries > 0) {
    parts.push(`drift: ${files} files, ${symbols} symbols, ${entries} entries`);
  }
  return parts.join(", ");
}

function freshnessText({ freshness }: Envelope): string {
  const { changed, added, deleted } = freshness;
  const differences = [
    changed > 0 ? `${changed} changed` : "",
    added > 0 ? `${added} added` : "",
    deleted > 0 ? `${deleted} deleted` : "",
    freshness.config_changed ? "configuration changed" : "",
  ].filter(Boolean).join(", ");
  if (freshness.reindexed) {
    return `reindexed before this answer${differences ? ` (${differences})` : ""}`;
  }
  if (freshness.stale) {
    const why = [freshness.reason, differences].filter(Boolean).join("; ");
    return `may be stale${why ? `: ${why}` : ""}`;
  }
  if (!freshness.checked) return "files not compared";
  return differences ? `files compared: ${differences}` : "files unchanged";
}
