// The only list of operations. Front doors, schemas, documentation and contract tests are derived from it; adding an
// operation is one file and one line here (docs/ADDING.md).

import { callees } from "./callees.ts";
import { callers } from "./callers.ts";
import { catalog } from "./catalog.ts";
import { code } from "./code.ts";
import type { Operation } from "./define.ts";
import { freshness } from "./freshness.ts";
import { indexStatus } from "./index_status.ts";
import { liveRead } from "./live_read.ts";
import { references } from "./references.ts";
import { repoMap } from "./repo_map.ts";
import { schema } from "./schema.ts";
import { search } from "./search.ts";
import { symbol } from "./symbol.ts";
import { usage } from "./usage.ts";
import { whyNot } from "./why_not.ts";
import { writeCheck } from "./write_check.ts";

export const OPERATIONS: readonly Operation[] = [
  search,
  symbol,
  references,
  callers,
  callees,
  code,
  liveRead,
  repoMap,
  schema,
  writeCheck,
  indexStatus,
  freshness,
  catalog,
  usage,
  whyNot,
];

export function operation(name: string): Operation | undefined {
  return OPERATIONS.find((op) => op.name === name);
}
