// `ragraf mcp`: hands over to the protocol server. From here on standard output belongs to the protocol.

import type { Command } from "./command.ts";
import { lastString } from "./command.ts";

export const command: Command = {
  shape: {
    path: "mcp",
    summary:
      "Serve the operations as MCP tools (ragraf_<operation>, ragraf_ensure) on standard input and output.",
    positionals: [],
    options: {
      profile: {
        type: "string",
        value: "PROFILE",
        choices: ["default", "full"],
        help: "which tools are listed; the environment variable RAGRAF_MCP_PROFILE does the same",
      },
    },
    example: "ragraf -p /srv/shop mcp",
  },
  run({ doors, args, ref, cwd }) {
    const wanted = lastString(args, "profile") ?? Deno.env.get("RAGRAF_MCP_PROFILE");
    const profile = wanted === "full" ? "full" : "default";
    return doors.serve({ ...(ref !== undefined && { ref }), cwd, profile });
  },
};
