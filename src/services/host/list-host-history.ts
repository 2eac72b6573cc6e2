import {
  countHostHistory,
  listHostHistory as readHistory,
  type StoredHostHistoryEntry,
} from "../../storage/history/host.ts";
import { listHosts } from "../../storage/host/write.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, failed, invalid, type Result } from "../result.ts";

export type { StoredHostHistoryEntry };

interface HostHistoryPage extends Page<StoredHostHistoryEntry> {
  total: number;
}

/**
 * When the caller's workspace came to hold a hostname, or lost it, newest first
 * (`GET /host/{host}/history`). It can be read after the claim has ended, too.
 */
export async function listHostHistory(
  ctx: ServiceContext,
  host: string,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<HostHistoryPage>> {
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  const total = await countHostHistory(DB, id, host);
  if (total === 0 && !(await listHosts(DB, id, [host])).has(host)) return failed({ code: "not_found" });
  const page = await readPage<StoredHostHistoryEntry, string>({
    list: ["host-history", host],
    cursor,
    perPage,
    isPosition: (value): value is string => typeof value === "string",
    positionOf: (entry) => entry.id,
    read: (after, isBackward, limit) => readHistory(DB, id, host, { after, isBackward, limit }),
  });
  return page === null ? invalid({ cursor: ["belongs to another list"] }) : done({ ...page, total });
}
