// Writes every generated document; with `--check` it only says which are out of date. The generators stand beside this
// file, one for each document.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const GENERATORS = ["tools/config_doc.ts", "tools/operations_doc.ts"];

let failed = false;
for (const generator of GENERATORS) {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", generator, ...Deno.args],
    cwd: ROOT,
    stdin: "null",
  }).spawn().status;
  failed ||= !success;
}
if (failed) Deno.exit(1);
