/** Reads the stored value of a key; null if there is none, or it cannot be read. */
export function readLocal<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

/** Stores a value in this browser, if the browser allows it. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may refuse.
  }
}
