// Measures whole processes: wall time and peak memory as the operating system accounts them. It prints figures and
// judges nothing; tests never assert a time.

export interface Measured {
  ms: number;
  /** Peak resident memory in MiB; null where /proc is not there. */
  peakMiB: number | null;
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. Peak memory is read while it runs, a last time just before it ends. */
export async function measure(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Measured> {
  const started = performance.now();
  const child = new Deno.Command(program, { args, env, stdout: "piped", stderr: "piped" }).spawn();
  let peak = 0;
  const sample = () => {
    try {
      const match = /VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync(`/proc/${child.pid}/status`));
      if (match) peak = Math.max(peak, Number(match[1]));
    } catch {
      // Not Linux, or the process has just ended.
    }
  };
  const timer = setInterval(sample, 10);
  const output = await child.output();
  const ms = performance.now() - started;
  clearInterval(timer);
  const decoder = new TextDecoder();
  return {
    ms,
    peakMiB: peak === 0 ? null : peak / 1024,
    code: output.code,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Nearest-rank quantile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? NaN;
}

/** Size of everything below a folder in bytes. */
export function folderBytes(path: string): number {
  let sum = 0;
  for (const entry of Deno.readDirSync(path)) {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory) sum += folderBytes(inner);
    else if (entry.isFile) sum += Deno.lstatSync(inner).size;
  }
  return sum;
}

/** A table with aligned columns, numbers to the right. */
export function printTable(header: string[], rows: string[][]): void {
  const widths = header.map((h, i) => Math.max(h.length, ...rows.map((r) => r[i]!.length)));
  const line = (cells: string[]) =>
    cells.map((cell, i) => /^[\d.,×-]/.test(cell) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)).join(
      "  ",
    );
  console.log(line(header));
  for (const row of rows) console.log(line(row));
}
