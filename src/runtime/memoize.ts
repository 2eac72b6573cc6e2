const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 200;

/**
 * Returns a pure function of a text that remembers its results for up to 1,000 texts of up to 200 characters,
 * because many visitors send the same headers.
 */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    if (text.length <= MAX_CHARACTERS) {
      if (cache.size >= MAX_TEXTS) cache.clear();
      cache.set(text, result);
    }
    return result;
  };
}

/**
 * Returns a function that remembers its result for the object of its last call, because the bindings of an
 * isolate are the same object for every request. A call that throws is not remembered.
 */
export function memoizeLast<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  let last: { key: K; result: T } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, result: compute(key) };
    return last.result;
  };
}
