import { seededRandom } from "../random.ts";
import { D1_BYTES } from "../stored-bytes.ts";
import { FULL } from "./storage.ts";

/** In which databases workspaces live. A workspace lives in one. */

export interface Placement {
  /** Bytes of each database. */
  databases: number[];
  /** How many workspaces are larger than a database. */
  tooLarge: number;
  /** How many others find no database below `FULL`, or none with room for them. */
  stranded: number;
}

/**
 * Puts workspaces into the emptiest database below `FULL`, in an order by chance, each with the bytes that it has in the
 * end. In truth they come empty, and grow.
 * @param own bytes that each database has before
 */
export function placeWorkspaces(sizes: number[], databases: number, own = 0): Placement {
  const bytes = Array.from({ length: databases }, () => own);
  const others = sizes.filter((size) => size <= D1_BYTES);
  let stranded = 0;
  for (const size of shuffle(others)) {
    const least = Math.min(...bytes);
    if (least >= FULL * D1_BYTES || least + size > D1_BYTES) stranded++;
    else bytes[bytes.indexOf(least)] = least + size;
  }
  return { databases: bytes, tooLarge: sizes.length - others.length, stranded };
}

/** Always the same order. */
function shuffle<T>(items: T[]): T[] {
  const random = seededRandom(1);
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}
