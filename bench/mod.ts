// `deno task bench NAME …`: the benchmarks by name. They print figures; nothing here fails on a slow machine.

const name = Deno.args[0];
const known = ["index", "query", "binary"];
if (!name || !known.includes(name)) {
  console.error(`usage: deno task bench ${known.join("|")} [corpus …] [--runs N]`);
  Deno.exit(2);
}
const child = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", new URL(`${name}.ts`, import.meta.url).pathname, ...Deno.args.slice(1)],
  stdout: "inherit",
  stderr: "inherit",
});
Deno.exit((await child.output()).code);
