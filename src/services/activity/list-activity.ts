import { ACTIVITY_KINDS, type Activity } from "../../domain/activity.ts";
import { hasFeature } from "../../domain/plan.ts";
import { isAtLeast } from "../../domain/role.ts";
import { selectActivity, type ActivityFilter } from "../../storage/history/activity.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import type { Result } from "../result.ts";

/** Lists what was done in the workspace, newest first (`GET /activity`). */
export async function listActivity(
  { env, caller }: ServiceContext,
  { filter, ...page }: PageRequest & { filter: ActivityFilter },
): Promise<Result<Page<Activity>>> {
  const isShown = hasFeature(caller.workspace.plan, "security.audit");
  // Only owners see members and tokens, and only managers webhooks and shared statistics.
  const { kinds = ACTIVITY_KINDS } = filter;
  const seen = kinds.filter((kind) =>
    isAtLeast(
      caller.role,
      kind === "member" || kind === "token"
        ? "owner"
        : kind === "webhook" || kind === "share"
          ? "manager"
          : "viewer",
    ),
  );
  return readPage<Activity, string>({
    list: ["activity", filter, caller.reach.hosts],
    ...page,
    positionOf: ({ id }) => id,
    read: async (part) =>
      isShown ? selectActivity(env.DB, caller.reach, { ...filter, kinds: seen }, part) : [],
  });
}
