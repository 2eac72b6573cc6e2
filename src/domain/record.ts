import type { Hostname } from "./hostname.ts";
import { emptyValues, type ValuesOf } from "./field/field.ts";
import { RECORD_FIELDS } from "./field/record.ts";
import { type Handler, defaultType, familyOf } from "./handler.ts";
import type { Health } from "./health.ts";
import { type QrStyle, DEFAULT_QR_STYLE } from "./qr-style.ts";
import type { RedirectType } from "./redirect-type.ts";
import type { PauseCause } from "./pause.ts";
import { PRIMARY, type Routing } from "./routing.ts";
import type { Rule } from "./rule/rule.ts";
import type { Source } from "./source.ts";
import type { Threats } from "./threat.ts";
import { NO_UTM, type Utm } from "./utm.ts";

/** The channel of a write: `created_via` of a record, `source` of a history entry (contract 11.8 and 12.14). */
export type Channel = "api" | "dashboard" | "import" | "change" | "system" | "yourls";

/** The settings of a record that its owner can change, and that history may show. */
export interface RecordSettings extends ValuesOf<typeof RECORD_FIELDS> {
  type: RedirectType;
  /** The name of the stored page that the record serves; set if and only if the type is `html`. */
  file: string | null;
  /** Primary first. */
  destinations: string[];
  routing: Routing;
  /** The first rule that holds decides the destination (contract 23). */
  rules: Rule[];
  plugins: string[];
  utm: Utm;
  /** The causes of its pause, in the order of `PAUSE_CAUSES`; empty if it is not paused. */
  pauses: PauseCause[];
  expiresAtMs: number | null;
  preview: LinkPreview | null;
  tags: string[];
  qr: QrStyle | null;
  /** Grows with every change of the password; null while there is none. */
  passwordVersion: number | null;
}

/** The texts and picture of a link for preview bots. Missing members come from the record. */
export interface LinkPreview {
  title?: string;
  description?: string;
  /** An https URL. */
  image?: string;
  /** The name of a stored picture, in place of `image`. */
  file?: string;
}

/** A short link, QR code, redirect or migration (contract 1.1). */
export interface LinkRecord extends RecordSettings {
  id: string;
  workspaceId: string;
  handler: Handler;
  host: Hostname;
  /** True if the workspace's claim holds the hostname; otherwise `pauses` has the cause `claim`. */
  isHeld: boolean;
  source: Source;
  createdBy: string;
  createdVia: Channel;
  createdAtMs: number;
  updatedAtMs: number;
  totalClicks: number;
  /** The clicks that another service had counted before the record was imported. */
  clicksBefore: number;
  /** The label of the file that manages the record (contract 28.12); null for none. */
  managedBy: string | null;
  /** Grows by one with every write. */
  version: number;
  /** The counter of `maxClicks`: the version of the write that set it; 0 if it was never set. */
  maxClicksVersion: number;
  /** Holds the last report of the counter; null before the first. Only an undo of a limit writes it too. */
  placesLeft: PlacesLeft | null;
  /** The findings of the monitor, which only the monitor writes. */
  health: Health;
  /** The destinations that are reported as dangerous. No write of an owner changes them. */
  threats: Threats;
}

/** The number of visitors that the counter of this version still lets through (contract 24.11). */
export interface PlacesLeft {
  left: number;
  version: number;
  /** The version of the counter that this one continues, after an undo (contract 24.12). */
  resumes?: number;
}

export function defaultSettings(handler: Handler): RecordSettings {
  return {
    ...emptyValues(RECORD_FIELDS),
    type: defaultType(handler),
    file: null,
    destinations: [],
    routing: PRIMARY,
    rules: [],
    plugins: [],
    // An owner who moves a site wants its campaigns to continue (contract 4.2).
    forwardQuery: familyOf(handler) === "redirect",
    utm: NO_UTM,
    pauses: [],
    expiresAtMs: null,
    preview: null,
    tags: [],
    qr: handler === "qr" ? DEFAULT_QR_STYLE : null,
    passwordVersion: null,
  };
}
