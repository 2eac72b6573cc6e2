import { foldPath } from "./path.ts";
import type { LinkRecord } from "./record.ts";
import { type Slot, exactSlot, HOST_SLOT, type SlotName } from "./slot.ts";
import { isPartOfHostSnapshot, slotOf, toSourceText, type Source } from "./source.ts";
import { forwardsBelow } from "./to-snapshot.ts";

/** Finds the slots whose snapshots show a record. A commit that writes the record has to touch them. */

type Placed = Pick<LinkRecord, "host" | "isHeld" | "source" | "handler" | "forwardPath">;

/** Returns the slots that change when a record is inserted or deleted; none if its hostname is not held. */
export function slotsOfPresence(record: Placed): Slot[] {
  const { host, source } = record;
  if (!record.isHeld) return [];
  const slots = slotsOfSource(source);
  if (isPartOfHostSnapshot(source) || forwardsBelow(record)) slots.push(HOST_SLOT);
  return slots.map((slot) => ({ host, slot }));
}

/**
 * Returns the slots that show a source: its own, and for a source with a query also the exact slot of
 * its path, whose snapshot says whether there are such sources.
 */
export function slotsOfSource(source: Source): SlotName[] {
  return source.kind === "query" ? [slotOf(source), exactSlot(foldPath(source.path))] : [slotOf(source)];
}

export function slotsOfChange(before: Placed, after: Placed): Slot[] {
  if (isMoved(before, after) || forwardsBelow(before) !== forwardsBelow(after)) {
    return [...slotsOfPresence(before), ...slotsOfPresence(after)];
  }
  return after.isHeld ? [{ host: after.host, slot: slotOf(after.source) }] : [];
}

export function isMoved(
  before: Pick<LinkRecord, "host" | "source">,
  after: Pick<LinkRecord, "host" | "source">,
): boolean {
  if (before.host !== after.host || before.source.kind !== after.source.kind) return true;
  return toSourceText(before.source) !== toSourceText(after.source);
}
