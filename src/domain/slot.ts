import type { SlotName } from "./source.ts";

/** The place of a snapshot: a hostname, and a slot of it as `slotOf` in source.ts names them. */
export interface Slot {
  host: string;
  slot: SlotName;
}
