/** Visitors mostly send the same few header values, and short ones. */
const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 200;

/** Returns a function that computes each text once, while fewer than MAX_TEXTS are kept. */
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
