import { Webhook } from "standardwebhooks";
import type { Env } from "../../env.ts";
import {
  claimNotification,
  deleteNotification,
  getNotifyTarget,
  type ClaimedNotification,
} from "../../storage/notifications.ts";
import type { AddressGuard } from "./address-guard.ts";
import { newNotifySecret } from "./notify-secret.ts";

/** Delivers a notification to its workspace, in the form of the Standard Webhooks specification (contract 7.10). */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The wait behind each attempt; the last is for an attempt whose end nobody saw. */
const WAITS_MS = [
  5_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  24 * HOUR_MS,
] as const;
const MAX_ATTEMPTS = WAITS_MS.length;
const TIMEOUT_MS = 10_000;
const GONE = 410;

export interface DeliveryContext {
  env: Pick<Env, "DB">;
  nowMs: number;
  guard: AddressGuard;
}

/** One attempt, where one is due. Throws as the database does; a receiver that fails is asked again later. */
export async function deliverNotification(ctx: DeliveryContext, id: string): Promise<void> {
  const { DB } = ctx.env;
  const claimed = await claimNotification(DB, id, ctx.nowMs, WAITS_MS);
  if (claimed === null) return;
  const outcome = await attempt(ctx, claimed);
  if (outcome.kind === "failed" && claimed.attempts < MAX_ATTEMPTS) return;
  if (outcome.kind !== "delivered") {
    console.warn(`notification ${id} is given up after ${claimed.attempts} attempts: ${outcome.reason}`);
  }
  await deleteNotification(DB, id);
}

type Outcome =
  | { kind: "delivered" }
  /** Another attempt may succeed. */
  | { kind: "failed"; reason: string }
  | { kind: "refused"; reason: string };

async function attempt(ctx: DeliveryContext, claimed: ClaimedNotification): Promise<Outcome> {
  if (claimed.attempts > MAX_ATTEMPTS) return { kind: "refused", reason: "the last attempt never ended" };
  const target = await getNotifyTarget(ctx.env.DB, claimed.workspaceId, newNotifySecret());
  if (target === null) return { kind: "refused", reason: "the workspace has no notify_url any more" };
  const url = new URL(target.url);
  const permission = await ctx.guard(url);
  if (permission.kind !== "granted") return { kind: "failed", reason: permission.reason };
  return post(url, sign(claimed, target.secret, ctx.nowMs));
}

function sign({ id, payload }: ClaimedNotification, secret: string, nowMs: number): RequestInit {
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "Signpost-Webhook",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(nowMs / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, new Date(nowMs), payload),
    },
    body: payload,
  };
}

async function post(url: URL, request: RequestInit): Promise<Outcome> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { body, ok, status } = await fetch(url, { ...request, redirect: "manual", signal });
    await body?.cancel().catch(() => {});
    if (ok) return { kind: "delivered" };
    return { kind: status === GONE ? "refused" : "failed", reason: `status ${status}` };
  } catch {
    return { kind: "failed", reason: "no answer" };
  }
}
