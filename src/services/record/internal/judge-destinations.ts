import { findBlockedHost } from "../../../domain/blocklist.ts";
import { toLocation } from "../../../domain/url-parts.ts";
import { getBlocklist } from "../../../storage/blocklist/read.ts";
import type { ServiceContext } from "../../context.ts";
import { sendMessages } from "../../send-messages.ts";
import { askSafeBrowsing } from "../../threat/internal/ask-safe-browsing.ts";

/** A write waits no longer for a service that is not ours. */
const DEADLINE_MS = 1_000;

export interface Judgement {
  /** Why destinations may not be written; those that may are left out. */
  refusals: ReadonlyMap<string, string>;
  /** False where nobody could tell in time whether they are dangerous. */
  isComplete: boolean;
}

/**
 * Judges destinations that a write adds. Those that a record has already are not asked about again:
 * it can still be paused, renamed and sent back as it was read, and visitors are warned in any case.
 */
export async function judgeDestinations(ctx: ServiceContext, destinations: string[]): Promise<Judgement> {
  if (destinations.length === 0) return { refusals: new Map(), isComplete: true };
  const [blocked, threats] = await Promise.all([
    getBlocklist(ctx.env.DB, ctx.caller.workspace.id),
    askSafeBrowsing(ctx.env, destinations, DEADLINE_MS),
  ]);
  const refusals = new Map<string, string>();
  for (const destination of destinations) {
    const host = findBlockedHost(blocked, toLocation(destination));
    const threat = threats?.get(destination);
    if (host !== null) refusals.set(destination, `leads to ${host}, which is on the blocklist`);
    else if (threat !== undefined) {
      refusals.set(destination, `leads to ${new URL(destination).host}, reported as dangerous: ${threat}`);
    }
  }
  return { refusals, isComplete: threats !== null };
}

export type Judge = (destinations: string[]) => Promise<Judgement>;

/** A judge for one write, whose every attempt is judged alike: a slow service is waited for once. */
export function judgeOnce(ctx: ServiceContext): Judge {
  const known = new Map<string, Judgement>();
  return async (destinations) => {
    const key = JSON.stringify(destinations);
    const judgement = known.get(key) ?? (await judgeDestinations(ctx, destinations));
    known.set(key, judgement);
    return judgement;
  };
}

/** Has records asked about once more, where a judgement is not complete. Never fails: the round comes to them. */
export async function judgeLater(ctx: ServiceContext, judgement: Judgement, ids: string[]): Promise<void> {
  if (judgement.isComplete || ids.length === 0) return;
  await sendMessages(ctx.env.WATCH, [{ kind: "check-threats", ids }]);
}

/** What a write makes of a record's destinations; `before` is null for a new one. */
export interface DestinationsWrite {
  before: { destinations: string[] } | null;
  after: { destinations: string[] };
}

/** The destinations that a record did not have before. */
export function addedDestinations({ before, after }: DestinationsWrite): string[] {
  return after.destinations.filter((destination) => !before?.destinations.includes(destination));
}
