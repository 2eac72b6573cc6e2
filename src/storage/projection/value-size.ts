import type { SnapshotKey } from "../../domain/snapshot.ts";
import { log } from "../../runtime/log.ts";
import { utf8Length } from "../../runtime/utf8-length.ts";

/** The size of a value in KV, which accepts 25 MiB. */

const MOST_BYTES = 25 * 1024 * 1024;
/** A UTF-16 unit has at most three bytes in UTF-8. */
const MOST_BYTES_OF_UNIT = 3;

/** Returns whether KV would refuse a value. Logs it in that case. */
export function isTooLarge(key: SnapshotKey, text: string): boolean {
  if (text.length * MOST_BYTES_OF_UNIT <= MOST_BYTES) return false;
  const size = utf8Length(text);
  if (size > MOST_BYTES) logTooLarge(key, size);
  return size > MOST_BYTES;
}

/** @param size bytes of the value, or of the rows that it would be made from */
export function logTooLarge(key: SnapshotKey, size: number): void {
  log("error", "snapshot_too_large", { key, size });
}
