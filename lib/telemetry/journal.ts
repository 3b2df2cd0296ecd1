// The call journal: which operation was asked by whom, how it ended, how much text went out. It keeps a digest of the
// arguments and their first 60 characters, never a whole question and never an answer (FT-40).

import { sha1, toHex } from "../base/hash.ts";
import type { Envelope } from "../facts/envelope.ts";
import type { UsageCall } from "../facts/usage_call.ts";

const DIGEST_LENGTH = 60;

/** The journal row of one answered call. `fileChars` is the size of the files that the answer points into. */
export function journalRow(
  envelope: Envelope,
  input: unknown,
  agent: string,
  ms: number,
  answerChars: number,
  fileChars: number,
): UsageCall {
  const args = JSON.stringify(input);
  return {
    op: envelope.op,
    agent: agent.slice(0, 80),
    index_rev: envelope.index_rev,
    args_sha1: toHex(sha1(args)),
    args_digest: args.slice(0, DIGEST_LENGTH),
    found: envelope.found,
    problem: envelope.problem?.code ?? null,
    ms: Math.round(ms * 10) / 10,
    answer_chars: answerChars,
    file_chars: fileChars,
  };
}
