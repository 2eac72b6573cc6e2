import type { Hostname } from "../../domain/hostname.ts";
import { selectHostHistoryCount, selectHostHistory } from "../../storage/history/read.ts";
import type { HostHistoryEntry } from "../../domain/history.ts";
import { isWhole } from "../../domain/reach.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

export interface HostHistoryPage extends Page<HostHistoryEntry> {
  total: number;
}

/**
 * Lists the times when the caller's workspace gained or lost a hostname, newest first
 * (`GET /host/{host}/history`). The list stays readable after the claim has ended, except for a caller with `hosts`
 * (contract 27.2).
 */
export async function listHostHistory(
  ctx: ServiceContext,
  host: Hostname,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<HostHistoryPage>> {
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const isConnected = (await selectHosts(DB, reach, [host])).has(host);
  const total = isConnected || isWhole(reach) ? await selectHostHistoryCount(DB, reach, host) : 0;
  if (total === 0 && !isConnected) return NOT_FOUND;
  const page = await readPage<HostHistoryEntry, string>({
    list: ["host-history", host],
    cursor,
    perPage,
    positionOf: (entry) => entry.id,
    read: (after, isBackward, limit) => selectHostHistory(DB, reach, host, { after, isBackward, limit }),
  });
  return page.ok ? done({ ...page.value, total }) : page;
}
