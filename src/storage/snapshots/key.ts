import { HOST_SLOT } from "../../domain/source.ts";
import type { Slot } from "../commit.ts";
import { sha256Hex } from "../../runtime/encoding.ts";

/** Names of snapshots. In memory: slot kind, host, and the rest of the slot. */
export function snapshotKey(host: string, slot: string): string {
  return `${slot.charAt(0)}:${host}${slot.slice(1)}`;
}

export function hostKey(host: string): string {
  return snapshotKey(host, HOST_SLOT);
}

/** What a name is of: the inverse of snapshotKey. */
export function slotOfKey(key: string): Slot {
  const slash = key.indexOf("/");
  const end = slash < 0 ? key.length : slash;
  return { host: key.slice(2, end), slot: key.charAt(0) + key.slice(end) };
}

/** The store takes keys of at most 512 bytes; longer ones go by their hash. */
const MAX_PLAIN_BYTES = 400;

/** No shorter key is hashed: a character has at most four bytes. */
export const LEAST_HASHED_CHARACTERS = MAX_PLAIN_BYTES / 4;

/** Whether a key of KV is one of a snapshot, and none that somebody else has put there. */
export function isSnapshotKey(key: string): boolean {
  return /^[hpqw]:/.test(key);
}

/** Whether a key of KV is a hash. No hostname starts with #, so it never meets a plain key. */
export function isHashedKey(key: string): boolean {
  return key.charAt(2) === "#";
}

/** The key of a snapshot in KV. */
export function storeKey(key: string): string | Promise<string> {
  // No UTF-16 unit takes more than three bytes: most keys need no counting.
  if (key.length * 3 <= MAX_PLAIN_BYTES) return key;
  const bytes = new TextEncoder().encode(key);
  return bytes.length <= MAX_PLAIN_BYTES ? key : hashedKey(key.slice(0, 2), bytes);
}

async function hashedKey(kind: string, bytes: Uint8Array): Promise<string> {
  return `${kind}#${await sha256Hex(bytes)}`;
}
