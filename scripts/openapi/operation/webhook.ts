import { pageOf } from "../../../src/admin/schema/part.ts";
import { NotifySecretShape } from "../../../src/admin/schema/shape.ts";
import {
  CreatedWebhookShape,
  DeliveryShape,
  EventIdShape,
  WebhookListShape,
  WebhookShape,
} from "../../../src/admin/schema/webhook-shape.ts";
import { EVENT_ID, webhook } from "../example.ts";
import type { Operation } from "../operation.ts";

const secret = `whsec_${"MDEy".repeat(10)}MDE=`;
const { url, events, hosts } = webhook;

export const WEBHOOK_OPERATIONS: Record<string, Operation> = {
  "get /v1/webhooks": {
    id: "listWebhooks",
    summary: "List webhooks",
    description:
      "All of the workspace, at most 10. A caller with `hosts` sees those that are limited to these.",
    answer: WebhookListShape,
    examples: { answer: { data: [webhook] } },
  },
  "post /v1/webhooks": {
    id: "createWebhook",
    summary: "Make a webhook",
    description:
      "From now on each of the events is sent to the URL, signed by Standard Webhooks with the secret, which is shown in this answer and never again. Any 2xx within 10 seconds accepts an event; otherwise it is sent again for three days. No redirect is followed.",
    answer: CreatedWebhookShape,
    errors: [482],
    examples: { body: { url, events, hosts }, answer: { ...webhook, secret } },
  },
  "get /v1/webhooks/{id}": { id: "getWebhook", summary: "Get a webhook", answer: WebhookShape },
  "put /v1/webhooks/{id}": {
    id: "updateWebhook",
    summary: "Change a webhook",
    description:
      "What is absent stays. With `enabled: true` a webhook that was switched off is sent what has waited since. Events that happen while it is off are not kept.",
    answer: WebhookShape,
    examples: { body: { events: ["link.created"] }, answer: { ...webhook, events: ["link.created"] } },
  },
  "delete /v1/webhooks/{id}": {
    id: "deleteWebhook",
    summary: "Delete a webhook",
    description: "With its log, and what waits.",
  },
  "post /v1/webhooks/{id}/secret": {
    id: "rotateWebhookSecret",
    summary: "Make a new secret",
    description: "It is shown once. For 24 hours each event is signed with the secret before it, too.",
    answer: NotifySecretShape,
    examples: { answer: { secret } },
  },
  "post /v1/webhooks/{id}/test": {
    id: "testWebhook",
    summary: "Send a test event",
    description: "An event `webhook.test`. The log shows what became of it.",
    answer: EventIdShape,
    errors: [409],
    examples: { answer: { id: EVENT_ID } },
  },
  "get /v1/webhooks/{id}/log": {
    id: "listWebhookLog",
    summary: "List what was sent",
    description:
      "The newest first. It is kept for 30 days, and at most 10,000 entries or 20 MB of a workspace.",
    answer: pageOf(DeliveryShape),
  },
  "post /v1/webhooks/{id}/replay": {
    id: "replayWebhookEvent",
    summary: "Send an event again",
    description: "The same body with the same `webhook-id`, whether or not it was accepted before.",
    answer: EventIdShape,
    errors: [409],
    examples: { body: { event: EVENT_ID }, answer: { id: EVENT_ID } },
  },
};
