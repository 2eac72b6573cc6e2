import type { ChangeOf } from "./field/field.ts";
import type { RECORD_FIELDS } from "./field/record.ts";
import type { QrStyle } from "./qr-style.ts";
import type { LinkPreview } from "./record.ts";
import type { RedirectType } from "./redirect-type.ts";
import type { Routing } from "./routing.ts";
import type { RuleInput } from "./rule/rule.ts";
import type { Utm } from "./utm.ts";

/**
 * One write to a record's settings. Every field is optional, and each was parsed separately.
 * `change-settings.ts` decides the meaning of the fields together.
 */
export interface RecordChange extends ChangeOf<typeof RECORD_FIELDS> {
  type?: RedirectType;
  /** A redirect status, the `200` of pages, or a pause state. */
  status?: number | "active" | "paused";
  file?: string | null;
  destination?: string | null;
  destinations?: string[];
  routing?: Routing;
  /** Replaces the whole list. */
  rules?: RuleInput[];
  plugins?: string[];
  /** Merged; null clears all members. */
  utm?: Partial<Utm> | null;
  /** A number that the record never had before, for a new password; null removes the password. */
  passwordVersion?: number | null;
  expiresAtMs?: number | null;
  preview?: LinkPreview | null;
  tags?: string[];
  /** Merged; null removes the style, or resets one member of it. */
  qr?: { [Member in keyof QrStyle]?: QrStyle[Member] | null } | null;
}
