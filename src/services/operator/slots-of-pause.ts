import { slotsOfChange } from "../../domain/affected-slots.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { Slot } from "../../domain/slot.ts";

/** Returns the slots whose snapshots change when a record is paused or resumed; none if its hostname is not held. */
export function slotsOfPause(record: LinkRecord): Slot[] {
  return slotsOfChange(record, record);
}
