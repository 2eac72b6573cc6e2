import type { Branded } from "./brand.ts";
import type { FoldedPath } from "./path.ts";

/** The name of a slot of a hostname: `h`, or a kind and a folded path. */
export type SlotName = Branded<"SlotName">;

export const HOST_SLOT = "h" as SlotName;
export const exactSlot = (path: FoldedPath): SlotName => `p${path}` as SlotName;
export const querySlot = (path: FoldedPath, baseQuery: string): SlotName =>
  `q${path}?${baseQuery}` as SlotName;
export const prefixSlot = (path: FoldedPath): SlotName => `w${path}` as SlotName;
/** @param shape folded */
export const patternSlot = (shape: string): SlotName => `t${shape}` as SlotName;

/** The place of a snapshot: a hostname, and a slot of it as `slotOf` in source.ts names them. */
export interface Slot {
  host: string;
  slot: SlotName;
}

export const MAX_PREFIX_SEGMENTS = 16;

/** Paths that the platform answers by itself unless a record of the host has exactly that path. */
export const PLATFORM_PATHS = ["/robots.txt", "/favicon.ico"] as const;
