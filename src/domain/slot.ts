import type { Hostname } from "./hostname.ts";
import type { Branded } from "./brand.ts";
import type { FoldedPath } from "./path.ts";

/** The name of a slot of a hostname: `h`, or a kind and a folded path. */
export type SlotName = Branded<"SlotName">;

export const HOST_SLOT = "h" as SlotName;
export const exactSlot = (path: FoldedPath): SlotName => `p${path}` as SlotName;
export const querySlot = (path: FoldedPath, baseQuery: string): SlotName =>
  `q${path}?${baseQuery}` as SlotName;
export const prefixSlot = (path: FoldedPath): SlotName => `w${path}` as SlotName;
/** @param shape a folded shape */
export const patternSlot = (shape: string): SlotName => `t${shape}` as SlotName;

/** The place of a snapshot: a hostname, and the name of its slot as `slotOf` in source.ts returns it. */
export interface Slot {
  host: Hostname;
  slot: SlotName;
}

export const MAX_PREFIX_SEGMENTS = 16;

/** The paths that the platform answers unless a record of the host has exactly that path. */
export const PLATFORM_PATHS = ["/robots.txt", "/favicon.ico"] as const;
