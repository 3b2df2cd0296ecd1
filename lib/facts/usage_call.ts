// One line of the call journal as plain data: made by lib/telemetry, kept by the control store.

export interface UsageCall {
  op: string;
  agent: string;
  index_rev: string | null;
  args_sha1: string;
  /** First 60 characters of the arguments: never whole question texts. */
  args_digest: string;
  found: boolean;
  problem: string | null;
  ms: number;
  answer_chars: number;
  /** Characters of the files that the answer points into. */
  file_chars: number;
}
