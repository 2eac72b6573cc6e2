import { addFieldError, hasFieldErrors, type FieldErrors } from "./field-error.ts";
import { defaultType, runtimeOf, type Handler } from "./handler.ts";
import { findContradiction } from "./plugin/registry.ts";
import { pausedByOf, withPause } from "./pause.ts";
import { DEFAULT_QR_STYLE, type QrStyle } from "./qr-style.ts";
import { defaultSettings, type LinkPreview, type RecordSettings } from "./record.ts";
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
  /** Merged; null removes the style, or resets one member of it. */
  qr?: { [Member in keyof QrStyle]?: QrStyle[Member] | null } | null;
  isNotify?: boolean;
  isSwitchUnbrokenDestination?: boolean;
}

/** Settings come even if fields contradict each other, so that what depends on them is checked, too. */
export type ChangedSettings =
  | { ok: true; settings: RecordSettings }
  | { ok: false; settings: RecordSettings; errors: FieldErrors };

/** Returns the settings after a change of a record, and every field that contradicts another. */
export function changeSettings(
  handler: Handler,
  before: RecordSettings,
  change: RecordChange,
): ChangedSettings {
  return applyChange(handler, before, withoutRepeats(before, change));
}

/** Returns the settings of a new record, and every field that contradicts another. It holds nothing yet. */
export function createSettings(handler: Handler, change: RecordChange): ChangedSettings {
  return applyChange(handler, defaultSettings(handler), change);
}

/** The fields of which a write may repeat the value that the record holds, as a write names that value. */
const HELD: Partial<Record<keyof RecordChange, (settings: RecordSettings) => unknown>> = {
  type: ({ type }) => type,
  status: ({ type }) => statusOfType(type),
  file: ({ file }) => file,
  destination: ({ destinations }) => destinations[0] ?? null,
  destinations: ({ destinations }) => destinations,
  routing: ({ routing }) => routing,
};

/**
 * Returns a change without the fields that repeat what the record holds: they count as not written, so
 * that a client can change one field of what it read and send the whole back (contract 3.14).
 */
function withoutRepeats(before: RecordSettings, change: RecordChange): RecordChange {
  const entries = Object.entries(change) as [keyof RecordChange, unknown][];
  const isRepeated = ([name, value]: [keyof RecordChange, unknown]) =>
    JSON.stringify(HELD[name]?.(before)) === JSON.stringify(value);
  return Object.fromEntries(entries.filter((entry) => !isRepeated(entry)));
}

/**
 * Returns whether a write names its destinations by `destinations`, so that reasons are added to entries
 * of that list.
 * @param before null for a new record
 */
export function isListWritten(
  before: Pick<RecordSettings, "destinations"> | null,
  { destinations }: Pick<RecordChange, "destinations">,
): boolean {
  return destinations !== undefined && !isSameList(destinations, before?.destinations ?? []);
}

/** @param change without fields that repeat what the record holds */
function applyChange(handler: Handler, before: RecordSettings, change: RecordChange): ChangedSettings {
  const errors: FieldErrors = {};
  const written = changeDestinations(before, change, errors);
  const rules = changeRules(before, change, errors);
  const file = changeFile(before, change, written, errors);
  const isGone = becomesGone(before, change, { destinations: written, rules, file }, errors);
  if (!isGone && file !== null && wroteRules(before, rules)) {
    addFieldError(errors, "rules", "a record that serves a page has no rules");
  }
  const isEmpty = isGone || file !== null;
  const destinations = isEmpty ? [] : written;
  const settings: RecordSettings = {
    ...before,
    ...pickReplaced(change),
    destinations,
    rules: isEmpty ? [] : rules,
    routing: isGone ? PRIMARY : changeRouting(before, change, { file, destinations }),
    file: isGone ? null : file,
    type: isGone ? "gone" : changeType(handler, before, change, file, errors),
    utm: changeUtm(before.utm, change.utm),
    tags: changeTags(before.tags, change.tags, errors),
    qr: changeQr(handler, before.qr, change.qr, errors),
    pauses: changePauses(before, change, errors),
  };
  checkWeights(settings, change.routing !== undefined, errors);
  checkDestinationCount(settings, errors);
  checkPlugins(before, settings, errors);
  checkMoments(settings, change, errors);
  return hasFieldErrors(errors) ? { ok: false, settings, errors } : { ok: true, settings };
}

/** The settings that `changeSettings` computes from several fields. */
type ComputedField =
  | "destinations"
  | "rules"
  | "routing"
  | "file"
  | "type"
  | "utm"
  | "tags"
  | "qr"
  | "pauses";

