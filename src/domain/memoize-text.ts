const MAX_TEXTS = 1_000;

/**
 * Returns a pure function of a text that remembers its results for up to 1,000 texts, because texts come again: many
 * visitors send the same headers.
 * @param maxCharacters longer texts are computed each time
 */
export function memoizeText<T>(compute: (text: string) => T, maxCharacters = 200): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = compute(text);
    if (text.length <= maxCharacters) {
      if (known.size >= MAX_TEXTS) known.clear();
      known.set(text, result);
    }
    return result;
  };
}
