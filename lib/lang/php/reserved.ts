// Words that PHP's grammar treats as keywords. A table of its own, because the scanner hides such words from the
// parser where PHP takes them for names. No decision is made here.

/** Keywords of PHP 8.5, lower case, and the words that may not name a class. */
export const RESERVED: ReadonlySet<string> = new Set(
  ("abstract and array as break callable case catch class clone const continue declare default do echo else elseif " +
    "empty enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends final finally fn for " +
    "foreach function global goto if implements include include_once instanceof insteadof interface isset list " +
    "match namespace new or print private protected public readonly require require_once return static switch " +
    "throw trait try unset use var while xor yield bool false float int iterable mixed never null object parent " +
    "self string true void die from")
    .split(" "),
);

/** Words that can stand before a declared member or a promoted parameter. */
export const MODIFIER_WORDS: ReadonlySet<string> = new Set([
  "public",
  "protected",
  "private",
  "static",
  "abstract",
  "final",
  "readonly",
  "var",
]);
