// A build report for people. Every file that was left out is counted with its reason (invariant 10), except ragraf's own
// folder, which only the JSON form counts.

import type { BuildReport } from "../project/types.ts";
import { toldReason } from "./cells.ts";
import { alignRows } from "./table.ts";

/** The report as lines, ending in a line feed. */
export function buildText(report: BuildReport, root: string): string {
  const lines = [
    `${root}: ${report.index_rev} ${
      report.built ? `built in ${seconds(report)}` : "is current, nothing was built"
    }`,
  ];
  if (report.initialised) lines.push("a configuration was written: .ragraf/project.yaml");
  lines.push(
    `${report.files} files (${counts(report.coverage)}), ${report.nodes} nodes, ${report.edges} edges, ` +
      `${report.chunks} chunks`,
  );
  const skipped = Object.entries(report.skipped).filter(([reason]) => toldReason(reason));
  if (skipped.length > 0) {
    lines.push("left out:");
    lines.push(...alignRows(skipped.map(([reason, { count, examples }]) => [
      `  ${reason}`,
      String(count),
      examples.length > 0 ? `for example ${examples.join(", ")}` : "",
    ])));
  }
  if (report.problems > 0) {
    lines.push(
      `problems in the files: ${report.problems}; \`ragraf status\` counts them, \`ragraf export\` lists them`,
    );
  }
  for (const warning of report.warnings) lines.push(`warning: ${warning}`);
  if (report.removed_revs.length > 0) {
    lines.push(`removed older revisions: ${report.removed_revs.join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}

function counts(coverage: Record<string, number>): string {
  const parts = Object.entries(coverage).filter(([, n]) => n > 0).map(([state, n]) => `${state} ${n}`);
  return parts.length > 0 ? parts.join(", ") : "none";
}

function seconds(report: BuildReport): string {
  const total = report.stages.reduce((sum, stage) => sum + stage.ms, 0);
  return `${(total / 1000).toFixed(2)} s`;
}
