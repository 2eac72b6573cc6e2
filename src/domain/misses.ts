/** The missed paths that a hostname keeps (contract 31.2): none, paths without a record, or also paths of only `*`. */
export const MISSES = ["off", "unmatched", "all"] as const;
export type Misses = (typeof MISSES)[number];

export const MISS_STATES = ["open", "ignored", "resolved"] as const;
export type MissState = (typeof MISS_STATES)[number];

export const MISS_KINDS = ["people", "crawlers", "bots", "probes"] as const;
export type MissKind = (typeof MISS_KINDS)[number];

export const MISS_SORTS = ["-visits", "-last_at"] as const;
export type MissSort = (typeof MISS_SORTS)[number];
