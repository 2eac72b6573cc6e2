import { setNotifySecret } from "../../storage/notification/write.ts";
import type { ServiceContext } from "../context.ts";
import { newWebhookSecret } from "../../runtime/sign-webhook.ts";

/**
 * Makes the secret that signs the workspace's notifications from now on, and shows it this once
 * (`POST /workspace/notify-secret`).
 */
export async function makeNotifySecret({ env, caller }: ServiceContext): Promise<{ secret: string }> {
  const secret = newWebhookSecret();
  await setNotifySecret(env.DB, caller.workspace.id, secret);
  return { secret };
}
