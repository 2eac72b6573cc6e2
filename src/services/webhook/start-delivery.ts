import type { Env } from "../../env.ts";
import { sendMessages } from "../send-messages.ts";

/** Asks the consumer to send what is due to some webhooks. If the call is lost, cron makes it. Never rejects. */
export async function startDelivery({ env }: { env: Env }, ids: string[]): Promise<void> {
  await sendMessages(env, [{ kind: "deliver", ids }]);
}
