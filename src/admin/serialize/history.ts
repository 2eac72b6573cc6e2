import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { Activity } from "../../domain/activity.ts";
import { momentOf } from "../../domain/id-time.ts";
import type { HistoryEntry, HostHistoryEntry } from "../../domain/history.ts";
import type { ActivityShape, HistoryShape } from "../schema/shape.ts";
import type { HostHistoryShape } from "../schema/host-shape.ts";

type Entry = v.InferOutput<typeof HistoryShape>;

/** Converts an entry of a record's history to its JSON in the API (contract 12.13). */
export function toHistoryShape(entry: HistoryEntry): Entry {
  return {
    id: entry.id,
    old: entry.diff.old,
    new: entry.diff.new,
    actor: entry.actor,
    source: entry.channel,
    change: entry.changeId,
    undoes: entry.undoes ?? null,
    created_at: formatTimestamp(entry.createdAtMs),
  };
}

/** Converts an entry of a hostname's history to its JSON in the API. */
export function toHostHistoryShape(entry: HostHistoryEntry): v.InferOutput<typeof HostHistoryShape> {
  const { isHeld, file } = entry;
  return {
    id: entry.id,
    old: { held: file ? isHeld : !isHeld, ...(file && { file: file.old }) },
    new: { held: isHeld, ...(file && { file: file.new }) },
    file: file?.name ?? null,
    reason: entry.reason,
    actor: entry.actor,
    source: entry.channel,
    created_at: formatTimestamp(entry.createdAtMs),
  };
}

/** Converts an entry of the activity to its JSON in the API (contract 36.1). */
export function toActivityShape(entry: Activity): v.InferOutput<typeof ActivityShape> {
  const {
    id,
    kind,
    action,
    subject,
    name,
    host = null,
    fields = null,
    diff,
    limits,
    undoes,
    actor,
    tokenId,
    channel,
  } = entry;
  const values = diff ?? limits;
  return {
    id,
    kind,
    action,
    subject,
    name,
    host,
    fields: fields && [...fields],
    old: values?.old ?? null,
    new: values?.new ?? null,
    undoes,
    actor,
    token: tokenId,
    source: channel,
    created_at: formatTimestamp(momentOf(id)),
  };
}
