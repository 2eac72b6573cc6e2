import * as v from "valibot";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../../domain/webhook.ts";
import { CodeShape, id, nullableTimestamp, timestamp } from "./part.ts";
import { limitedHosts } from "./workspace-shape.ts";

/** The shapes of answers of `/webhooks` (contract 35.24 and 35.32). */

export const WebhookShape = v.object({
  id,
  url: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  hosts: limitedHosts,
  enabled: v.boolean(),
  disabled_at: nullableTimestamp,
  disabled_reason: v.nullable(v.picklist(["owner", "gone", "failing"])),
  failing_since: nullableTimestamp,
  created_at: timestamp,
  updated_at: timestamp,
});
export const WebhookListShape = v.object({ data: v.array(WebhookShape) });
export const CreatedWebhookShape = v.object({ ...WebhookShape.entries, secret: v.string() });
export const EventIdShape = v.object({ id });
export const DeliveryShape = v.object({
  id,
  type: v.picklist([...WEBHOOK_EVENTS, TEST_EVENT]),
  state: v.picklist(["waiting", "accepted", "failed"]),
  attempts: v.number(),
  status: v.nullable(v.number()),
  reason: v.nullable(v.string()),
  reason_code: v.nullable(CodeShape),
  created_at: timestamp,
  attempted_at: nullableTimestamp,
  next_attempt_at: nullableTimestamp,
  payload: v.string(),
});
