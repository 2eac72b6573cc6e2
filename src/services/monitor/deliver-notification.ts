import { say } from "../../domain/refusal/say.ts";
import type { Env } from "../../env.ts";
import {
  leaseNotification,
  deleteNotification,
  ensureNotifyTarget,
  type LeasedNotification,
} from "../../storage/notification/notification.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { log } from "../../runtime/log.ts";
import { newWebhookSecret } from "../../runtime/sign-webhook.ts";
import type { AddressGuard } from "./address-guard.ts";
import { postWebhook, type WebhookOutcome } from "./post-webhook.ts";

/** Delivers a notification to its workspace by the Standard Webhooks specification (contract 7.10). */

/**
 * The wait from the beginning of each attempt, which lasts up to twenty seconds with its questions to DNS. The last
 * wait is for an attempt that never ended.
 */
const WAITS_MS = [
  30_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  DAY_MS,
] as const;
const MAX_ATTEMPTS = WAITS_MS.length;

interface DeliveryContext {
  env: Pick<Env, "DB">;
  clock: () => number;
  guard: AddressGuard;
}

/** Makes one attempt, if one is due. Throws database errors. If the receiver fails, a later attempt follows. */
export async function deliverNotification(ctx: DeliveryContext, id: string): Promise<void> {
  const { DB } = ctx.env;
  const claimed = await leaseNotification(DB, id, ctx.clock(), WAITS_MS);
  if (claimed === null) return;
  const outcome = await attempt(ctx, claimed);
  if (outcome.kind === "failed" && claimed.attempts < MAX_ATTEMPTS) return;
  if (outcome.kind !== "delivered") {
    log("warn", "notification_given_up", { id, attempts: claimed.attempts, reason: outcome.reason });
  }
  await deleteNotification(DB, id);
}

async function attempt(ctx: DeliveryContext, claimed: LeasedNotification): Promise<WebhookOutcome> {
  if (claimed.attempts > MAX_ATTEMPTS) return { kind: "refused", reason: "the last attempt never ended" };
  const target = await ensureNotifyTarget(ctx.env.DB, claimed.workspaceId, newWebhookSecret());
  if (target === null) return { kind: "refused", reason: "the workspace has no notify_url any more" };
  const url = new URL(target.url);
  const permission = await ctx.guard(url);
  if (permission.kind !== "granted") return { kind: "failed", reason: say(permission.reason) };
  return postWebhook(url, { id: claimed.id, body: claimed.payload }, [target.secret], ctx.clock());
}
