// The envelope of a build, the same on the command line and over MCP: afterwards the files are by definition as indexed.

import { type Envelope, envelopeOf, NOT_CHECKED } from "../facts/envelope.ts";
import type { BuildReport } from "./types.ts";

export function buildEnvelope(op: string, report: BuildReport, root: string): Envelope {
  return envelopeOf(op, {
    index_rev: report.index_rev,
    freshness: {
      ...NOT_CHECKED,
      checked: true,
      reindexed: report.built,
      ...(report.built && { reindex_rev: report.index_rev }),
    },
    limits: [...report.warnings],
    found: true,
    result: { root, ...report },
  });
}
