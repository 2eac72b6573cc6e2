import { addFieldError, type FieldErrors } from "./field-error.ts";
import { runtimeOf, type Handler } from "./handler.ts";
import { pausedByOf } from "./pause.ts";
import type { RecordChange } from "./record-change.ts";
import { defaultSettings, type LinkRecord } from "./record.ts";
import { formatTimestamp, parseTimestamp } from "./timestamp.ts";

/** Fields of answers that a write may repeat, by their names in the API and unparsed. */
export interface HeldFields {
  handler?: unknown;
  file?: unknown;
  expired_at?: unknown;
  paused_by?: unknown;
  has_password?: unknown;
}

const REASONS: Record<keyof HeldFields, string> = {
  handler: "cannot be changed",
  file: "cannot be changed here: PUT /link/{id} takes it",
  expired_at: "reports when the record expires, and is set by expires",
  paused_by: "reports who paused the record; status (active or paused) resumes or pauses it",
  has_password: "reports a password, and is set by password",
};

/** The facts of a record, stored or new, that these fields repeat. */
type Holder = Pick<LinkRecord, "handler" | "file" | "expiresAtMs" | "pauses" | "passwordVersion">;

/** Returns what a new record holds before its write. */
export function newHolder(handler: Handler): Holder {
  return { ...defaultSettings(handler), handler };
}

/**
 * Adds the fields that differ from what the record holds (contract 9.20).
 * @param change the other fields of the write: what these say of an expiry or a pause may be repeated, too
 */
export function addHeldErrors(
  record: Holder,
  written: HeldFields,
  change: Pick<RecordChange, "expiresAtMs" | "status"> & { password?: string | null },
  errors: FieldErrors,
): void {
  const held: Record<keyof HeldFields, unknown[]> = {
    // Null in a field that cannot be empty counts as not written.
    handler: [record.handler, null],
    file: [record.file],
    expired_at: [toMoment(record.expiresAtMs), toMoment(change.expiresAtMs)],
    paused_by: [pausedByOf(record.pauses), PAUSED_BY[change.status ?? ""]],
    has_password: [record.passwordVersion !== null, typeof change.password === "string", false, null],
  };
  for (const [field, value] of Object.entries(written) as [keyof HeldFields, unknown][]) {
    if (value === undefined) continue;
    const shown = field === "expired_at" ? toShown(value) : value;
    if (held[field].includes(shown)) continue;
    const isOfLinks = field === "file" && runtimeOf(record.handler) !== "link";
    addFieldError(errors, field, isOfLinks ? "is for short links only" : REASONS[field]);
  }
}

const PAUSED_BY: Partial<Record<string | number, "user" | null>> = { active: null, paused: "user" };

function toMoment(milliseconds: number | null | undefined): string | null | undefined {
  return typeof milliseconds === "number" ? formatTimestamp(milliseconds) : milliseconds;
}

/** Returns a moment as answers show it, whatever its offset. */
function toShown(value: unknown): unknown {
  const moment = typeof value === "string" ? parseTimestamp(value) : null;
  return moment?.ok === true ? formatTimestamp(moment.value) : value;
}
