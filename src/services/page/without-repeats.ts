/** Returns a change without the fields that repeat the values held. An empty change is not written. */
export function withoutRepeats<Change extends object>(
  held: { [Field in keyof Change]?: unknown },
  change: Change,
): Change {
  const fields = Object.entries(change) as [keyof Change, unknown][];
  return Object.fromEntries(fields.filter(([field, value]) => !isRepeat(value, held[field]))) as Change;
}

/** An object, which is merged, repeats the present one if all its members do. */
function isRepeat(value: unknown, held: unknown): boolean {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) === JSON.stringify(held);
  const members = Object.entries(value);
  const standing = (held ?? {}) as Record<string, unknown>;
  return members.every(([name, member]) => member === (standing[name] ?? null));
}
