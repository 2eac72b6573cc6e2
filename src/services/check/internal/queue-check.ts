import type { Env } from "../../../env.ts";
import { sendMessages } from "../../send-messages.ts";

/** Calls the consumer for the next step of a check. Cron covers for a message that is lost. */
export async function queueCheck(env: Env, id: string): Promise<void> {
  await sendMessages(env.WATCH, [{ kind: "check-urls", id }]);
}
