import type { Act } from "../../domain/activity.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import {
  MAX_WEBHOOKS,
  OLD_SECRET_MS,
  TEST_EVENT,
  type Webhook,
  type WebhookEventName,
} from "../../domain/webhook.ts";
import { newWebhookSecret } from "../../runtime/sign-webhook.ts";
import { toAssertionError } from "../../storage/commit.ts";
import { insertDelivery, replayDelivery, selectLog, type Delivery } from "../../storage/webhook/delivery.ts";
import {
  deleteWebhook as deleteRow,
  insertWebhook,
  rotateSecret as replaceSecret,
  selectWebhooks,
  updateWebhook as updateRow,
} from "../../storage/webhook/webhook.ts";
import { addReachErrors } from "../add-reach-errors.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { noteResult } from "../keyed-call.ts";
import { findAddressProblem, isExempt } from "../monitor/address-guard.ts";
import { newId } from "../new-id.ts";
import { requireProof } from "../require-proof.ts";
import { done, failed, invalid, NOT_FOUND, type Draft, type Failure, type Result } from "../result.ts";
import { startDelivery } from "../send-messages.ts";

export type { Delivery } from "../../storage/webhook/delivery.ts";

/** The webhooks of a workspace, within the caller's hostnames (contract 35.24 to 35.33). */

interface WebhookFields {
  url?: string;
  events?: readonly WebhookEventName[];
  hosts?: readonly Hostname[] | null;
  isEnabled?: boolean;
}

/** A webhook with the secret that only the call that made it returns. */
export type SecretWebhook = Webhook & { secret: string };

export async function listWebhooks(ctx: ServiceContext): Promise<Result<Webhook[]>> {
  return done(await selectWebhooks(ctx.env.DB, ctx.caller.reach, null));
}

export async function getWebhook(ctx: ServiceContext, id: string): Promise<Result<Webhook>> {
  const [webhook] = await selectWebhooks(ctx.env.DB, ctx.caller.reach, id);
  return webhook === undefined ? NOT_FOUND : done(webhook);
}

/** Makes a webhook (`POST /webhooks`), of all the caller's hostnames unless some are named. */
export async function createWebhook(
  ctx: ServiceContext,
  { fields, errors: found }: Draft<WebhookFields>,
): Promise<Result<SecretWebhook>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const { caller, env, nowMs } = ctx;
  const { url, events, hosts = caller.reach.hosts, isEnabled = true } = fields;
  const errors = structuredClone(found);
  await addErrors(ctx, { url, hosts }, errors);
  if (url === undefined || events === undefined || hasFieldErrors(errors)) return invalid(errors);
  const webhook: Webhook = {
    id: newId(nowMs),
    url,
    events,
    hosts,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    off: isEnabled ? null : { atMs: nowMs, reason: "owner" },
    failingSinceMs: null,
  };
  const workspaceId = caller.workspace.id;
  const secret = newWebhookSecret();
  try {
    await env.DB.batch([
      insertWebhook(env.DB, workspaceId, webhook, secret),
      ...(isEnabled ? [] : updateRow(env.DB, workspaceId, webhook.id, { isEnabled }, nowMs)),
      ...noteWebhook(ctx, "created", webhook),
      ...noteResult(ctx, { id: webhook.id }),
    ]);
  } catch (error) {
    if (toAssertionError(error)?.code !== "webhook_limit") throw error;
    return failed({ code: "plan_limit", limit: "webhooks", used: MAX_WEBHOOKS, allowed: MAX_WEBHOOKS });
  }
  return done({ ...webhook, secret });
}

