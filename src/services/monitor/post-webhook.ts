import { signWebhook } from "../../runtime/sign-webhook.ts";

const TIMEOUT_MS = 10_000;
const GONE = 410;

/** `status` is that of the answer; null without one. */
export type WebhookOutcome = { status?: number | null } & (
  | { kind: "delivered" }
  /** Another attempt may succeed. */
  | { kind: "failed"; reason: string }
  | { kind: "refused"; reason: string }
);

/**
 * Posts a body that is signed by Standard Webhooks with each of the secrets. The caller has asked the address guard.
 * Follows no redirect. Never throws.
 */
export async function postWebhook(
  url: URL,
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  nowMs: number,
): Promise<WebhookOutcome> {
  const atSeconds = Math.floor(nowMs / 1000);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Signpost-Webhook",
    ...(await signWebhook(secrets, { id, atSeconds, body })),
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel().catch(() => {});
    const { status } = response;
    if (response.ok) return { kind: "delivered", status };
    return { kind: status === GONE ? "refused" : "failed", status, reason: `status ${status}` };
  } catch {
    return { kind: "failed", reason: "no answer" };
  }
}
