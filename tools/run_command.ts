// Starts a program for a build step. It takes an argument array, never a shell line, and a failure ends the build with
// the command and its exit code in the message.

/** What a build step may set for the program it starts. */
export interface CommandOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Keep the program's own output off the terminal unless it fails. */
  quiet?: boolean;
}

/** Runs to the end; throws an Error that names the command when it fails. */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<void> {
  const quiet = options.quiet ?? false;
  const output = await new Deno.Command(program, {
    args: [...args],
    cwd: options.cwd,
    env: options.env,
    stdin: "null",
    stdout: quiet ? "piped" : "inherit",
    stderr: quiet ? "piped" : "inherit",
  }).output();
  if (output.success) return;
  if (quiet) {
    await Deno.stderr.write(output.stdout);
    await Deno.stderr.write(output.stderr);
  }
  throw new Error(`${[program, ...args].join(" ")}: exit code ${output.code}`);
}