/** The settings that a change replaces. A setting that is neither here nor computed is a type error. */
const REPLACED_FIELDS = {
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
  const written = change.file;
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

/** Decides whether the record is `gone` after a write (contract 24.4). */
function becomesGone(
  before: RecordSettings,
  { type, status }: RecordChange,
  after: Pick<RecordSettings, "destinations" | "rules" | "file">,
  errors: FieldErrors,
): boolean {
  const hasNewDestination =
    after.destinations.length > 0 && !isSameList(after.destinations, before.destinations);
  const hasNewAnswer = hasNewDestination || (after.file !== null && after.file !== before.file);
  const wroteOtherStatus = typeof status === "number" && status !== GONE_STATUS;
  if (before.type === "gone") {
    if (hasNewAnswer || type !== undefined || wroteOtherStatus) return false;
    if (after.rules.length > 0) addFieldError(errors, "rules", "a record that is gone has no rules");
    return true;
  }
  if (type !== "gone" && status !== GONE_STATUS) return false;
  if (hasNewAnswer || wroteRules(before, after.rules)) {
    addFieldError(errors, "type", "a record that is gone has no destination, no rules and no file");
  }
  if (type !== undefined && type !== "gone") addFieldError(errors, "status", `contradicts the type ${type}`);
  if (wroteOtherStatus) addFieldError(errors, "status", "contradicts the type gone");
  return true;
}

/** Resets the routing where the destinations go: what it said of them means nothing for others. */
function changeRouting(
  before: RecordSettings,
  { routing }: RecordChange,
  after: Pick<RecordSettings, "file" | "destinations">,
): Routing {
  if (routing !== undefined) return routing;
  const isEmptied = after.destinations.length === 0 && before.destinations.length > 0;
  const isNewPage = after.file !== null && after.file !== before.file;
  // Weights that earlier versions left behind with a record that had lost its destinations.
  const isLeftBehind =
    before.routing.kind === "weighted" && before.destinations.length === 0 && after.destinations.length > 0;
  return isEmptied || isNewPage || isLeftBehind ? PRIMARY : before.routing;
}

function changeType(
  handler: Handler,
  before: RecordSettings,
  change: RecordChange,
  file: string | null,
  errors: FieldErrors,
): RedirectType {
  const { type, status } = change;
  const code = typeof status === "number" ? status : undefined;
  if (file !== null) return checkPageType(type, code, errors);
  const unchanged = before.type === "html" || before.type === "gone" ? defaultType(handler) : before.type;
  if (type === "html") {
    addFieldError(errors, "type", "html needs a file");
    return unchanged;
  }
  if (type !== undefined) {
    if (code !== undefined && code !== statusOfType(type)) {
      addFieldError(errors, "status", `contradicts the type ${type}`);
    }
    return type;
  }
  if (code === undefined) return unchanged;
  if (isRedirectStatus(code)) return typeOfStatus(code);
  addFieldError(errors, "status", "must be one of 301, 302, 303, 307, 308, 410, active, paused");
  return unchanged;
}

function checkPageType(
  type: RedirectType | undefined,
  code: number | undefined,
  errors: FieldErrors,
): RedirectType {
  if (type !== undefined && type !== "html") {
    addFieldError(
      errors,
      "type",
      "a record with a file has the type html; send file: null to make it a redirect",
    );
  }
  if (code !== undefined && code !== 200) {
    addFieldError(
      errors,
      "status",
      "a record with a file has the status 200; send file: null to make it a redirect",
    );
  }
  return "html";
}

/** Refuses new tags with a comma, which separates the tags of a filter. Old ones can be sent back. */
function changeTags(before: string[], written: string[] | undefined, errors: FieldErrors): string[] {
  if (written === undefined) return before;
  for (const [index, tag] of written.entries()) {
    if (tag.includes(",") && !before.includes(tag)) {
      addFieldError(errors, `tags.${index}`, "must not hold a comma: send two tags");
    }
  }
  return withoutDuplicateTags(written);
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
  change: RecordChange["qr"],
  errors: FieldErrors,
): QrStyle | null {
  if (change === undefined) return before;
  if (change !== null && runtimeOf(handler) !== "link") {
    addFieldError(errors, "qr", "is for short links only");
    return null;
  }
  if (change !== null) {
    const members = Object.entries(change).map(([member, value]) => [
      member,
      value ?? DEFAULT_QR_STYLE[member as keyof QrStyle],
    ]);
    return { ...(before ?? DEFAULT_QR_STYLE), ...(Object.fromEntries(members) as Partial<QrStyle>) };
  }
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

/** @param isWritten whether the write names the routing: weights without destinations are refused then */
function checkWeights(
  { routing, destinations }: RecordSettings,
  isWritten: boolean,
  errors: FieldErrors,
): void {
  if (routing.kind !== "weighted" || (destinations.length === 0 && !isWritten)) return;
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
