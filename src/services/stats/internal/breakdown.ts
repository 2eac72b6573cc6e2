import type { Dimension } from "../../../clicks/sheet.ts";
import type { CountedValues } from "../../../storage/click/read-stats.ts";
import type { Breakdown } from "../types.ts";

/** Returns the values to show of each dimension, and how many clicks the others have. */
export function toBreakdowns(counted: Record<Dimension, CountedValues>): Record<Dimension, Breakdown> {
  const entries = Object.entries(counted).map(([dimension, { values, total }]) => {
    const shown = values.reduce((sum, { clicks }) => sum + clicks, 0);
    return [dimension, { values, rest: total - shown }];
  });
  return Object.fromEntries(entries) as Record<Dimension, Breakdown>;
}
