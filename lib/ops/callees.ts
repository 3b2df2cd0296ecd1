// Operation `callees`: what a function or method calls, with the line of every call.

import * as z from "zod/mini";
import { walkCalls, walkInput, walkOutput } from "./call_walk.ts";
import { defineOperation } from "./define.ts";

export const callees = defineOperation({
  name: "callees",
  title: "What it calls",
  summary: "What a function, method or file calls, proven and inferred apart.",
  positional: "name",
  input: z.object(walkInput),
  output: z.object(walkOutput),
  needs: ["graph", "lexvec"],
  example: { name: "CartController::store" },
  run: (context, input) => walkCalls(context, input, "out"),
});
