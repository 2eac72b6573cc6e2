import { addFieldError, hasFieldErrors, type FieldErrors } from "./field-error.ts";
import { defaultType, runtimeOf, type Handler } from "./handler.ts";
import { pausedByOf, withPause } from "./pause.ts";
import { DEFAULT_QR_STYLE, type QrStyle } from "./qr-style.ts";
import type { RecordSettings } from "./record.ts";
import { isRedirectStatus, statusOfType, typeOfStatus, type RedirectType } from "./redirect-type.ts";
import type { Routing } from "./routing.ts";
import { withoutDuplicateTags } from "./tag.ts";
import { UTM_MEMBERS, type Utm } from "./utm.ts";

/**
 * One write to a record's settings: every field is optional, and each was parsed on its own. This file
 * decides what the fields of one write mean together (contract 3.10, 3.11, 6.1 and 6.2).
 */
export interface RecordChange {
  type?: RedirectType;
  /** A redirect status, `200` as pages report it, or a pause state. */
  status?: number | "active" | "paused";
  file?: string | null;
  destination?: string | null;
  destinations?: string[];
  routing?: Routing;
  plugins?: string[];
  title?: string;
  description?: string;
  forwardPath?: boolean;
  forwardQuery?: boolean;
  /** Merged; null clears all members. */
  utm?: Partial<Utm> | null;
  /** A number that the record never had before, for a new password; null removes the password. */
  passwordVersion?: number | null;
  expiresAtMs?: number | null;
  tags?: string[];
  /** Merged; null removes the style. */
  qr?: Partial<QrStyle> | null;
  isNotify?: boolean;
  isSwitchUnbrokenDestination?: boolean;
}

/** Settings come even if fields contradict each other, so that what depends on them is checked, too. */
export type ChangedSettings =
  | { ok: true; settings: RecordSettings }
  | { ok: false; settings: RecordSettings; errors: FieldErrors };

/** The settings after a change, and every field that contradicts another. */
export function changeSettings(
  handler: Handler,
  before: RecordSettings,
  change: RecordChange,
): ChangedSettings {
  const errors: FieldErrors = {};
  const destinations = changeDestinations(before, change, errors);
  const file = changeFile(before, change, destinations, errors);
  const settings: RecordSettings = {
    ...before,
    ...pickReplaced(change),
    destinations: file === null ? destinations : [],
    file,
    type: changeType(handler, before, change, file, errors),
    utm: changeUtm(before.utm, change.utm),
    tags: change.tags === undefined ? before.tags : withoutDuplicateTags(change.tags),
    qr: changeQr(handler, before.qr, change.qr, errors),
    pauses: changePauses(before, change, errors),
  };
  checkWeights(settings, errors);
  return hasFieldErrors(errors) ? { ok: false, settings, errors } : { ok: true, settings };
}

/** The settings that `changeSettings` computes from several fields. */
type ComputedField = "destinations" | "file" | "type" | "utm" | "tags" | "qr" | "pauses";

/** The settings that a change replaces. A setting that is neither here nor computed is a type error. */
const REPLACED_FIELDS = {
  routing: true,
  plugins: true,
  title: true,
  description: true,
  forwardPath: true,
  forwardQuery: true,
  expiresAtMs: true,
  isNotify: true,
  isSwitchUnbrokenDestination: true,
  passwordVersion: true,
} satisfies Record<Exclude<keyof RecordSettings, ComputedField>, true>;
const REPLACED_NAMES = Object.keys(REPLACED_FIELDS) as (keyof typeof REPLACED_FIELDS)[];

function pickReplaced(change: RecordChange): Partial<RecordSettings> {
  const written = REPLACED_NAMES.filter((field) => change[field] !== undefined);
  return Object.fromEntries(written.map((field) => [field, change[field]]));
}

function changeDestinations(before: RecordSettings, change: RecordChange, errors: FieldErrors): string[] {
  const { destination, destinations } = change;
  if (destinations !== undefined) {
    if (destination !== undefined && destination !== (destinations[0] ?? null)) {
      addFieldError(errors, "destination", "must be the first of destinations");
    }
    return destinations;
  }
  if (destination === undefined) return before.destinations;
  return destination === null ? [] : [destination, ...before.destinations.slice(1)];
}

