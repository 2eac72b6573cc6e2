import { refuse, type Refusal } from "./refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "./field-error.ts";
import { familyOf, type Handler } from "./handler.ts";
import { pausedByOf } from "./pause.ts";
import type { RecordChange } from "./record-change.ts";
import { defaultSettings, type LinkRecord } from "./record.ts";
import { formatTimestamp, parseTimestamp } from "./timestamp.ts";

/** Fields of answers that a write may repeat, by their names in the API and unparsed. */
export interface RepeatedFields {
  handler?: unknown;
  file?: unknown;
  expired_at?: unknown;
  paused_by?: unknown;
  has_password?: unknown;
}

/** The reason for a field that a redirect does not have. */
export const OF_LINKS = refuse("short_links_only");

const REASONS: Record<keyof RepeatedFields, Refusal> = {
  handler: refuse("cannot_be_changed"),
  file: refuse("cannot_be_changed_put", { path: "/link/{id}" }),
  expired_at: refuse("reports_expiry"),
  paused_by: refuse("reports_pause"),
  has_password: refuse("reports_password"),
};

type RepeatedFacts = Pick<LinkRecord, "handler" | "file" | "expiresAtMs" | "pauses" | "passwordVersion">;

export function factsOfNewRecord(handler: Handler): RepeatedFacts {
  return { ...defaultSettings(handler), handler };
}

/**
 * Adds errors for the fields that differ from the record (contract 9.20).
 * @param change the other fields of the write, whose expiry and pause may also be repeated
 */
export function addRepeatedErrors(
  record: RepeatedFacts,
  written: RepeatedFields,
  change: Pick<RecordChange, "expiresAtMs" | "status"> & { password?: string | null },
  errors: FieldErrors,
): void {
  const expected: Record<keyof RepeatedFields, unknown[]> = {
    // In a field that cannot be empty, null counts as not written.
    handler: [record.handler, null],
    file: [record.file],
    expired_at: [toMoment(record.expiresAtMs), toMoment(change.expiresAtMs)],
    paused_by: [pausedByOf(record.pauses), PAUSED_BY[change.status ?? ""]],
    has_password: [record.passwordVersion !== null, typeof change.password === "string", false, null],
  };
  for (const [field, value] of Object.entries(written) as [keyof RepeatedFields, unknown][]) {
    if (value === undefined) continue;
    const shown = field === "expired_at" ? toShown(value) : value;
    if (expected[field].includes(shown)) continue;
    const isOfLinks = field === "file" && familyOf(record.handler) !== "link";
    addFieldError(errors, field, isOfLinks ? OF_LINKS : REASONS[field]);
  }
}

const PAUSED_BY: Partial<Record<string | number, "user" | null>> = { active: null, paused: "user" };

function toMoment(milliseconds: number | null | undefined): string | null | undefined {
  return typeof milliseconds === "number" ? formatTimestamp(milliseconds) : milliseconds;
}

/** Returns a timestamp with any offset in the form of answers. */
function toShown(value: unknown): unknown {
  const moment = typeof value === "string" ? parseTimestamp(value) : null;
  return moment?.ok === true ? formatTimestamp(moment.value) : value;
}
