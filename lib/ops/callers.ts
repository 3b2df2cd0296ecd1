// Operation `callers`: who calls a function, a method or a class's constructor, with the line of every call.

import * as z from "zod/mini";
import { walkCalls, walkInput, walkOutput } from "./call_walk.ts";
import { defineOperation } from "./define.ts";

export const callers = defineOperation({
  name: "callers",
  title: "Who calls it",
  summary:
    "Call sites of a function, method or class, proven and inferred apart, with what could not be followed.",
  positional: "name",
  input: z.object(walkInput),
  output: z.object(walkOutput),
  needs: ["graph", "lexvec"],
  example: { name: "price_of" },
  run: (context, input) => walkCalls(context, input, "in"),
});