/** A page and destinations exclude each other: whichever of them this write changes stays. */
function changeFile(
  before: RecordSettings,
  change: RecordChange,
  destinations: string[],
  errors: FieldErrors,
): string | null {
  const written = change.file !== undefined && change.file !== before.file ? change.file : undefined;
  const hasNewDestination = destinations.length > 0 && !isSameList(destinations, before.destinations);
  if (written === undefined) return hasNewDestination ? null : before.file;
  if (written !== null && hasNewDestination) {
    addFieldError(errors, "file", "a record serves either a file or a destination");
  }
  return written;
}

function changeType(
  handler: Handler,
  before: RecordSettings,
  change: RecordChange,
  file: string | null,
  errors: FieldErrors,
): RedirectType {
  const { status } = change;
  // A record that stops serving its page is a redirect again, whatever its body still says of the page.
  const isStale = file === null && before.type === "html" && change.type === "html";
  const type = isStale ? undefined : change.type;
  const code = typeof status === "number" ? status : undefined;
  const written = type ?? (code !== undefined && isRedirectStatus(code) ? typeOfStatus(code) : undefined);
  if (written !== undefined && file === null && written !== "html") checkStatus(written, code, errors);
  if (file !== null) return checkPageType(before, file, type, code, errors);
  const unchanged = before.type === "html" ? defaultType(handler) : before.type;
  if (written === "html") {
    addFieldError(errors, "type", "html needs a file");
    return unchanged;
  }
  if (written === undefined && code !== undefined && code !== statusOfType(before.type)) {
    addFieldError(errors, "status", "must be one of 301, 302, 303, 307, 308, active, paused");
  }
  return written ?? unchanged;
}

function checkStatus(type: RedirectType, code: number | undefined, errors: FieldErrors): void {
  if (code !== undefined && code !== statusOfType(type)) {
    addFieldError(errors, "status", `contradicts the type ${type}`);
  }
}

function checkPageType(
  before: RecordSettings,
  file: string,
  type: RedirectType | undefined,
  code: number | undefined,
  errors: FieldErrors,
): RedirectType {
  // Fields that repeat the values from before this write are no contradiction.
  const isStale = file !== before.file;
  if (type !== undefined && type !== "html" && !(isStale && type === before.type)) {
    addFieldError(
      errors,
      "type",
      "a record with a file has the type html; send file: null to make it a redirect",
    );
  }
  if (code !== undefined && code !== 200 && !(isStale && code === statusOfType(before.type))) {
    addFieldError(errors, "status", "a record with a file has the status 200");
  }
  return "html";
}

function changeUtm(before: Utm, change: Partial<Utm> | null | undefined): Utm {
  if (change === undefined) return before;
  const base = change === null ? null : before;
  const members = UTM_MEMBERS.map((member) => [member, change?.[member] ?? base?.[member] ?? ""]);
  return Object.fromEntries(members) as Utm;
}

function changeQr(
  handler: Handler,
  before: QrStyle | null,
  change: Partial<QrStyle> | null | undefined,
  errors: FieldErrors,
): QrStyle | null {
  if (change === undefined) return before;
  if (change !== null && runtimeOf(handler) !== "link") {
    addFieldError(errors, "qr", "is for short links only");
    return null;
  }
  if (change !== null) return { ...(before ?? DEFAULT_QR_STYLE), ...change };
  if (handler === "qr") addFieldError(errors, "qr", "a QR code keeps its style");
  return null;
}

/** Begins or ends the user's own pause. The pauses of the platform stay as they are. */
function changePauses(
  { pauses }: RecordSettings,
  { status }: RecordChange,
  errors: FieldErrors,
): RecordSettings["pauses"] {
  if (status !== "active" && status !== "paused") return pauses;
  if (status === "active" && pausedByOf(pauses) === "system") {
    addFieldError(errors, "status", "was paused by the platform, which alone can resume it");
    return pauses;
  }
  return withPause(pauses, "user", status === "paused");
}

function checkWeights({ routing, destinations }: RecordSettings, errors: FieldErrors): void {
  if (routing.kind !== "weighted" || destinations.length === 0) return;
  if (routing.weights.length !== destinations.length) {
    addFieldError(
      errors,
      "destination_routing",
      `has ${routing.weights.length} weights for ${destinations.length} destinations: send one for each`,
    );
  }
}

function isSameList(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
