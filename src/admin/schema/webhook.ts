import * as v from "valibot";
import { WEBHOOK_EVENTS } from "../../domain/webhook.ts";
import { hostsField } from "./access.ts";
import { withShown } from "./record.ts";
import { booleanField, destinationField, listOf, message, oneOf, textOf } from "./field.ts";

/** Bodies of `/webhooks` (contract 35.24). */

const fields = {
  url: destinationField,
  events: v.pipe(
    listOf(oneOf(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length, message("not_events")),
    v.minLength(1, message("not_events")),
    v.transform((events) => [...new Set(events)]),
  ),
  hosts: v.optional(hostsField),
  enabled: v.optional(booleanField),
};

export const CreateWebhookBody = withShown(fields, "webhook");
export const UpdateWebhookBody = withShown(
  { ...fields, url: v.optional(fields.url), events: v.optional(fields.events) },
  "webhook",
);
export const ReplayBody = v.object({ event: textOf(36) });
