import { slotsOfChange } from "../../../domain/affected-slots.ts";
import {
  destinationsToCheck,
  healthAfter,
  nextNotification,
  stateOf,
  type CheckResult,
  type Health,
  type WatchedState,
} from "../../../domain/health.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { toUrlSuffix } from "../../../domain/source.ts";
import { formatTimestamp } from "../../../domain/timestamp.ts";
import { toRecordSnapshot } from "../../../domain/to-snapshot.ts";
import { ATTEMPTS, retryOnConflict } from "../../../runtime/retry-on-conflict.ts";
import { AssertionError } from "../../../storage/commit.ts";
import { selectWatchedRecords, type WatchedRecord } from "../../../storage/monitor/read.ts";
import { updateHealthInCommit, updateHealth, type HealthUpdate } from "../../../storage/monitor/write.ts";
import { insertNotification, type Notification } from "../../../storage/notification/notification.ts";
import { noteEvents, type NotedEvent } from "../../../storage/webhook/event.ts";
import { isStale } from "../../is-conflict.ts";
import { newId } from "../../new-id.ts";
import { publish, type PublishContext } from "../../publish.ts";

/** The results of checks, by record id and destination. */
type Findings = ReadonlyMap<string, ReadonlyMap<string, CheckResult>>;

/**
 * Writes the findings of checks. Findings that change nothing for visitors and owners are written in one
 * batch. Each other record has its own commit with its notification, and is published.
 * @returns the ids of the notifications that are due now
 * @throws if other writers were first at every attempt
 */
export async function writeFindings(
  ctx: PublishContext,
  watched: WatchedRecord[],
  findings: Findings,
): Promise<string[]> {
  const { DB } = ctx.env;
  const notificationIds: string[] = [];
  let open = watched;
  const written = await retryOnConflict({ attempts: ATTEMPTS.rare, isConflict: isStale }, async () => {
    const outcomes = open.map((record) => toOutcome(record, findings, ctx.nowMs));
    const quiet = outcomes.filter(
      ({ isVisible, notification, event }) => !isVisible && notification === null && event === null,
    );
    const written = await updateHealth(
      DB,
      quiet.map(({ update }) => update),
    );
    for (const outcome of outcomes.filter((outcome) => !quiet.includes(outcome))) {
      if (!(await commitOutcome(ctx, outcome))) continue;
      written.add(outcome.update.before.record.id);
      if (outcome.notification !== null) notificationIds.push(outcome.notification.id);
    }
    const overtaken = open.map(({ record }) => record.id).filter((id) => !written.has(id));
    if (overtaken.length === 0) return notificationIds;
    open = await selectWatchedRecords(DB, overtaken, ctx.nowMs);
    throw new AssertionError("stale_version");
  });
  if (written === null)
    throw new Error("findings were not written: other writers came first at every attempt");
  return written;
}

interface Outcome {
  update: HealthUpdate;
  /** True if the answers to visits change. */
  isVisible: boolean;
  notification: Notification | null;
  /** What webhooks are told, whether or not there is a notification. */
  event: NotedEvent | null;
}

function toOutcome(before: WatchedRecord, findings: Findings, nowMs: number): Outcome {
  const { record, isHttps } = before;
  const { workspaceId } = record;
  // Another delivery of the message may have written its findings in the meantime (contract 7.2).
  const open = destinationsToCheck(record, before.leasedAtMs);
  const found = [...(findings.get(record.id) ?? [])].filter(([destination]) => open.includes(destination));
  const health = healthAfter(record, new Map(found), nowMs);
  const after: LinkRecord = { ...record, health };
  const { notifiedState, news } = nextNotification(before.notifiedState, stateOf(after));
  const told = news === null ? null : toNotification(record, { health, isHttps, news, nowMs });
  return {
    update: { before, health, notifiedState },
    isVisible: shownOf(record) !== shownOf(after),
    notification:
      told !== null && record.isNotify && before.hasNotifyUrl
        ? { id: newId(nowMs), workspaceId, payload: JSON.stringify(told) }
        : null,
    event:
      told !== null && before.hasWebhooks
        ? {
            workspaceId,
            type: told.type,
            hosts: [record.host],
            data: { ...told.data, version: record.version },
          }
        : null,
  };
}

function shownOf(record: LinkRecord): string {
  return JSON.stringify(toRecordSnapshot({ ...record, html: null }));
}

/** Commits one record. Returns false if another write was first. */
async function commitOutcome(
  ctx: PublishContext,
  { update, isVisible, notification, event }: Outcome,
): Promise<boolean> {
  const { DB } = ctx.env;
  const { record } = update.before;
  const notifications = notification === null ? [] : [insertNotification(DB, notification, ctx.nowMs)];
  try {
    const touched = isVisible ? slotsOfChange(record, record) : [];
    const events = noteEvents(DB, event === null ? [] : [event], ctx.nowMs);
    await publish(ctx, [...updateHealthInCommit(DB, update), ...notifications, ...events], touched);
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}

/** The body of a notification, as docs/monitoring.md shows it. */
interface NotificationPayload {
  type: `record.${News}`;
  /** The time of the change. */
  timestamp: string;
  data: {
    id: string;
    url: string;
    monitor: WatchedState;
    destinations: { url: string; state: WatchedState; reason: string | null }[];
  };
}

type News = "broken" | "healthy";

function toNotification(
  record: LinkRecord,
  { health, isHttps, news, nowMs }: { health: Health; isHttps: boolean; news: News; nowMs: number },
): NotificationPayload {
  return {
    type: `record.${news}`,
    timestamp: formatTimestamp(nowMs),
    data: {
      id: record.id,
      url: `${isHttps ? "https" : "http"}://${record.host}${toUrlSuffix(record.source)}`,
      monitor: stateOf({ destinations: record.destinations, health }),
      destinations: record.destinations.map((url) => ({
        url,
        state: stateOf({ destinations: [url], health }),
        reason: health[url]?.reason ?? null,
      })),
    },
  };
}
