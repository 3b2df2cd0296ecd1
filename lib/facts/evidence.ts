// Evidence and certainty. A fact without a path and a line cannot be constructed, and certainty is a type: `stated`
// and `derived` are its only constructors, and the confidence of a derived fact comes from its rule, never by hand.

/** Where a fact was read: a relative path with `/`, and a 1-based line. */
export interface Evidence {
  readonly path: string;
  readonly line: number;
}

/** Proven by the source text (confidence 1.0), or inferred by a named rule with that rule's confidence. */
export type Certainty =
  | { readonly certainty: "stated"; readonly rule: string; readonly confidence: 1 }
  | { readonly certainty: "derived"; readonly rule: string; readonly confidence: number };

/** The derived rules and their confidence (DESIGN §2.2): one candidate 0.60, several 0.40, history 0.30. */
export const DERIVED_RULES = {
  "doc-names-one-symbol": 0.6,
  "doc-names-several-symbols": 0.4,
  "several-declarations": 0.4,
  "one-possible-type": 0.6,
  "several-possible-types": 0.4,
  "overriding-method": 0.4,
  "magic-call": 0.6,
  "one-method-of-that-name": 0.6,
  "several-methods-of-that-name": 0.4,
  "callable-value": 0.6,
  "hook-registration": 0.6,
  "include-from-root": 0.6,
} as const;
export type DerivedRule = keyof typeof DERIVED_RULES;

export function evidence(path: string, line: number): Evidence {
  if (path === "") throw new RangeError("evidence without a path");
  if (!Number.isInteger(line) || line < 1) {
    throw new RangeError(`evidence in ${path} without a line: ${line}`);
  }
  return { path, line };
}

/** A fact that the source text proves. `rule` names how: it is printed, not weighed. */
export function stated(rule: string, at: Evidence): Certainty & Evidence {
  return { certainty: "stated", rule, confidence: 1, ...at };
}

/** A fact inferred by a rule; the rule gives the confidence. */
export function derived(rule: DerivedRule, at: Evidence): Certainty & Evidence {
  return { certainty: "derived", rule, confidence: DERIVED_RULES[rule], ...at };
}
