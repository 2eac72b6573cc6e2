const MAX_TEXTS = 500;

/** Remembers a function's results for texts that come again, as headers of visitors do. Bounded. */
export function memoizeText<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MAX_TEXTS) known.clear();
    const made = read(text);
    known.set(text, made);
    return made;
  };
}
