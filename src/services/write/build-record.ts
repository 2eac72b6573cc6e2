import { createSettings, type ChangedSettings } from "../../domain/change-settings.ts";
import type { Handler } from "../../domain/handler.ts";
import type { RecordChange } from "../../domain/record-change.ts";
import { withPause } from "../../domain/pause.ts";
import type { LinkRecord, RecordSettings } from "../../domain/record.ts";
import type { HostedSource } from "../../domain/source.ts";
import type { ServiceContext } from "../context.ts";
import { momentOf, newId } from "../new-id.ts";

/** The settings of a record in a write, without its source. Each field was parsed separately. */
export interface RecordInput extends Omit<RecordChange, "passwordVersion"> {
  /** Null removes the password. */
  password?: string | null;
}

/** Returns the settings of a new record, with the errors of fields that contradict each other. */
export function newSettings(handler: Handler, { password, ...change }: RecordInput): ChangedSettings {
  return createSettings(handler, {
    ...change,
    ...(typeof password === "string" && { passwordVersion: 1 }),
  });
}

/**
 * Builds a new record.
 * @param isHeld whether the workspace holds the hostname
 */
export function buildRecord(
  ctx: ServiceContext,
  handler: Handler,
  place: HostedSource,
  settings: RecordSettings,
  isHeld: boolean,
): LinkRecord {
  const id = newId(ctx.nowMs);
  const createdAtMs = momentOf(id);
  return {
    ...settings,
    id,
    workspaceId: ctx.caller.workspace.id,
    handler,
    host: place.host,
    isHeld,
    pauses: withPause(settings.pauses, "claim", !isHeld),
    source: place.source,
    createdBy: ctx.caller.user.id,
    createdVia: ctx.channel,
    createdAtMs,
    updatedAtMs: createdAtMs,
    totalClicks: 0,
    clicksBefore: 0,
    managedBy: null,
    version: 1,
    maxClicksVersion: settings.maxClicks === null ? 0 : 1,
    placesLeft: null,
    health: {},
    threats: {},
  };
}
