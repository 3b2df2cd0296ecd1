// Everything derived from the declaration of the configuration is current.

import assert from "node:assert/strict";
import { DEFAULTS } from "../../config/defaults.ts";
import { parseConfig } from "../../lib/project/config.ts";
import { derivedFiles } from "../../tools/config_doc.ts";

for (const [path, text] of Object.entries(derivedFiles())) {
  Deno.test(`FT-37: ${path} is current (deno run -A tools/config_doc.ts)`, () => {
    assert.equal(Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url)), text);
  });
}

Deno.test("FT-37: the example is valid and shows the defaults", async () => {
  const text = Deno.readTextFileSync(new URL("../../config/project.example.yaml", import.meta.url));
  assert.deepEqual(await parseConfig(text, "example"), { project: "shop", ...DEFAULTS });
});

Deno.test("FT-37: the JSON schema refuses unknown keys and requires none", () => {
  const schema = JSON.parse(derivedFiles()["config/project.schema.json"]!);
  const objects = [
    schema,
    ...Object.values<{ type: string }>(schema.properties).filter((p) => p.type === "object"),
  ];
  assert.equal(objects.length, 7);
  for (const object of objects) {
    assert.deepEqual([object.additionalProperties, object.required], [false, undefined]);
  }
});
