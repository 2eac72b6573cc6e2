import type { Hostname } from "../../domain/hostname.ts";
import type { MissKind, MissSort, MissState } from "../../domain/misses.ts";
import { selectMisses, type MissPosition, type Missed } from "../../storage/miss/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import type { Result } from "../result.ts";

interface MissListRequest extends PageRequest {
  sort: MissSort;
  filter: { host?: Hostname; kind?: MissKind; state?: MissState };
}

export async function listMisses(
  ctx: ServiceContext,
  { sort, filter, ...page }: MissListRequest,
): Promise<Result<Page<Missed>>> {
  return readPage<Missed, MissPosition>({
    list: ["misses", sort, filter.host, filter.kind, filter.state],
    ...page,
    isPosition,
    positionOf: (miss) => [
      sort === "-visits" ? miss.visits : miss.lastAtMs,
      miss.host,
      miss.slot,
      Number(miss.isRedacted),
    ],
    read: (part) => selectMisses(ctx.env.DB, ctx.caller.reach, { sort, ...filter, ...part }),
  });
}

function isPosition(value: unknown): value is MissPosition {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [moment, host, slot, redacted] = value as unknown[];
  const areNumbers = typeof moment === "number" && typeof redacted === "number";
  return areNumbers && typeof host === "string" && typeof slot === "string";
}

export type { Missed } from "../../storage/miss/read.ts";
export type { Sitemap } from "../../storage/sitemap/sitemap.ts";
