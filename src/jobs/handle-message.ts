import type { Env } from "../env.ts";
import type { QueueMessage } from "../queue-messages.ts";
import { checkHosts } from "./run-host-checks.ts";
import { checkDueRecords } from "./run-record-checks.ts";
import { runThreatChecks } from "./run-threat-checks.ts";
import { deliverToWebhooks } from "./deliver-events.ts";
import { deliverNotifications } from "./notify.ts";
import { completeReadyHosts } from "./projection/complete-hosts.ts";
import { refill } from "./projection/refill.ts";
import { repair } from "./projection/repair.ts";
import { takeSteps } from "./step-runner.ts";

/** Does the work of a message, except clicks and `drain`, whose consumer takes many messages at once. */
export async function handleMessage(body: QueueMessage, env: Env, nowMs: number): Promise<unknown> {
  switch (body?.kind) {
    case "repair":
      return repair(env, body.slots);
    case "refill":
      return refill(env, body.host);
    case "complete-hosts":
      return completeReadyHosts(env);
    case "check-records":
      return checkDueRecords(env, body.ids, nowMs, Date.now);
    case "check-threats":
      return runThreatChecks(env, body.ids, nowMs);
    case "check-hosts":
      return checkHosts(env, body.hosts, nowMs);
    case "notify":
      return deliverNotifications(env, body.ids, Date.now);
    case "deliver":
      return deliverToWebhooks(env, body, Date.now);
    case "change":
    case "check-urls":
    case "count-records":
    case "backup":
    case "reproject":
    case "sweep-keys":
      return takeSteps(env, body, nowMs);
    default:
      throw new UnknownKindError(body?.kind);
  }
}

export class UnknownKindError extends Error {
  constructor(kind: unknown) {
    super(`this release has no handler for queue messages of the kind ${String(kind)}`);
  }
}
