import { healthAfter, nextTold, stateOf, type CheckResult } from "../../../domain/health.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { toRecordSnapshot } from "../../../domain/to-snapshot.ts";
import { AssertionError } from "../../../storage/commit.ts";
import {
  commitHealth,
  listWatched,
  writeHealth,
  type HealthUpdate,
  type WatchedRecord,
} from "../../../storage/monitor/write.ts";
import { insertNotification, type Notification } from "../../../storage/notification/write.ts";
import { slotsOfChange } from "../../../domain/affected-slots.ts";
import { newId } from "../../new-id.ts";
import { publish, type PublishContext } from "../../publish.ts";
import { toNotification } from "./notification.ts";

/** What checks found of each record's destinations, by record. */
type Findings = ReadonlyMap<string, ReadonlyMap<string, CheckResult>>;

/** Other writers rarely come between, and never again and again. */
const MAX_ATTEMPTS = 5;

/**
 * Writes what checks found. What changes nothing for visitors and owners is written at once for all;
 * a record that does is committed by itself, with its notification, and projected.
 * @returns ids of the notifications that are due now
 * @throws where other writers come first again and again
 */
export async function writeFindings(
  ctx: PublishContext,
  watched: WatchedRecord[],
  findings: Findings,
): Promise<string[]> {
  const { DB } = ctx.env;
  const notificationIds: string[] = [];
  let open = watched;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const outcomes = open.map((record) => toOutcome(record, findings, ctx.nowMs));
    const quiet = outcomes.filter(({ isVisible, notification }) => !isVisible && notification === null);
    const written = await writeHealth(
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
    open = await listWatched(DB, overtaken, ctx.nowMs);
  }
  throw new Error("what the monitor found was not written: others wrote again and again");
}

interface Outcome {
  update: HealthUpdate;
  /** Visits are answered differently from now on. */
  isVisible: boolean;
  notification: Notification | null;
}

function toOutcome(before: WatchedRecord, findings: Findings, nowMs: number): Outcome {
  const { record, isHttps } = before;
  const health = healthAfter(record, findings.get(record.id) ?? new Map(), nowMs);
  const after: LinkRecord = { ...record, health };
  const { told, news } = nextTold(before.told, stateOf(after));
  const isToldOf = news !== null && record.isNotify && before.hasNotifyUrl;
  return {
    update: { before, healthText: JSON.stringify(health), told },
    isVisible: shownOf(record) !== shownOf(after),
    notification: !isToldOf
      ? null
      : {
          id: newId(nowMs),
          workspaceId: record.workspaceId,
          payload: JSON.stringify(toNotification(record, { health, isHttps, news, nowMs })),
        },
  };
}

function shownOf(record: LinkRecord): string {
  return JSON.stringify(toRecordSnapshot({ ...record, html: null }));
}

/** False where another write came first. */
async function commitOutcome(
  ctx: PublishContext,
  { update, isVisible, notification }: Outcome,
): Promise<boolean> {
  const { DB } = ctx.env;
  const { record } = update.before;
  const telling = notification === null ? [] : [insertNotification(DB, notification, ctx.nowMs)];
  try {
    const touched = isVisible ? slotsOfChange(record, record) : [];
    await publish(ctx, [...commitHealth(DB, update), ...telling], touched);
    return true;
  } catch (error) {
    if (error instanceof AssertionError) return false;
    throw error;
  }
}
