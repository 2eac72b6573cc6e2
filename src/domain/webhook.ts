import type { Hostname } from "./hostname.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";
import { formatTimestamp } from "./timestamp.ts";

/** Webhooks: URLs that a workspace is told of events at, by the Standard Webhooks specification (contract 35.24). */

export const WEBHOOK_EVENTS = [
  "link.created",
  "link.updated",
  "link.deleted",
  "host.changed",
  "record.broken",
  "record.healthy",
  "miss.frequent",
  "change.applied",
  "change.undone",
  "change.stopped",
  "check.finished",
  "clicks.threshold",
] as const;

export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** The event of the test button, which every webhook gets. */
export const TEST_EVENT = "webhook.test";

export const MAX_WEBHOOKS = 10;
/** A webhook can be limited to so many hostnames. */
export const MAX_WEBHOOK_HOSTS = 20;
/** For how long the secret before a rotation signs beside the present one. */
export const OLD_SECRET_MS = DAY_MS;
export const LOG_DAYS = 30;
/** A missed path is frequent from so many requests of people in a day on. */
export const FREQUENT_MISSES = 10;

/** Why nothing is sent: the owner, an answer 410, or three days without a success. */
export type OffReason = "owner" | "gone" | "failing";

export interface Webhook {
  id: string;
  url: string;
  events: readonly WebhookEventName[];
  /** Null for all of the workspace. */
  hosts: readonly Hostname[] | null;
  createdAtMs: number;
  updatedAtMs: number;
  off: { atMs: number; reason: OffReason } | null;
  /** Since when no attempt has succeeded; null if the last one has. */
  failingSinceMs: number | null;
}

/** Something that webhooks are told. */
export interface WebhookEvent {
  type: WebhookEventName | typeof TEST_EVENT;
  /** The hostnames that it concerns. A webhook that is limited gets it only if it has all of them. */
  hosts: readonly Hostname[];
  data: Record<string, unknown>;
}

/** The version of the form of payloads. */
const PAYLOAD_VERSION = 1;

/** Returns the body that tells an event. */
export function toPayload({ type, data }: Pick<WebhookEvent, "type" | "data">, nowMs: number): string {
  return JSON.stringify({ type, timestamp: formatTimestamp(nowMs), payload_version: PAYLOAD_VERSION, data });
}

/** The waits after failed attempts. Their sum is three days. */
const WAITS_MS = [
  MINUTE_MS,
  4 * MINUTE_MS,
  25 * MINUTE_MS,
  90 * MINUTE_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  DAY_MS,
];
const GIVE_UP_MS = 3 * DAY_MS;
const LONGEST_HOLD_MS = 30 * MINUTE_MS;

/** Returns the wait after the given number of failed attempts; null if there is no further attempt. */
export function waitAfter(attempts: number): number | null {
  return WAITS_MS[attempts - 1] ?? null;
}

/** Returns for how long a receiver is left alone that has failed so often in a row, whatever waits for it. */
export function holdAfter(failures: number): number {
  return failures < 2 ? 0 : Math.min(LONGEST_HOLD_MS, 5_000 * 2 ** failures);
}

/** Returns whether a receiver has failed for so long that it is switched off. */
export function isGivenUp(failingSinceMs: number, nowMs: number): boolean {
  return nowMs - failingSinceMs >= GIVE_UP_MS;
}
