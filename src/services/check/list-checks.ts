import type { Check } from "../../domain/check/check.ts";
import { selectChecks } from "../../storage/check/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import type { Result } from "../result.ts";

/** Lists the checks of the caller's workspace, newest first (`GET /checks`). */
export async function listChecks(
  ctx: ServiceContext,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<Page<Check>>> {
  const { env, caller, nowMs } = ctx;
  return readPage<Check, string>({
    list: ["checks"],
    cursor,
    perPage,
    positionOf: ({ id }) => id,
    read: (after, isBackward, limit) =>
      selectChecks(env.DB, caller.reach, { after, isBackward, limit, nowMs }),
  });
}
