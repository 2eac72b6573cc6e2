/** Steps of one colour for numbers of very different sizes: steps grow, so that the many small numbers differ, too. */

export const SHADES = 5;

/** Returns the largest number of each step up to `most`, ascending; small numbers have fewer steps. */
export function shadeBounds(most: number): number[] {
  const bounds = Array.from({ length: SHADES }, (_, index) =>
    Math.ceil((most * (index + 1) ** 2) / SHADES ** 2),
  );
  return [...new Set(bounds)].filter((bound) => bound > 0);
}

/** Returns the shade of a number, 1 to `SHADES`, of which the largest number has the strongest; 0 for none. */
export function shadeOf(value: number, bounds: readonly number[]): number {
  if (value <= 0) return 0;
  const index = bounds.findIndex((bound) => bound >= value);
  return SHADES - bounds.length + 1 + index;
}
