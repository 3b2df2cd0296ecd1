// The comparison of two lists of declarations, and its command line for any folder of PHP files:
//
//   deno run -A tests/oracle/symbols/compare.ts DIR...
//
// It compares files that the oracle could parse, as multisets of kind, name and lines, and explains nothing away.

import { directRecords, oracleRecords, phpFiles, type Records, type SymbolRecord } from "./records.ts";

export interface Comparison {
  files: number;
  symbols: number;
  /** Declarations that only the oracle has. */
  missing: SymbolRecord[];
  /** Declarations that only ragraf has. */
  extra: SymbolRecord[];
  /** Files that the oracle parses and ragraf does not, with what ragraf says. */
  unparsed: [string, string][];
  /** Files that the oracle does not parse, with what it says. */
  unparsedByOracle: [string, string][];
}

export function compare(oracle: Records, ragraf: Records): Comparison {
  const balance = new Map<string, number>();
  const byKey = new Map<string, SymbolRecord>();
  const count = (symbols: SymbolRecord[], step: number) => {
    for (const symbol of symbols) {
      if (!oracle.parsed.has(symbol.path)) continue;
      const key = [symbol.path, symbol.kind, symbol.fqn, symbol.start_line, symbol.end_line].join("|");
      byKey.set(key, symbol);
      balance.set(key, (balance.get(key) ?? 0) + step);
    }
  };
  count(oracle.symbols, 1);
  count(ragraf.symbols, -1);
  const only = (sign: number) =>
    [...balance].flatMap(([key, n]) => Array.from({ length: Math.max(0, n * sign) }, () => byKey.get(key)!));
  return {
    files: oracle.parsed.size,
    symbols: oracle.symbols.length,
    missing: only(1),
    extra: only(-1),
    unparsed: [...ragraf.unparsed].filter(([path]) => oracle.parsed.has(path)),
    unparsedByOracle: [...oracle.unparsed],
  };
}

/** A difference in one line. */
export function describe(symbol: SymbolRecord): string {
  return `${symbol.path}:${symbol.start_line}-${symbol.end_line} ${symbol.kind} ${symbol.fqn}`;
}

if (import.meta.main) {
  for (const root of Deno.args) {
    const paths = phpFiles(root);
    const result = compare(await oracleRecords(root, paths), await directRecords(root, paths));
    console.log(
      `${root}: ${result.files} files, ${result.symbols} symbols, ${result.missing.length} missing, ` +
        `${result.extra.length} extra, ${result.unparsed.length} unparsed, ` +
        `${result.unparsedByOracle.length} unparsed by the oracle`,
    );
    for (const symbol of result.missing.slice(0, 25)) console.log(`  - ${describe(symbol)}`);
    for (const symbol of result.extra.slice(0, 25)) console.log(`  + ${describe(symbol)}`);
    for (const [path, why] of result.unparsed.slice(0, 25)) console.log(`  ! ${path}: ${why.slice(0, 300)}`);
    for (const [path, why] of result.unparsedByOracle.slice(0, 10)) console.log(`  ? ${path}: ${why}`);
  }
}
