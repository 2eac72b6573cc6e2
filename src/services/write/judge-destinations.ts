import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { findBlockedHost } from "../../domain/blocklist.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { allDestinations, type Leading } from "../../domain/rule/rule.ts";
import { toLocation } from "../../domain/to-location.ts";
import { selectBlocklist, selectInstallationBlocklist } from "../../storage/blocklist/blocklist.ts";
import type { JudgeContext } from "../context.ts";
import { sendMessages } from "../send-messages.ts";
import { askSafeBrowsing } from "../threat/ask-safe-browsing.ts";

/** The longest wait of a write for a foreign service. */
const DEADLINE_MS = 1_000;

export interface Judgement {
  refusals: ReadonlyMap<string, Refusal>;
  /** False if Safe Browsing did not answer in time. */
  isComplete: boolean;
}

/** The findings of the checks of some writes, in addition to their errors. */
export interface WritesJudgement extends Judgement {
  /** The ids of records that lead to a hostname of the workspace, where loops are found later. */
  inside: ReadonlySet<string>;
}

async function readBlocklists({ env, caller }: JudgeContext): Promise<[Hostname[], Hostname[]]> {
  return Promise.all([
    selectBlocklist(env.DB, caller.reach.workspaceId),
    selectInstallationBlocklist(env.DB),
  ]);
}

/**
 * Judges the destinations that a write adds. It does not get the record's present destinations, so that an edit of
 * other fields is not refused. Visitors are warned in any case.
 */
export type Judge = (destinations: string[]) => Promise<Judgement>;

/**
 * Returns a judge for one write or for the steps of a plan. It reads the blocklists once, and remembers its last
 * judgement, so that retries of a write wait for a slow service only once.
 */
export function newJudge(ctx: JudgeContext): Judge {
  let lists: [Hostname[], Hostname[]] | undefined;
  let last = { key: "[]", judgement: { refusals: new Map<string, Refusal>(), isComplete: true } };
  return async (destinations) => {
    const key = JSON.stringify(destinations);
    if (key === last.key) return last.judgement;
    const [[own, common], threats] = await Promise.all([
      lists ?? readBlocklists(ctx),
      askSafeBrowsing(ctx.env, destinations, DEADLINE_MS),
    ]);
    lists = [own, common];
    const refusals = new Map<string, Refusal>();
    for (const destination of destinations) {
      const location = toLocation(destination);
      const host = findBlockedHost(own, location);
      const threat = threats?.get(destination);
      if (host !== null) refusals.set(destination, refuse("blocklist", { host }));
      else if (findBlockedHost(common, location) !== null) {
        refusals.set(destination, refuse("blocked"));
      } else if (threat !== undefined) {
        refusals.set(destination, refuse("dangerous", { host: new URL(destination).host, threat }));
      }
    }
    last = { key, judgement: { refusals, isComplete: threats !== null } };
    return last.judgement;
  };
}

/** Queues another check of records with an incomplete judgement. Never fails: the hourly round also checks them. */
export async function judgeLater(ctx: JudgeContext, judgement: Judgement, ids: string[]): Promise<void> {
  if (judgement.isComplete || ids.length === 0) return;
  await sendMessages(ctx.env, [{ kind: "check-threats", ids }]);
}

/** @param write the record before and after a write; `before` is null for a new record */
export function addedDestinations({ before, after }: { before: Leading | null; after: Leading }): string[] {
  const known = before === null ? [] : allDestinations(before);
  return allDestinations(after).filter((destination) => !known.includes(destination));
}
