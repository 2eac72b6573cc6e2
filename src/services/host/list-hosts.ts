import { selectHostPage } from "../../storage/host/read.ts";
import type { HostDetails } from "../../domain/host.ts";
import type { ServiceContext } from "../context.ts";
import { isMomentPosition, readPage, type MomentPosition, type Page } from "../cursor.ts";
import { done, type Result } from "../result.ts";
import { ownName } from "./required-dns.ts";
import { toHostView } from "./internal/to-host-view.ts";
import type { HostView } from "./types.ts";

interface HostFilter {
  /** A substring of the hostname. */
  search?: string;
  shortLinksEnabled?: boolean;
  isDnsCorrect?: boolean;
  isHeld?: boolean;
}

export async function listHosts(
  ctx: ServiceContext,
  { filter, perPage, cursor }: { filter: HostFilter; perPage: number; cursor: string | undefined },
): Promise<Result<Page<HostView>>> {
  const page = await readPage<HostDetails, MomentPosition>({
    list: ["hosts", filter],
    cursor,
    perPage,
    isPosition: isMomentPosition,
    positionOf: ({ claim }) => [claim.createdAtMs, claim.key],
    read: (after, isBackward, limit) =>
      selectHostPage(ctx.env.DB, ownName(ctx.env), ctx.caller.reach, {
        ...filter,
        after,
        isBackward,
        limit,
      }),
  });
  if (!page.ok) return page;
  return done({
    ...page.value,
    items: await Promise.all(page.value.items.map((details) => toHostView(ctx, details))),
  });
}
