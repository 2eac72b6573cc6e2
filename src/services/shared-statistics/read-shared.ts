import { wholeOf } from "../../domain/reach.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { DAY_MS } from "../../domain/time.ts";
import { limitGuesses, type Unchecked } from "../../durable/limit-guesses.ts";
import type { Env } from "../../env.ts";
import { isPassword } from "../../runtime/password.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { selectOpenShared, type StoredShare } from "../../storage/shared-statistics/shared-statistics.ts";
import { selectRetention } from "../../storage/workspace/read.ts";
import type { ReadContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { getRecordStats, getWorkspaceStats } from "../stats/stats.ts";
import type { Breakdown, Stats } from "../stats/types.ts";

/** Statistics as whoever has their link reads them (contract 37). */

/** Finds shared statistics by the hash of their secret; null if there are none. */
export async function findOpenShared(
  db: D1Database,
  hash: string,
  nowMs: number,
): Promise<StoredShare | null> {
  const [shared] = await selectOpenShared(db, hash, nowMs);
  return shared ?? null;
}

/** Checks a password within the limits on wrong ones. No password at all is no guess. */
export async function checkPassword(
  env: Env,
  { id, passwordHash }: StoredShare,
  { password, ...by }: { password: string; address: string; nowMs: number },
): Promise<{ kind: "right" | "wrong" } | Unchecked> {
  if (passwordHash === null) return { kind: "right" };
  if (password === "") return { kind: "wrong" };
  return limitGuesses(env, { of: id, ...by }, async () => ({
    kind: (await isPassword(password, passwordHash)) ? "right" : "wrong",
  }));
}

/** From this number of days on the series is by week. */
const WEEKS_FROM_DAYS = 120;

/** Reads the numbers. Finds nothing once their record is deleted. */
export async function readShared(
  tools: Omit<ReadContext, "caller">,
  { workspaceId, hosts, content: { record, host, tag, days } }: StoredShare,
): Promise<Result<Stats>> {
  const { DB } = tools.env;
  const kept = Math.min(days, (await selectRetention(DB, workspaceId)).days);
  const request = {
    interval: kept < WEEKS_FROM_DAYS ? ("day" as const) : ("week" as const),
    fromMs: tools.nowMs - (kept - 1) * DAY_MS,
    filter: { ...(host !== null && { host }), ...(tag !== null && { tags: [tag] }) },
    include: [],
    hasPrevious: false,
  };
  const ctx = { ...tools, caller: { reach: { workspaceId, hosts, tags: null } } };
  const read = await (record === null
    ? getWorkspaceStats(ctx, request)
    : getRecordStats(ctx, record, request));
  if (!read.ok) return read;
  const { breakdowns } = read.value;
  const referrer = await withoutHosts(DB, workspaceId, breakdowns.referrer, host);
  return done({ ...read.value, breakdowns: { ...breakdowns, referrer } });
}

/** Counts the hostnames of the workspace, but the shared one, with the values that are not named. */
async function withoutHosts(
  db: D1Database,
  workspaceId: string,
  { values, rest }: Breakdown,
  shared: Hostname | null,
): Promise<Breakdown> {
  const names = values.map(({ value }) => value as Hostname);
  const own = await selectHosts(db, wholeOf(workspaceId), names);
  if (shared !== null) own.delete(shared);
  const isOwn = ({ value }: { value: string }) => own.has(value as Hostname);
  return {
    values: values.filter((one) => !isOwn(one)),
    rest: values.filter(isOwn).reduce((sum, { clicks }) => sum + clicks, rest),
  };
}
