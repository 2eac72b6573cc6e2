import { hashTo53Bits } from "../hash.ts";
import { formatSource, type HostedSource } from "../source.ts";
import type { PlannedRow } from "./change.ts";

/**
 * The places of the records of a change, to find the earlier line that names the same source. Each place takes
 * 12 bytes, so that all of them fit into memory.
 */

const BYTES = 12;

/** Converts the places of a chunk to bytes. */
export function packPlaces(rows: readonly PlannedRow[]): Uint8Array<ArrayBuffer> {
  const placed = rows.flatMap(({ place, line }) => (place === null ? [] : [{ place, line }]));
  const bytes = new Uint8Array(BYTES * placed.length);
  const view = new DataView(bytes.buffer);
  for (const [index, { place, line }] of placed.entries()) {
    view.setFloat64(BYTES * index, sourceKey(place));
    view.setUint32(BYTES * index + 8, line ?? 0);
  }
  return bytes;
}

/** Finds places of a change. The keys of two different places collide with a probability of 2^-53. */
export class PlaceIndex {
  private readonly lines = new Map<number, number>();

  constructor(chunks: Iterable<{ places: Uint8Array }> = []) {
    for (const { places } of chunks) this.add(places);
  }

  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += BYTES) {
      const key = view.getFloat64(at);
      if (!this.lines.has(key)) this.lines.set(key, view.getUint32(at + 8));
    }
  }

  /** Returns the first line that names a place. */
  lineOf(place: HostedSource): number | undefined {
    return this.lines.get(sourceKey(place));
  }
}

function sourceKey({ host, source }: HostedSource): number {
  return hashTo53Bits(`${host}\n${formatSource(source)}`);
}
