import type { Act } from "../../domain/activity.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { insertActivity } from "../../storage/history/activity.ts";
import { actorOf, type ServiceContext } from "../context.ts";
import { newId } from "../new-id.ts";

/**
 * Returns the statements that note what a caller does, for the batch that does it.
 * @param acts `id`: that of the entry, if something else has the same
 * @param isIfChanged whether they note nothing if the statement before them has changed no row
 */
export function noteActivity(
  ctx: ServiceContext,
  acts: (Act & { id?: string | undefined })[],
  isIfChanged = false,
): D1PreparedStatement[] {
  if (acts.length === 0) return [];
  const { caller, channel, env, nowMs } = ctx;
  const by = {
    workspaceId: caller.workspace.id,
    actor: actorOf(ctx),
    tokenId: channel === "api" || channel === "yourls" ? caller.token.id : null,
    channel,
  };
  const noted = acts.map((act) => ({ ...act, ...by, id: act.id ?? newId(nowMs) }));
  return [insertActivity(env.DB, noted, isIfChanged)];
}

export function toHostAct(action: Act["action"], host: Hostname): Act {
  return { kind: "host", action, subject: host, name: host, host };
}

/** Returns the statements that note changed settings of the workspace. */
export function noteSettings(
  ctx: ServiceContext,
  fields: string[],
  isIfChanged = false,
): D1PreparedStatement[] {
  const { id, name } = ctx.caller.workspace;
  return noteActivity(
    ctx,
    [{ kind: "workspace", action: "changed", subject: id, name, fields }],
    isIfChanged,
  );
}

interface NotedChange {
  id: string;
  request: { label?: string | null };
}

export function toChangeAct(action: Act["action"], { id, request }: NotedChange): Act {
  return { kind: "change", action, subject: id, name: request.label ?? "" };
}

/** Returns the statements that note the beginning of a change, unless the statement before them has changed no row. */
export function noteChange(
  ctx: ServiceContext,
  action: Act["action"],
  change: NotedChange,
): D1PreparedStatement[] {
  return noteActivity(ctx, [toChangeAct(action, change)], true);
}
