import type { Env } from "../../../env.ts";
import { sendMessages } from "../../send-messages.ts";

/** Calls the consumer for the next step of a check. If the message is lost, cron continues the check. */
export async function queueCheck(env: Env, id: string): Promise<void> {
  await sendMessages(env.WATCH, [{ kind: "check-urls", id }]);
}
