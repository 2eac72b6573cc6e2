import { foldPath } from "./path.ts";
import type { LinkRecord } from "./record.ts";
import { exactSlot, formatSource, HOST_SLOT, isPartOfHostSnapshot, slotOf } from "./source.ts";
import { forwardsBelow } from "./to-snapshot.ts";
import type { Slot } from "./slot.ts";

/** Which snapshots show a record: what a commit has to touch. */

type Placed = Pick<LinkRecord, "host" | "isHeld" | "source" | "handler" | "forwardPath">;

/** Slots that change when the record appears or goes: none where its hostname is not held. */
export function slotsOfPresence(record: Placed): Slot[] {
  const { host, source } = record;
  if (!record.isHeld) return [];
  const slots = [slotOf(source)];
  // The exact slot of a path tells whether there are sources with a query.
  if (source.kind === "query") slots.push(exactSlot(foldPath(source.path)));
  if (isPartOfHostSnapshot(source) || forwardsBelow(record)) slots.push(HOST_SLOT);
  return slots.map((slot) => ({ host, slot }));
}

/** Slots that change when the record does. */
export function slotsOfChange(before: Placed, after: Placed): Slot[] {
  const isMoved = before.host !== after.host || formatSource(before.source) !== formatSource(after.source);
  if (isMoved || forwardsBelow(before) !== forwardsBelow(after)) {
    return [...slotsOfPresence(before), ...slotsOfPresence(after)];
  }
  return after.isHeld ? [{ host: after.host, slot: slotOf(after.source) }] : [];
}
