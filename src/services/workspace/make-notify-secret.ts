import { updateNotifySecret } from "../../storage/notification/notification.ts";
import { noteSettings } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { newWebhookSecret } from "../../runtime/sign-webhook.ts";
import { requireProof } from "../require-proof.ts";
import { done, type Result } from "../result.ts";

/**
 * Makes a new secret that signs the workspace's notifications (`POST /workspace/notify-secret`). Only this call
 * returns it (contract 7.11 and 32.5).
 */
export async function makeNotifySecret(ctx: ServiceContext): Promise<Result<{ secret: string }>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const secret = newWebhookSecret();
  const { id } = ctx.caller.workspace;
  await ctx.env.DB.batch([
    updateNotifySecret(ctx.env.DB, id, secret),
    ...noteSettings(ctx, ["notify_secret"]),
    ...noteResult(ctx, { id }),
  ]);
  return done({ secret });
}
