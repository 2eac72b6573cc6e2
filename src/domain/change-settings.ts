import { refuse } from "./refusal/refusal.ts";
import { changeType, isGoneAfter, wroteRules } from "./change-type.ts";
import { checkSettings } from "./check-settings.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "./field-error.ts";
import { RECORD_FIELDS } from "./field/record.ts";
import { familyOf, type Handler } from "./handler.ts";
import { isSameList } from "./list.ts";
import { pausedByOf, withPause } from "./pause.ts";
import { DEFAULT_QR_STYLE, findContrastProblem, type QrStyle } from "./qr-style.ts";
import { defaultSettings, type RecordSettings } from "./record.ts";
import { statusOfType } from "./redirect-type.ts";
import { PRIMARY, type Routing } from "./routing.ts";
import { followDestinations } from "./routing-end.ts";
import { identifyRules, type Rule } from "./rule/rule.ts";
import { withoutDuplicateTags } from "./tag.ts";
import { UTM_MEMBERS, type Utm } from "./utm.ts";

import type { RecordChange } from "./record-change.ts";

/** The settings are returned even if fields contradict each other, so that later checks can use them. */
export type ChangedSettings =
  | { ok: true; settings: RecordSettings }
  | { ok: false; settings: RecordSettings; errors: FieldErrors };

/** Returns the settings after a change, and the fields that contradict others (contract 3.10, 3.11, 6.1 and 6.2). */
export function changeSettings(
  handler: Handler,
  before: RecordSettings,
  change: RecordChange,
): ChangedSettings {
  return applyChange(handler, before, withoutRepeats(before, change));
}

/** Returns the settings of a new record, and the fields that contradict others. */
export function createSettings(handler: Handler, change: RecordChange): ChangedSettings {
  return applyChange(handler, defaultSettings(handler), change);
}

/** The fields whose present value a write may repeat, with functions that return this value as a write has it. */
const REPEATABLE: Partial<Record<keyof RecordChange, (settings: RecordSettings) => unknown>> = {
  type: ({ type }) => type,
  status: ({ type }) => statusOfType(type),
  file: ({ file }) => file,
  destination: ({ destinations }) => destinations[0] ?? null,
  destinations: ({ destinations }) => destinations,
  routing: ({ routing }) => routing,
  routingEnds: ({ routingEnds }) => routingEnds,
};

/**
 * Returns a change without the fields that repeat the record's values. These count as not written, so that
 * a client can change one field of what it read and send the whole record back (contract 3.14).
 */
function withoutRepeats(before: RecordSettings, change: RecordChange): RecordChange {
  const entries = Object.entries(change) as [keyof RecordChange, unknown][];
  const isRepeated = ([name, value]: [keyof RecordChange, unknown]) =>
    JSON.stringify(REPEATABLE[name]?.(before)) === JSON.stringify(value);
  return Object.fromEntries(entries.filter((entry) => !isRepeated(entry)));
}

/**
 * Returns whether a write has its destinations in `destinations`, so that reasons are added to entries of
 * that list.
 * @param before null for a new record
 */
export function isListWritten(
  before: Pick<RecordSettings, "destinations"> | null,
  { destinations }: Pick<RecordChange, "destinations">,
): boolean {
  return destinations !== undefined && !isSameList(destinations, before?.destinations ?? []);
}

/** @param change a change without fields that repeat the record's values */
function applyChange(handler: Handler, before: RecordSettings, change: RecordChange): ChangedSettings {
  const errors: FieldErrors = {};
  const written = changeDestinations(before, change, errors);
  const rules = changeRules(before, change, errors);
  const file = changeFile(before, change, written, errors);
  const isGone = isGoneAfter(before, change, { destinations: written, rules, file }, errors);
  if (!isGone && file !== null && wroteRules(before, rules)) {
    addFieldError(errors, "rules", refuse("page_has_no_rules"));
  }
  const isEmpty = isGone || file !== null;
  const destinations = isEmpty ? [] : written;
  const settings: RecordSettings = {
    ...before,
    ...pickReplaced(change),
    destinations,
    rules: isEmpty ? [] : rules,
    routing: isGone ? PRIMARY : changeRouting(before, change, { file, destinations }),
    ...(change.routingEnds === undefined && {
      routingEnds: followDestinations(before.routingEnds, before.destinations, destinations),
    }),
    file: isGone ? null : file,
    type: isGone ? "gone" : changeType(handler, before, change, file, errors),
    utm: changeUtm(before.utm, change.utm),
    tags: changeTags(before.tags, change.tags, errors),
    qr: changeQr(handler, before.qr, change.qr, errors),
    pauses: changePauses(before, change, errors),
  };
  checkSettings(before, settings, change, errors);
  return hasFieldErrors(errors) ? { ok: false, settings, errors } : { ok: true, settings };
}

