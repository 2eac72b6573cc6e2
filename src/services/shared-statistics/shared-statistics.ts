import type { Act } from "../../domain/activity.ts";
import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { MAX_SHARED_STATISTICS, type SharedContent } from "../../domain/statistics-share.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { hashPassword } from "../../runtime/password.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { selectRecord } from "../../storage/record/read.ts";
import {
  deleteShared,
  insertShared,
  selectShared,
  type StoredShare,
} from "../../storage/shared-statistics/shared-statistics.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { requireProof } from "../require-proof.ts";
import { done, failed, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";
import { newSecret } from "../session/sessions.ts";

export type { StoredShare };

/** The statistics that a workspace shares (contract 37). */

export async function listShared(ctx: ServiceContext): Promise<Result<StoredShare[]>> {
  return done(await selectShared(ctx.env.DB, ctx.caller.reach, null));
}

type Fields = { [F in keyof SharedContent]?: SharedContent[F] | undefined } & {
  expires_at?: number | null | undefined;
  password?: string | null | undefined;
};

/** Shares statistics (`POST /shared-statistics`). Only this call returns the secret of their link. */
export async function shareStatistics(
  ctx: ServiceContext,
  { fields, errors: found }: Draft<Fields>,
): Promise<Result<{ id: string; secret: string }>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const { caller, env, nowMs } = ctx;
  const { name, record = null, host = null, tag = null, shows, days = 28 } = fields;
  const { expires_at: endsAtMs = null, password = null } = fields;
  const errors = structuredClone(found);
  if (!hasFieldErrors(errors) && (record ?? host ?? tag) === null)
    addFieldError(errors, "record", refuse("filter_needed"));
  if (record !== null && (await selectRecord(env.DB, caller.reach, record)) === null)
    addFieldError(errors, "record", refuse("not_found"));
  if (host !== null && !(await selectHosts(env.DB, caller.reach, [host])).has(host))
    addFieldError(errors, "host", refuse("not_connected"));
  if (endsAtMs !== null && endsAtMs <= nowMs) addFieldError(errors, "expires_at", refuse("not_in_future"));
  if (name === undefined || shows === undefined || hasFieldErrors(errors)) return invalid(errors);
  const secret = newSecret();
  const shared = {
    id: newId(nowMs),
    content: { name, record, host, tag, shows, days },
    hosts: host === null ? caller.reach.hosts : [host],
    passwordHash: password === null ? null : await hashPassword(password, Number(env.BCRYPT_COST)),
    endsAtMs,
    createdAtMs: nowMs,
  };
  const by = { workspaceId: caller.workspace.id, userId: caller.user.id, hash: await sha256Hex(secret) };
  const [inserted] = await env.DB.batch([
    insertShared(env.DB, by, shared),
    ...noteShared(ctx, "created", shared),
    ...noteResult(ctx, { id: shared.id }, "changes() > 0"),
  ]);
  if (inserted?.meta.changes !== 0) return done({ id: shared.id, secret });
  const most = MAX_SHARED_STATISTICS;
  return failed({ code: "plan_limit", limit: "shares", used: most, allowed: most });
}

export async function getShared(ctx: ServiceContext, id: string): Promise<Result<StoredShare>> {
  const [shared] = await selectShared(ctx.env.DB, ctx.caller.reach, id);
  return shared === undefined ? NOT_FOUND : done(shared);
}

/** Ends a link at once. */
export async function revokeShared(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const shared = await getShared(ctx, id);
  if (!shared.ok) return shared;
  const { DB } = ctx.env;
  await DB.batch([deleteShared(DB, id), ...noteShared(ctx, "deleted", shared.value)]);
  return done(null);
}

function noteShared(
  ctx: ServiceContext,
  action: Act["action"],
  { id, content: { name, host } }: Pick<StoredShare, "id" | "content">,
) {
  return noteActivity(ctx, [{ kind: "share", action, subject: id, name, host }], true);
}
