import { changeSettings } from "../../domain/record-change.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import type { Handler } from "../../domain/handler.ts";
import { defaultSettings } from "../../domain/record.ts";
import type { HostedSource } from "../../domain/source.ts";
import type { StoredRecord } from "../../storage/records.ts";
import type { ServiceContext } from "../context.ts";
import { momentOf, newId } from "../new-id.ts";
import { hashPassword } from "../password.ts";
import type { RecordInput } from "./record-input.ts";

/** A record that does not exist yet: its place, and what its owner says of it. */
export interface NewRecord {
  handler: Handler;
  place: HostedSource;
  input: RecordInput;
}

export type Built = { ok: true; stored: StoredRecord } | { ok: false; errors: FieldErrors };

/** The record as it will be written, its password hashed, or every field that contradicts another. */
export async function buildRecord(ctx: ServiceContext, { handler, place, input }: NewRecord): Promise<Built> {
  const { password, ...change } = input;
  const hasPassword = typeof password === "string";
  const changed = changeSettings(handler, defaultSettings(handler), {
    ...change,
    ...(hasPassword && { passwordVersion: 1 }),
  });
  if (!changed.ok) return changed;
  const id = newId(ctx.nowMs);
  const createdAtMs = momentOf(id);
  const record = {
    ...changed.settings,
    id,
    workspaceId: ctx.caller.workspace.id,
    handler,
    host: place.host,
    source: place.source,
    createdBy: ctx.caller.user.id,
    createdVia: ctx.channel,
    createdAtMs,
    updatedAtMs: createdAtMs,
    totalClicks: 0,
    version: 1,
  };
  const passwordHash = hasPassword ? await hashPassword(password, Number(ctx.env.BCRYPT_COST)) : null;
  return { ok: true, stored: { record, passwordHash } };
}