/** Changes a webhook, or switches it off or on (`PUT /webhooks/{id}`). */
export async function updateWebhook(
  ctx: ServiceContext,
  id: string,
  { fields, errors: found }: Draft<WebhookFields>,
): Promise<Result<Webhook>> {
  const known = await getWebhook(ctx, id);
  if (!known.ok) return known;
  const errors = structuredClone(found);
  // One that was stored before it had to be https may stay.
  const isKept = fields.url === known.value.url;
  await addErrors(ctx, isKept ? { hosts: fields.hosts } : fields, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const named = { ...known.value, ...(fields.url !== undefined && { url: fields.url }) };
  await DB.batch([
    ...updateRow(DB, ctx.caller.workspace.id, id, fields, ctx.nowMs),
    ...noteWebhook(ctx, "changed", named, Object.keys(fields).map(toApiName)),
  ]);
  const isOn = fields.isEnabled === true && known.value.off !== null;
  if (isOn || named.url !== known.value.url) ctx.background(startDelivery(ctx, [id]));
  return getWebhook(ctx, id);
}

const toApiName = (name: string) => (name === "isEnabled" ? "enabled" : name);

function noteWebhook(ctx: ServiceContext, action: Act["action"], { id, url }: Webhook, fields?: string[]) {
  return noteActivity(ctx, [{ kind: "webhook", action, subject: id, name: url, fields: fields ?? null }]);
}

async function addErrors(
  ctx: ServiceContext,
  { url, hosts }: { url?: string | undefined; hosts?: readonly Hostname[] | null | undefined },
  errors: FieldErrors,
): Promise<void> {
  const to = url === undefined ? null : new URL(url);
  const problem = to && (await findAddressProblem(ctx.env, to));
  if (problem !== null) addFieldError(errors, "url", refuse("no_notification", { reason: problem }));
  else if (to?.protocol === "http:" && !isExempt(ctx.env, to)) {
    addFieldError(errors, "url", refuse("not_https_url"));
  }
  if (hosts === null && ctx.caller.reach.hosts !== null)
    addFieldError(errors, "hosts", refuse("hosts_of_caller"));
  await addReachErrors(ctx, hosts, errors);
}

/** Deletes a webhook with its log. */
export async function deleteWebhook(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const known = await getWebhook(ctx, id);
  if (!known.ok) return known;
  const { DB } = ctx.env;
  await DB.batch([
    ...deleteRow(DB, ctx.caller.workspace.id, id),
    ...noteWebhook(ctx, "deleted", known.value),
  ]);
  return done(null);
}

/** Makes a new secret, which only this call returns. For a day the one before signs beside it. */
export async function rotateSecret(ctx: ServiceContext, id: string): Promise<Result<{ secret: string }>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const known = await getWebhook(ctx, id);
  if (!known.ok) return known;
  const secret = newWebhookSecret();
  const { DB } = ctx.env;
  const rotated = replaceSecret(DB, id, secret, ctx.nowMs + OLD_SECRET_MS);
  await DB.batch([
    rotated,
    ...noteWebhook(ctx, "changed", known.value, ["secret"]),
    ...noteResult(ctx, { id }),
  ]);
  return done({ secret });
}

export async function listDeliveries(
  ctx: ServiceContext,
  id: string,
  page: PageRequest,
): Promise<Result<Page<Delivery>>> {
  const known = await getWebhook(ctx, id);
  if (!known.ok) return known;
  return readPage<Delivery, string>({
    list: ["webhook", id],
    ...page,
    positionOf: (entry) => entry.id,
    read: (part) => selectLog(ctx.env.DB, id, part),
  });
}

/** Sends a test event to a webhook, once and at once. */
export async function testWebhook(ctx: ServiceContext, id: string): Promise<Result<{ id: string }>> {
  const known = await requireOn(ctx, id);
  if (!known.ok) return known;
  const { env, caller, nowMs } = ctx;
  const data = { webhook: id, workspace: caller.workspace.id };
  const place = { workspaceId: caller.workspace.id, webhookId: id };
  const made = insertDelivery(env.DB, place, { type: TEST_EVENT, data }, nowMs);
  await env.DB.batch([made.statement, ...noteResult(ctx, { id: made.id })]);
  ctx.background(startDelivery(ctx, [id], made.id));
  return done({ id: made.id });
}

/** Sends an entry of the log again at once, with the same id. */
export async function replayEvent(
  ctx: ServiceContext,
  id: string,
  { fields: { event }, errors }: Draft<{ event?: string }>,
): Promise<Result<{ id: string }>> {
  const known = await requireOn(ctx, id);
  if (!known.ok) return known;
  if (event === undefined || hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const sought = event.toLowerCase();
  const [found] = await DB.batch([
    ...replayDelivery(DB, id, sought, ctx.nowMs),
    ...noteResult(ctx, { id: sought }),
  ]);
  if (found?.results.length !== 1) return invalid({ event: [refuse("not_in_log")] });
  ctx.background(startDelivery(ctx, [id], sought));
  return done({ id: sought });
}

async function requireOn(ctx: ServiceContext, id: string): Promise<Result<Webhook> | Failure> {
  const known = await getWebhook(ctx, id);
  if (!known.ok || known.value.off === null) return known;
  return failed({ code: "wrong_state", reason: refuse("webhook_off") });
}
