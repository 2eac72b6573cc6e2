import type { SnapshotKey } from "../../domain/snapshot.ts";
import { HOST_SLOT, type SlotName, type Slot } from "../../domain/slot.ts";
import { sha256Hex } from "../../runtime/digest.ts";

/** Returns the name of a snapshot in memory: slot kind, host, and the rest of the slot. */
export function snapshotKey(host: string, slot: SlotName): SnapshotKey {
  return `${slot.charAt(0)}:${host}${slot.slice(1)}` as SnapshotKey;
}

export function hostKey(host: string): SnapshotKey {
  return snapshotKey(host, HOST_SLOT);
}

/** Returns the slot that a key names: the inverse of `snapshotKey`. */
export function slotOfKey(key: SnapshotKey): Slot {
  const slash = key.indexOf("/");
  const end = slash < 0 ? key.length : slash;
  return { host: key.slice(2, end), slot: (key.charAt(0) + key.slice(end)) as SlotName };
}

/** KV takes keys of at most 512 bytes; longer ones are hashed. */
const MAX_PLAIN_BYTES = 400;

/** No shorter key is hashed: a character has at most four bytes. */
export const LEAST_HASHED_CHARACTERS = MAX_PLAIN_BYTES / 4;

/** Returns whether a key of KV is that of a snapshot, and not one that another program wrote. */
export function isSnapshotKey(key: string): key is SnapshotKey {
  return /^[hpqtw]:/.test(key);
}

/** Returns whether a key of KV is a hash. No hostname starts with #, so that it never equals a plain key. */
export function isHashedKey(key: string): boolean {
  return key.charAt(2) === "#";
}

/** Returns the key of a snapshot in KV. */
export function storeKey(key: string): string | Promise<string> {
  // No UTF-16 unit takes more than three bytes: most keys need no counting.
  if (key.length * 3 <= MAX_PLAIN_BYTES) return key;
  const bytes = new TextEncoder().encode(key);
  return bytes.length <= MAX_PLAIN_BYTES ? key : hashedKey(key.slice(0, 2), bytes);
}

async function hashedKey(kind: string, bytes: Uint8Array): Promise<string> {
  return `${kind}#${await sha256Hex(bytes)}`;
}
