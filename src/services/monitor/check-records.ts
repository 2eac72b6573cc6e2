import { destinationsToCheck } from "../../domain/health.ts";
import { selectWatchedRecords } from "../../storage/monitor/read.ts";
import type { PublishContext } from "../publish.ts";
import { guardAddresses } from "./address-guard.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../../runtime/map-concurrent.ts";
import { checkDestination } from "./internal/check-destination.ts";
import { writeFindings } from "./internal/write-findings.ts";

/**
 * Checks the destinations of records and writes the findings (contract 7). Skips records that are no longer
 * watched, and destinations that this run has already checked, since a message may be delivered twice.
 * @param clock returns the time in milliseconds, to measure the latency of destinations
 * @returns the ids of the notifications that are due now
 */
export async function checkRecords(
  ctx: PublishContext,
  ids: string[],
  clock: () => number,
): Promise<string[]> {
  const watched = await selectWatchedRecords(ctx.env.DB, ids, ctx.nowMs);
  const open = new Map(
    watched.map(({ record, leasedAtMs }) => [record.id, destinationsToCheck(record, leasedAtMs)]),
  );
  const guard = guardAddresses(ctx.env);
  const results = await mapConcurrent(
    [...new Set([...open.values()].flat())],
    FETCHES_AT_ONCE,
    async (url) => [url, await checkDestination(url, { guard, clock })] as const,
  );
  const findings = [...open].map(
    ([id, destinations]) => [id, new Map(results.filter(([url]) => destinations.includes(url)))] as const,
  );
  return writeFindings(ctx, watched, new Map(findings));
}
