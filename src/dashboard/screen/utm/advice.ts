/** What is odd about a UTM value, before it makes two sources of one in statistics. */

type Advice = { kind: "blank" | "capitals" | "similar"; better: string };

/**
 * Returns what is odd about a value, with a better one; null for nothing.
 * @param known values of the same parameter elsewhere
 */
export function adviseOn(value: string, known: readonly string[]): Advice | null {
  if (value === "" || known.includes(value)) return null;
  const similar = known.find((other) => fold(other) === fold(value));
  if (similar !== undefined) return { kind: "similar", better: similar };
  const plain = value.trim().toLowerCase().replaceAll(/\s+/g, "-");
  if (/\s/.test(value)) return { kind: "blank", better: plain };
  return plain === value ? null : { kind: "capitals", better: plain };
}

/** Leaves out what people write in different ways: case, and what stands between words. */
function fold(value: string): string {
  return value.toLowerCase().replaceAll(/[\s_.\-+]/g, "");
}
