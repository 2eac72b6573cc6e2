import { addFieldError, hasFieldErrors, type FieldErrors } from "./field-error.ts";
import { defaultType, runtimeOf, type Handler } from "./handler.ts";
import { findContradiction } from "./plugin/registry.ts";
import { pausedByOf, withPause } from "./pause.ts";
import { DEFAULT_QR_STYLE, type QrStyle } from "./qr-style.ts";
import type { LinkPreview, RecordSettings } from "./record.ts";
import {
  GONE_STATUS,
  isRedirectStatus,
  statusOfType,
  typeOfStatus,
  type RedirectType,
} from "./redirect-type.ts";
import { PRIMARY, type Routing } from "./routing.ts";
import {
  allDestinations,
  identifyRules,
  MAX_ALL_DESTINATIONS,
  type Rule,
  type RuleInput,
} from "./rule/rule.ts";
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
  /** Replaces the whole list. */
  rules?: RuleInput[];
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
  startsAtMs?: number | null;
  maxClicks?: number | null;
  expiredUrl?: string | null;
  preview?: LinkPreview | null;
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
  const rules = changeRules(before, change, errors);
  const file = changeFile(before, change, destinations, errors);
  const isGone = becomesGone(before, change, { destinations, rules, file }, errors);
  if (!isGone && file !== null && wroteRules(before, rules)) {
    addFieldError(errors, "rules", "a record that serves a page has no rules");
  }
  const isEmpty = isGone || file !== null;
  const settings: RecordSettings = {
    ...before,
    ...pickReplaced(change),
    ...(isGone && { routing: PRIMARY }),
    destinations: isEmpty ? [] : destinations,
    rules: isEmpty ? [] : rules,
    file: isGone ? null : file,
    type: isGone ? "gone" : changeType(handler, before, change, file, errors),
    utm: changeUtm(before.utm, change.utm),
    tags: change.tags === undefined ? before.tags : withoutDuplicateTags(change.tags),
    qr: changeQr(handler, before.qr, change.qr, errors),
    pauses: changePauses(before, change, errors),
  };
  checkWeights(settings, errors);
  checkDestinationCount(settings, errors);
  checkPlugins(before, settings, errors);
  checkMoments(settings, change, errors);
  return hasFieldErrors(errors) ? { ok: false, settings, errors } : { ok: true, settings };
}

/** The settings that `changeSettings` computes from several fields. */
type ComputedField = "destinations" | "rules" | "file" | "type" | "utm" | "tags" | "qr" | "pauses";

/** The settings that a change replaces. A setting that is neither here nor computed is a type error. */
const REPLACED_FIELDS = {
  routing: true,
  plugins: true,
  title: true,
  description: true,
  forwardPath: true,
  forwardQuery: true,
  expiresAtMs: true,
  startsAtMs: true,
  maxClicks: true,
  expiredUrl: true,
  preview: true,
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

function changeRules(before: RecordSettings, { rules }: RecordChange, errors: FieldErrors): Rule[] {
  return rules === undefined ? before.rules : identifyRules(before.rules, rules, errors);
}

function wroteRules(before: RecordSettings, rules: Rule[]): boolean {
  return rules.length > 0 && JSON.stringify(rules) !== JSON.stringify(before.rules);
}

/**
 * Decides whether the record is `gone` after a write (contract 24.4). Members that repeat what the record has
 * count as not written.
 */
function becomesGone(
  before: RecordSettings,
  { type, status }: RecordChange,
  after: Pick<RecordSettings, "destinations" | "rules" | "file">,
  errors: FieldErrors,
): boolean {
  const wasGone = before.type === "gone";
  const hasNewDestination =
    after.destinations.length > 0 && !isSameList(after.destinations, before.destinations);
  const hasNewAnswer = hasNewDestination || (after.file !== null && after.file !== before.file);
  const wrote = type === "gone" || status === GONE_STATUS;
  const wroteOther =
    (type !== undefined && type !== "gone") || (typeof status === "number" && status !== GONE_STATUS);
  if (wasGone) {
    if (hasNewAnswer || wroteOther) return false;
    if (after.rules.length > 0) addFieldError(errors, "rules", "a record that is gone has no rules");
    return true;
  }
  if (!wrote) return false;
  if (hasNewAnswer || wroteRules(before, after.rules)) {
    addFieldError(errors, "type", "a record that is gone has no destination, no rules and no file");
  }
  if (type !== undefined && type !== "gone" && type !== before.type) {
    addFieldError(errors, "status", `contradicts the type ${type}`);
  }
  if (typeof status === "number" && status !== GONE_STATUS && status !== statusOfType(before.type)) {
    addFieldError(errors, "status", "contradicts the type gone");
  }
  return true;
}

function changeType(
  handler: Handler,
  before: RecordSettings,
  change: RecordChange,
  file: string | null,
  errors: FieldErrors,
): RedirectType {
  // A record that stops serving its page is a redirect again, whatever its body still says of the page.
  const isStale =
    (file === null && before.type === "html" && change.type === "html") || before.type === "gone";
  const type = isStale && change.type === before.type ? undefined : change.type;
  const status = before.type === "gone" && change.status === GONE_STATUS ? undefined : change.status;
  const code = typeof status === "number" ? status : undefined;
  const written = type ?? (code !== undefined && isRedirectStatus(code) ? typeOfStatus(code) : undefined);
  if (written !== undefined && file === null && written !== "html") checkStatus(written, code, errors);
  if (file !== null) return checkPageType(before, file, type, code, errors);
  const unchanged = before.type === "html" || before.type === "gone" ? defaultType(handler) : before.type;
  if (written === "html") {
    addFieldError(errors, "type", "html needs a file");
    return unchanged;
  }
  if (written === undefined && code !== undefined && code !== statusOfType(before.type)) {
    addFieldError(errors, "status", "must be one of 301, 302, 303, 307, 308, 410, active, paused");
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

function checkDestinationCount(settings: RecordSettings, errors: FieldErrors): void {
  if (allDestinations(settings).length <= MAX_ALL_DESTINATIONS) return;
  addFieldError(
    errors,
    "rules",
    `a record has at most ${MAX_ALL_DESTINATIONS} destinations, those of its rules included`,
  );
}

/** A record that had such plugins before this was a rule can be sent back as it is. */
function checkPlugins(before: RecordSettings, { plugins }: RecordSettings, errors: FieldErrors): void {
  if (isSameList(plugins, before.plugins)) return;
  const contradiction = findContradiction(plugins);
  if (contradiction !== null)
    addFieldError(errors, "plugins", `${contradiction.join(" and ")} contradict each other`);
}

function checkMoments(
  { startsAtMs, expiresAtMs }: RecordSettings,
  change: RecordChange,
  errors: FieldErrors,
): void {
  if (startsAtMs === null || expiresAtMs === null || startsAtMs < expiresAtMs) return;
  if (change.startsAtMs === undefined) addFieldError(errors, "expires", "must be later than starts");
  else addFieldError(errors, "starts", "must be earlier than expires");
}

function isSameList(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
