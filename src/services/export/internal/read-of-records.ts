import { selectLastPosition } from "../../../storage/record/export.ts";
import type { ServiceContext } from "../../context.ts";
import type { Place } from "../types.ts";

const RECORDS_A_READ = 500;
const ITEMS_A_READ = 2_000;

/** The records whose items a query reads. */
interface Range {
  /** The positions of records. */
  first: number;
  last: number;
  /** The items of the first record begin after this one. */
  behind: string | number;
  limit: number;
}

/** Reads items that belong to records, in the order of the records, by two queries. */
export async function readOfRecords<T extends { position: number }>(
  { env, caller }: ServiceContext,
  place: Place,
  start: string | number,
  read: (range: Range) => Promise<T[]>,
  keyOf: (item: T) => string | number,
): Promise<{ items: T[]; next: Place }> {
  const [first, behind] = [Number(place?.[0] ?? 0), place?.[1] ?? start];
  const last = await selectLastPosition(env.DB, caller.workspace.id, first, RECORDS_A_READ);
  if (last === null) return { items: [], next: null };
  const items = await read({ first, last, behind, limit: ITEMS_A_READ });
  const item = items.at(-1);
  if (items.length === ITEMS_A_READ && item !== undefined) {
    return { items, next: [item.position, keyOf(item)] };
  }
  return { items, next: [last + 1, start] };
}
