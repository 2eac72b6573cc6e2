/** Returns whether a written value repeats the present one. An object, which is merged, does if all its members do. */
export function isRepeat(value: unknown, held: unknown): boolean {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) === JSON.stringify(held);
  const members = Object.entries(value);
  const standing = (held ?? {}) as Record<string, unknown>;
  return members.every(([name, member]) => member === (standing[name] ?? null));
}
