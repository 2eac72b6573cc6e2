import { hashText } from "../hash.ts";
import { formatSource, slotOf, type HostedSource } from "../source.ts";
import type { PlannedRow } from "./change.ts";

/**
 * The places of the records of a change, 20 bytes for each, so that all of them fit into memory: which chunk
 * has the record of a slot, and which line has named a source before.
 */

const BYTES = 20;

/** Converts the places of a chunk to bytes. */
export function packPlaces(rows: readonly PlannedRow[]): Uint8Array<ArrayBuffer> {
  const placed = rows.flatMap(({ place, line }) => (place === null ? [] : [{ place, line }]));
  const bytes = new Uint8Array(BYTES * placed.length);
  const view = new DataView(bytes.buffer);
  for (const [index, { place, line }] of placed.entries()) {
    view.setFloat64(BYTES * index, slotKey(place.host, slotOf(place.source)));
    view.setFloat64(BYTES * index + 8, sourceKey(place));
    view.setUint32(BYTES * index + 16, line ?? 0);
  }
  return bytes;
}

/** Finds places of a change. Different places have different keys but for one pair in 2^53. */
export class PlaceIndex {
  private readonly chunks = new Map<number, number>();
  private readonly lines = new Map<number, number>();

  constructor(chunks: Iterable<{ n: number; places: ArrayBuffer | Uint8Array }> = []) {
    for (const { n, places } of chunks) this.add(n, places);
  }

  add(n: number, places: ArrayBuffer | Uint8Array): void {
    const bytes = places instanceof Uint8Array ? places : new Uint8Array(places);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += BYTES) {
      this.chunks.set(view.getFloat64(at), n);
      const key = view.getFloat64(at + 8);
      if (!this.lines.has(key)) this.lines.set(key, view.getUint32(at + 16));
    }
  }

  /** Returns the number of the chunk that has a record in a slot. */
  chunkOf(host: string, slot: string): number | undefined {
    return this.chunks.get(slotKey(host, slot));
  }

  /** Returns the first line that names a place. */
  lineOf(place: HostedSource): number | undefined {
    return this.lines.get(sourceKey(place));
  }
}

function slotKey(host: string, slot: string): number {
  return keyOf(`${host} ${slot}`);
}

function sourceKey({ host, source }: HostedSource): number {
  return keyOf(`${host}\n${formatSource(source)}`);
}

/** Returns 53 bits of a text. */
function keyOf(text: string): number {
  return hashText(text) * 2 ** 21 + (hashText(`\0${text}`) >>> 11);
}
