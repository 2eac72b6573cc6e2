import { chunkBySize } from "../runtime/chunk.ts";
import type { DueRecord } from "../storage/monitor/write.ts";

/** Groups record ids by a maximum of destinations. A record with more destinations is a separate group. */
export function groupByDestinations(records: DueRecord[], mostDestinations: number): string[][] {
  const groups = chunkBySize(records, ({ destinationCount }) => destinationCount, mostDestinations);
  return groups.map((group) => group.map(({ id }) => id));
}
