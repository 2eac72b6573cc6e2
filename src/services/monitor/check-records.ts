import { destinationsToCheck } from "../../domain/health.ts";
import { listWatched } from "../../storage/monitor.ts";
import type { PublishContext } from "../publish.ts";
import { guardAddresses } from "./address-guard.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../../map-concurrent.ts";
import { checkDestination } from "./check-destination.ts";
import { writeFindings } from "./write-findings.ts";

/**
 * Checks the destinations of records and writes the findings (contract 7.3). Records that
 * nobody watches any more are left out, and destinations that this run has looked at already: a
 * message may be delivered twice. `clock` measures how long destinations take, in milliseconds.
 * @returns ids of the notifications that are due now
 */
export async function checkRecords(
  ctx: PublishContext,
  ids: string[],
  clock: () => number,
): Promise<string[]> {
  const watched = await listWatched(ctx.env.DB, ids, ctx.nowMs);
  const open = new Map(
    watched.map(({ record, claimedAtMs }) => [record.id, destinationsToCheck(record, claimedAtMs)]),
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
