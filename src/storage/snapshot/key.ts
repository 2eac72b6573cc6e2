import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { SnapshotKey } from "../../domain/snapshot.ts";
import { HOST_SLOT, type SlotName, type Slot } from "../../domain/slot.ts";
import { sha256Hex } from "../../runtime/digest.ts";

/** Returns the name of a snapshot in memory: slot kind, host, and the rest of the slot. */
export function snapshotKey(host: ClaimKey, slot: SlotName): SnapshotKey {
  return `${slot.charAt(0)}:${host}${slot.slice(1)}` as SnapshotKey;
}

export function hostKey(host: ClaimKey): SnapshotKey {
  return snapshotKey(host, HOST_SLOT);
}

export function slotOfKey(key: SnapshotKey): Slot {
  const slash = key.indexOf("/");
  const end = slash < 0 ? key.length : slash;
  return { host: key.slice(2, end) as Hostname, slot: (key.charAt(0) + key.slice(end)) as SlotName };
}

/** The most bytes of a plain key; longer keys are hashed. KV accepts keys of at most 512 bytes. */
const MAX_PLAIN_BYTES = 400;

/** Shorter keys are never hashed, because a character has at most four bytes. */
export const LEAST_HASHED_CHARACTERS = MAX_PLAIN_BYTES / 4;

/** Returns whether a key of KV belongs to a snapshot, and not to another program. */
export function isSnapshotKey(key: string): key is SnapshotKey {
  return /^[hpqtw]:/.test(key);
}

/** Returns whether a key of KV is a hash. No hostname starts with #, so that it never equals a plain key. */
export function isHashedKey(key: string): boolean {
  return key.charAt(2) === "#";
}

export function storeKey(key: string): string | Promise<string> {
  // A UTF-16 unit has at most three bytes, so that most keys need no counting.
  if (key.length * 3 <= MAX_PLAIN_BYTES) return key;
  const bytes = new TextEncoder().encode(key);
  return bytes.length <= MAX_PLAIN_BYTES ? key : hashedKey(key.slice(0, 2), bytes);
}

async function hashedKey(kind: string, bytes: Uint8Array): Promise<string> {
  return `${kind}#${await sha256Hex(bytes)}`;
}
