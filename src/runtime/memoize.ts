/** How many texts are kept, and how long they may be: what visitors send in a header is much the same. */
const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 200;

/** A pure function of a text that does not compute again what it was asked before. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const answer = compute(text);
    if (text.length <= MAX_CHARACTERS) {
      if (kept.size >= MAX_TEXTS) kept.clear();
      kept.set(text, answer);
    }
    return answer;
  };
}
