import type { Hostname } from "../../domain/hostname.ts";
import { NEWEST_FIRST } from "../../domain/record-filter.ts";
import { aliasOf } from "../../domain/record-place.ts";
import { aliasSource, formatSource, slotOf } from "../../domain/source.ts";
import { foldTag } from "../../domain/tag.ts";
import { toNfc } from "../../domain/text.ts";
import type { ServiceContext } from "../context.ts";
import { readItems } from "../read-items.ts";
import { done, type Result } from "../result.ts";
import type { RecordInput } from "../write/change-record.ts";
import { listRecords } from "./list-records.ts";
import type { RecordView } from "./records.ts";

/** Finds short links and QR codes by what people know of them, for doors. */

const FAMILY = { runtime: "link" } as const;

/** Returns the short link with an alias, in its letter case; null if there is none. */
export async function findLink(
  ctx: ServiceContext,
  host: Hostname,
  alias: string,
): Promise<Result<RecordView | null>> {
  const source = aliasSource(toNfc(alias));
  const filter = { ...FAMILY, host, source: { text: formatSource(source), slot: slotOf(source) } };
  const found = await listRecords(ctx, { filter, sort: NEWEST_FIRST, perPage: 1, cursor: undefined });
  return found.ok ? done(found.value.items[0] ?? null) : found;
}

const MAX_CANDIDATES = 1_000;

/**
 * Returns the newest short link that is not paused and has the first destination, times, limit and tags of a write;
 * null if there is none among the newest 1,000 with that URL in a destination.
 */
export async function findSameLink(
  ctx: ServiceContext,
  { host, alias }: { host: Hostname; alias?: string },
  { destination = null, startsAtMs, expiresAtMs, maxClicks, tags = [] }: RecordInput,
): Promise<Result<RecordView | null>> {
  const filter = { ...FAMILY, host, destination: destination ?? "", status: "active" as const };
  const found = await readItems(MAX_CANDIDATES, (page) =>
    listRecords(ctx, { filter, sort: NEWEST_FIRST, ...page }),
  );
  if (!found.ok) return found;
  const repeats = <T>(written: T | undefined, standing: T) => written === undefined || written === standing;
  const same = found.value.items.find(({ record }) => {
    const has = new Set(record.tags.map(foldTag));
    return (
      record.destinations[0] === destination &&
      repeats(alias, aliasOf(record.source)) &&
      repeats(startsAtMs, record.startsAtMs) &&
      repeats(expiresAtMs, record.expiresAtMs) &&
      repeats(maxClicks, record.maxClicks) &&
      tags.every((tag) => has.has(foldTag(tag)))
    );
  });
  return done(same ?? null);
}
