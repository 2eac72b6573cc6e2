import type { DueRecord } from "../storage/monitor/write.ts";

/** Groups record ids by a maximum of destinations. A record with more destinations is a separate group. */
export function groupByDestinations(records: DueRecord[], mostDestinations: number): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const { id, destinationCount } of records) {
    if (destinationCount > room || groups.length === 0) {
      groups.push([]);
      room = mostDestinations;
    }
    groups.at(-1)?.push(id);
    room -= destinationCount;
  }
  return groups;
}
