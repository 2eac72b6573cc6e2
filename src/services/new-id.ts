import { V7Generator } from "uuidv7";

const generator = new V7Generator();

/** Returns a UUID version 7 for a moment, greater than every one before it in this isolate (contract 11.3). */
export function newId(nowMs: number): string {
  return generator.generateOrResetWithTs(nowMs).toString();
}

/** The moment in an id: what `created_at` shows, so that both sort alike. UTC milliseconds. */
export function momentOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
