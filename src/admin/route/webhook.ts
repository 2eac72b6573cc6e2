import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { Webhook } from "../../domain/webhook.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayEvent,
  rotateSecret,
  testWebhook,
  updateWebhook,
  type Delivery,
} from "../../services/webhook/webhooks.ts";
import { jsonBody, query, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { once, renderSecret } from "../once.ts";
import { answer, answerPage, idOf, json } from "../request-context.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import { pickDefined } from "../schema/record-input.ts";
import { CreateWebhookBody, ReplayBody, UpdateWebhookBody } from "../schema/webhook.ts";
import type { DeliveryShape, WebhookShape } from "../schema/webhook-shape.ts";
import { showReason } from "../serialize/said.ts";

/** Routes of `/webhooks` (contract 35.24 to 35.33). */
export const webhookRoutes = newApp()
  .get("/", within("manager"), async (c) =>
    answer(await listWebhooks(c.get("service")), (webhooks) => ({ data: webhooks.map(toShape) })),
  )
  .post("/", within("manager"), jsonBody(CreateWebhookBody), once(renderSecret), async (c) =>
    answer(await createWebhook(c.get("service"), toDraft(c.req.valid("json"))), ({ secret, ...webhook }) => ({
      ...toShape(webhook),
      secret,
    })),
  )
  .get("/:id", within("manager"), async (c) => answer(await getWebhook(c.get("service"), idOf(c)), toShape))
  .put("/:id", within("manager"), jsonBody(UpdateWebhookBody), async (c) =>
    answer(await updateWebhook(c.get("service"), idOf(c), toDraft(c.req.valid("json"))), toShape),
  )
  .delete("/:id", within("manager"), async (c) =>
    answer(await deleteWebhook(c.get("service"), idOf(c)), (data) => ({ data })),
  )
  .post("/:id/secret", within("manager"), once(renderSecret), async (c) =>
    answer(await rotateSecret(c.get("service"), idOf(c)), (rotated) => rotated),
  )
  .post(
    "/:id/test",
    within("manager"),
    once((_, result) => json(result)),
    async (c) => answer(await testWebhook(c.get("service"), idOf(c)), (sent) => sent),
  )
  .get("/:id/log", within("manager"), query(PageQuery), async (c) =>
    answerPage(
      await listDeliveries(c.get("service"), idOf(c), toPageRequest(c.req.valid("query"))),
      toDeliveryShape,
    ),
  )
  .post(
    "/:id/replay",
    within("manager"),
    jsonBody(ReplayBody),
    once((_, result) => json(result)),
    async (c) => answer(await replayEvent(c.get("service"), idOf(c), c.req.valid("json")), (sent) => sent),
  );

type Body = v.InferOutput<typeof UpdateWebhookBody>;

function toDraft<E>({ fields, errors }: { fields: Partial<Body>; errors: E }) {
  const { url, events, hosts, enabled: isEnabled } = fields;
  return { fields: pickDefined({ url, events, hosts, isEnabled }), errors };
}

function toShape({ id, url, events, hosts, off, ...webhook }: Webhook): v.InferOutput<typeof WebhookShape> {
  return {
    id,
    url,
    events: [...events],
    hosts: hosts === null ? null : [...hosts],
    enabled: off === null,
    disabled_at: formatTimestamp(off?.atMs ?? null),
    disabled_reason: off?.reason ?? null,
    failing_since: formatTimestamp(webhook.failingSinceMs),
    created_at: formatTimestamp(webhook.createdAtMs),
    updated_at: formatTimestamp(webhook.updatedAtMs),
  };
}

function toDeliveryShape(entry: Delivery): v.InferOutput<typeof DeliveryShape> {
  const { id, type, dueAtMs, acceptedAtMs, attempts, status, reason, payload } = entry;
  return {
    id,
    type: type as v.InferOutput<typeof DeliveryShape>["type"],
    state: dueAtMs !== null ? "waiting" : acceptedAtMs === null ? "failed" : "accepted",
    attempts,
    status,
    ...showReason(reason),
    created_at: formatTimestamp(entry.createdAtMs),
    attempted_at: formatTimestamp(entry.attemptedAtMs),
    next_attempt_at: formatTimestamp(dueAtMs),
    payload,
  };
}
