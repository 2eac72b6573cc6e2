/**
 * Returns a function that makes the `Idempotency-Key` of a call. The same content gets the same key again, so that a call
 * whose answer was lost is not executed twice (contract 9.21).
 */
export function rememberKeys(): (content: string) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const key = keys.get(content) ?? crypto.randomUUID();
    keys.set(content, key);
    return key;
  };
}
