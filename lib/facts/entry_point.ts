// Ways into a program: pages, routes, ajax actions, console commands, cron jobs. Each is a node of its own (kinds
// web_route, http_endpoint, cli_command, cron_job) in the file that registers it, and knows what it runs.

import type { TermId } from "./type_term.ts";

export interface EntryPointFact {
  /** Local number of its node. */
  node: number;
  /** How it was found: `laravel`, `symfony-attribute`, `symfony-yaml`, `slim`, `wordpress-ajax`, `page`, `shebang`, … */
  source: string;
  /** Line of the registration. */
  line: number;
  /** GET, POST …, or empty for any. */
  methods?: string[];
  /** What runs: a function by its names in the order in which PHP looks, a method of a class, a declaration of this file
   * (local number), or another file by its path relative to the root. Absent when it is only known when the program runs. */
  handler?:
    | { functions: string[] }
    | { receiver: TermId; method: string }
    | { local: number }
    | { path: string };
  /** The handler as written, for people. */
  handler_text?: string;
}
