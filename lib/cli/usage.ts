// Help texts, derived from the declarations of commands. Nothing here is written per command.

import { type CommandShape, COMMON_OPTIONS, type OptionSpec } from "./command.ts";
import { alignRows } from "./table.ts";

/** `ragraf query symbol NAME [--kind KIND] …` */
export function usageLine(shape: CommandShape): string {
  const words = shape.positionals.map((p) => {
    const name = p.rest ? `${p.name}…` : p.name;
    return p.required ? name : `[${name}]`;
  });
  const options = Object.entries(shape.options).map(([name, o]) => `[${optionForm(name, o)}]`);
  return ["ragraf", shape.path, ...words, ...options].join(" ");
}

/** The whole help of a command. */
export function helpText(shape: CommandShape): string {
  const options = Object.entries({ ...shape.options, ...COMMON_OPTIONS });
  const rows = options.map(([name, o]) => {
    const short = o.short ? `-${o.short}, ` : "    ";
    const choices = o.choices ? ` (${o.choices.join(", ")})` : "";
    return [`  ${short}${optionForm(name, o)}`, `${o.help}${choices}`];
  });
  return [
    shape.summary,
    "",
    `Usage: ${usageLine(shape)}`,
    ...(shape.details ? ["", shape.details.trimEnd()] : []),
    "",
    "Options:",
    ...alignRows(rows),
    "",
    "Example:",
    `  ${shape.example}`,
    "",
  ].join("\n");
}

function optionForm(name: string, option: OptionSpec): string {
  return option.type === "boolean" ? `--${name}` : `--${name} ${option.value ?? "VALUE"}`;
}
