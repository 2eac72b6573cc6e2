/** Which missed paths of a hostname are kept (contract 31.2): none, what no record answers, or also what only `*` answers. */
export const MISSES = ["off", "unmatched", "all"] as const;
export type Misses = (typeof MISSES)[number];
