// Anchors of headings, as code hosts make them: lower case, words joined by hyphens, a number on repeats.

/** Gives each heading of one document its own anchor. An explicit one is taken as it is. */
export function slugger(): (text: string, explicit: boolean) => string {
  const used = new Map<string, number>();
  return (text, explicit) => {
    const base = explicit ? text : slug(text);
    let candidate = base;
    let count = used.get(base) ?? 0;
    while (used.has(candidate)) candidate = `${base}-${++count}`;
    used.set(base, count);
    used.set(candidate, used.get(candidate) ?? 0);
    return candidate;
  };
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").replace(/ /g, "-");
}
