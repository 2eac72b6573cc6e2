/** Which missed paths of a hostname are kept (contract 31.2): none, what no record answers, or also what only `*` answers. */
export const MISSES = ["off", "unmatched", "all"] as const;
export type Misses = (typeof MISSES)[number];

export const MISS_STATES = ["open", "ignored", "resolved"] as const;
export type MissState = (typeof MISS_STATES)[number];

export const MISS_KINDS = ["people", "crawlers", "bots", "probes"] as const;
export type MissKind = (typeof MISS_KINDS)[number];

export const MISS_SORTS = ["-visits", "-last_at"] as const;
export type MissSort = (typeof MISS_SORTS)[number];
