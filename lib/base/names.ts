// Names. PHP compares function, class, method and namespace names without regard to ASCII case, and variables,
// properties and constants exactly (DESIGN §6.1). Words of identifiers feed the lexical layer.

/** ASCII-only lower case: the key under which PHP finds a function, class, method or namespace. */
export function foldName(name: string): string {
  return name.replace(/[A-Z]+/g, (s) => s.toLowerCase());
}

/** The last segment of a qualified name: `App\Shop\Cart::add` -> `add`, `App\f` -> `f`, `Cart::$items` -> `items`. */
export function shortName(fqn: string): string {
  const member = fqn.lastIndexOf("::");
  if (member >= 0) return fqn.slice(member + 2).replace(/^\$/, "");
  const slash = fqn.lastIndexOf("\\");
  return slash >= 0 ? fqn.slice(slash + 1) : fqn;
}

/**
 * Words of an identifier, lower case: `getHTTPUrl_v2` -> get http url v2, `имяПоля` -> имя поля.
 * A letter-digit border does not split. The whole identifier is not among them.
 */
export function identifierWords(identifier: string): string[] {
  const words: string[] = [];
  for (const part of identifier.split(/[_$\-.\\/:]+/)) {
    if (part === "") continue;
    for (
      const word of part.matchAll(
        /\p{Lu}+(?!\p{Ll})[\p{N}]*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+|\p{Lu}+|\p{N}+/gu,
      )
    ) words.push(word[0].toLowerCase());
  }
  return words;
}

/** Levenshtein distance of two short strings, bounded: anything above `limit` is `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = Math.min(
        previous[j]! + 1,
        current[j - 1]! + 1,
        previous[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1),
      );
      current.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    previous = current;
  }
  return previous[b.length]!;
}

/** Up to `count` names nearest to a wanted one, nearest first: small distance, or one holds the other. */
export function nearestNames(wanted: string, known: Iterable<string>, count = 3): string[] {
  const target = wanted.toLowerCase();
  const limit = Math.max(2, Math.min(4, Math.floor(target.length / 2.2)));
  const scored: { name: string; score: number }[] = [];
  for (const name of known) {
    const candidate = name.toLowerCase();
    let score = editDistance(target, candidate, limit);
    if (score > limit && target.length >= 3 && candidate.length >= 3) {
      if (candidate.includes(target) || target.includes(candidate)) score = limit;
    }
    if (score <= limit) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return scored.slice(0, count).map((s) => s.name);
}