const REPLACED = ["plugins", "expiresAtMs", "preview", "passwordVersion"] as const;
const REPLACED_NAMES = [...REPLACED, ...(Object.keys(RECORD_FIELDS) as (keyof typeof RECORD_FIELDS)[])];

function pickReplaced(change: RecordChange): Partial<RecordSettings> {
  const written = REPLACED_NAMES.filter((field) => change[field] !== undefined);
  return Object.fromEntries(written.map((field) => [field, change[field]]));
}

function changeDestinations(before: RecordSettings, change: RecordChange, errors: FieldErrors): string[] {
  const { destination, destinations } = change;
  if (destinations !== undefined) {
    if (destination !== undefined && destination !== (destinations[0] ?? null)) {
      addFieldError(errors, "destination", refuse("not_first_destination"));
    }
    return destinations;
  }
  if (destination === undefined) return before.destinations;
  return destination === null ? [] : [destination, ...before.destinations.slice(1)];
}

/** Returns the page after a write. A page and destinations exclude each other; the one that the write sets stays. */
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
    addFieldError(errors, "file", refuse("file_or_destination"));
  }
  return written;
}

function changeRules(before: RecordSettings, { rules }: RecordChange, errors: FieldErrors): Rule[] {
  return rules === undefined ? before.rules : identifyRules(before.rules, rules, errors);
}

/** Returns the routing after a write. Without destinations it is reset, because it would not fit new ones. */
function changeRouting(
  before: RecordSettings,
  { routing }: RecordChange,
  after: Pick<RecordSettings, "file" | "destinations">,
): Routing {
  if (routing !== undefined) return routing;
  const isEmptied = after.destinations.length === 0 && before.destinations.length > 0;
  const isNewPage = after.file !== null && after.file !== before.file;
  // Earlier versions kept the weights of a record that had lost its destinations.
  const isLeftBehind =
    before.routing.kind === "weighted" && before.destinations.length === 0 && after.destinations.length > 0;
  return isEmptied || isNewPage || isLeftBehind ? PRIMARY : before.routing;
}

/** Refuses new tags with a comma, which separates the tags of a filter. Old tags with one may be sent back. */
function changeTags(before: string[], written: string[] | undefined, errors: FieldErrors): string[] {
  if (written === undefined) return before;
  for (const [index, tag] of written.entries()) {
    if (tag.includes(",") && !before.includes(tag)) {
      addFieldError(errors, `tags.${index}`, refuse("has_comma"));
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
  if (change !== null && familyOf(handler) !== "link") {
    addFieldError(errors, "qr", refuse("short_links_only"));
    return null;
  }
  if (change !== null) {
    const members = Object.entries(change).map(([member, value]) => [
      member,
      value ?? DEFAULT_QR_STYLE[member as keyof QrStyle],
    ]);
    const style = {
      ...DEFAULT_QR_STYLE,
      ...before,
      ...(Object.fromEntries(members) as Partial<QrStyle>),
    };
    const problem = findContrastProblem(style.color, style.background);
    if (problem !== null) addFieldError(errors, "qr.background", problem);
    return style;
  }
  if (handler === "qr") addFieldError(errors, "qr", refuse("qr_keeps_style"));
  return null;
}

/** Begins or ends the user's own pause. The pauses of the platform do not change. */
function changePauses(
  { pauses }: RecordSettings,
  { status }: RecordChange,
  errors: FieldErrors,
): RecordSettings["pauses"] {
  if (status !== "active" && status !== "paused") return pauses;
  if (status === "active" && pausedByOf(pauses) === "system") {
    addFieldError(errors, "status", refuse("paused_by_platform"));
    return pauses;
  }
  return withPause(pauses, "user", status === "paused");
}
