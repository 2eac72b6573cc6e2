import { refuse } from "../../domain/refusal/refusal.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { holdAfter, isGivenUp, TEST_EVENT, waitAfter } from "../../domain/webhook.ts";
import type { Env } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { insertNotificationIfWanted } from "../../storage/notification/notification.ts";
import {
  endAttempts,
  leaseWebhook,
  selectDueDeliveries,
  takeDelivery,
  type Attempted,
  type DueDelivery,
  type LeasedWebhook,
} from "../../storage/webhook/delivery.ts";
import type { AddressGuard } from "../monitor/address-guard.ts";
import { postWebhook } from "../monitor/post-webhook.ts";
import { newId } from "../new-id.ts";
import { portionsOf } from "../portion.ts";

/** No attempt begins after this time. */
const SLICE_MS = 20_000;
/** The last attempt of a slice takes up to twenty seconds with its questions to DNS. */
const LEASE_MS = 60_000;

interface DeliveryContext {
  env: Env;
  clock: () => number;
  guard: AddressGuard;
}

/**
 * Sends some of what is due to a webhook, one after the other. The first failure ends that, so that a receiver that
 * hangs takes one timeout, and the next slice begins with other events (contract 35.29). Throws database errors.
 * @returns whether more is due
 */
export async function deliverEvents(ctx: DeliveryContext, id: string): Promise<boolean> {
  const { DB } = ctx.env;
  const startedAtMs = ctx.clock();
  const leasedUntilMs = startedAtMs + LEASE_MS;
  const webhook = await leaseWebhook(DB, id, startedAtMs, leasedUntilMs);
  if (webhook === null) return false;
  const due = await selectDueDeliveries(DB, id, startedAtMs, portionsOf(ctx.env).events);
  const attempted: Attempted[] = [];
  for (const delivery of due) {
    const outcome = await attempt(ctx, webhook, delivery);
    attempted.push(outcome);
    if (!outcome.isAccepted || ctx.clock() - startedAtMs > SLICE_MS) break;
  }
  const atMs = ctx.clock();
  const hasFailed = attempted.at(-1)?.isAccepted === false;
  const hasSucceeded = attempted.some(({ isAccepted }) => isAccepted);
  const before = hasSucceeded ? 0 : webhook.failures;
  const failures = hasFailed ? before + 1 : before;
  const firstMs = before === 0 ? null : webhook.failingSince;
  const failingSinceMs = hasFailed ? (firstMs ?? attempted.at(-1)?.atMs ?? atMs) : firstMs;
  const heldUntilMs = atMs + (hasFailed ? holdAfter(failures) : 0);
  const ended = { wasHeldUntilMs: leasedUntilMs, heldUntilMs, failures, failingSinceMs };
  return end(ctx, { id, ...webhook }, attempted, ended, hasFailed && isGivenUp(failingSinceMs ?? atMs, atMs));
}

/**
 * Sends one event that somebody waits for, before others and while the receiver is left alone (contract 35.32). A
 * failure leaves it alone for no longer; a success ends that. Throws database errors.
 * @returns whether more is due
 */
export async function deliverAtOnce(ctx: DeliveryContext, id: string, event: string): Promise<boolean> {
  const startedAtMs = ctx.clock();
  const taken = await takeDelivery(ctx.env.DB, id, event, startedAtMs, startedAtMs + LEASE_MS);
  if (taken === null) return false;
  const { webhook, delivery } = taken;
  const outcome = await attempt(ctx, webhook, delivery);
  const wasHeldUntilMs = webhook.heldUntil;
  const ended =
    outcome.isAccepted && webhook.failures > 0
      ? { wasHeldUntilMs, heldUntilMs: outcome.atMs, failures: 0, failingSinceMs: null }
      : {
          wasHeldUntilMs,
          heldUntilMs: wasHeldUntilMs,
          failures: webhook.failures,
          failingSinceMs: webhook.failingSince,
        };
  return end(ctx, { id, ...webhook }, [outcome], ended, false);
}

/** Writes what became of attempts, and switches the webhook off if it is gone or given up. */
async function end(
  { env: { DB }, clock }: DeliveryContext,
  webhook: LeasedWebhook & { id: string },
  attempted: readonly Attempted[],
  state: Omit<Parameters<typeof endAttempts>[3], "off">,
  isLost: boolean,
): Promise<boolean> {
  const atMs = clock();
  const reason = attempted.at(-1)?.status === GONE ? "gone" : isLost ? "failing" : null;
  const off = reason === null ? null : ({ atMs, reason } as const);
  const notes = reason === null ? [] : [tellOff(DB, { ...webhook, reason }, atMs)];
  const nextMs = await endAttempts(DB, webhook.id, attempted, { ...state, off }, notes);
  if (reason !== null) log("warn", "webhook_switched_off", { id: webhook.id, reason });
  return reason === null && nextMs !== null && nextMs <= atMs;
}

const GONE = 410;

async function attempt(
  { clock, guard }: DeliveryContext,
  { url: text, secret, oldSecret }: LeasedWebhook,
  { id, type, payload, attempts, dueAtMs: wasDueAtMs }: DueDelivery,
): Promise<Attempted> {
  const url = new URL(text);
  const permission = await guard(url);
  const atMs = clock();
  const outcome =
    permission.kind === "granted"
      ? await postWebhook(
          url,
          { id, body: payload },
          [secret, ...(oldSecret === null ? [] : [oldSecret])],
          atMs,
        )
      : null;
  const status = outcome?.status ?? null;
  const isAccepted = outcome?.kind === "delivered";
  // Who sees a test fail sends another one.
  const wait = type === TEST_EVENT ? null : waitAfter(attempts + 1);
  const reason =
    permission.kind !== "granted"
      ? permission.reason
      : status === null
        ? refuse("target_none")
        : refuse("status_code", { status });
  return {
    id,
    wasDueAtMs,
    atMs,
    dueAtMs: isAccepted || wait === null ? null : atMs + wait,
    isAccepted,
    status,
    reason: isAccepted ? null : reason,
  };
}

/** Notifies the workspace at its `notify_url`, if it has one, that a webhook is switched off. */
function tellOff(
  db: D1Database,
  { id, url, workspaceId, reason }: { id: string; url: string; workspaceId: string; reason: string },
  nowMs: number,
): D1PreparedStatement {
  const data = { id, url, reason };
  const payload = JSON.stringify({ type: "webhook.disabled", timestamp: formatTimestamp(nowMs), data });
  return insertNotificationIfWanted(db, { id: newId(nowMs), workspaceId, payload }, nowMs);
}
