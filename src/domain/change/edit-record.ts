import { refuse } from "../refusal/refusal.ts";
import { changeSettings, type ChangedSettings } from "../change-settings.ts";
import { changeDestination } from "../destination-change.ts";
import { parseDestination } from "../destination.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../field-error.ts";
import type { RecordChange } from "../record-change.ts";
import { defaultSettings, type LinkRecord, type RecordSettings } from "../record.ts";
import { foldTag, MAX_TAGS, withoutDuplicateTags } from "../tag.ts";
import type { ChangedFields, Edit } from "./change.ts";
import { hashTo53Bits } from "../hash.ts";
import { formatSource } from "../source.ts";

/** Computes the settings of a record after an edit (contract 28.3). */

/** Returns the settings after an edit, and each field that contradicts another field. */
export function editRecord(record: LinkRecord, edit: Edit): ChangedSettings {
  const errors: FieldErrors = {};
  const change: RecordChange = {
    ...edit.set,
    ...(edit.setsPassword && { passwordVersion: record.version + 1 }),
    ...changeDestinations(record, edit, errors),
    ...changeTags(record, edit, errors),
  };
  const changed = changeSettings(record.handler, record, change);
  if (!hasFieldErrors(errors)) return changed;
  const found = changed.ok ? {} : changed.errors;
  return { ok: false, settings: changed.settings, errors: { ...found, ...errors } };
}

function changeDestinations(
  { destinations, rules }: LinkRecord,
  { destinations: change, set }: Edit,
  errors: FieldErrors,
): RecordChange {
  if (change === null) return {};
  const changeAll = (list: string[], field: string) =>
    list.map((url, index) => {
      const next = changeDestination(url, change);
      if (next === url) return url;
      const parsed = parseDestination(next);
      if (!parsed.ok) addFieldError(errors, `${field}.${index}`, parsed.reason);
      return parsed.ok ? parsed.value : url;
    });
  return {
    destinations: changeAll(set.destinations ?? destinations, "destinations"),
    ...(rules.length > 0 && {
      rules: rules.map((rule, index) => ({
        ...rule,
        destinations: changeAll(rule.destinations, `rules.${index}.destinations`),
      })),
    }),
  };
}

function changeTags(
  record: LinkRecord,
  { tagsAdd, tagsRemove, set }: Edit,
  errors: FieldErrors,
): RecordChange {
  if (tagsAdd.length === 0 && tagsRemove.length === 0) return {};
  const removed = new Set(tagsRemove.map(foldTag));
  const kept = (set.tags ?? record.tags).filter((tag) => !removed.has(foldTag(tag)));
  const tags = withoutDuplicateTags([...kept, ...tagsAdd]);
  if (tags.length > MAX_TAGS) addFieldError(errors, "tags_add", refuse("too_many_tags", { count: MAX_TAGS }));
  return { tags: tags.slice(0, MAX_TAGS) };
}

/** Returns the settings that differ, before and after; null if none does. */
export function diffSettings(
  before: RecordSettings,
  after: RecordSettings,
): { before: ChangedFields; after: ChangedFields } | null {
  const changed = SETTING_NAMES.filter((name) => !isSame(before[name], after[name]));
  if (changed.length === 0) return null;
  const pick = (settings: RecordSettings) =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]));
  return { before: pick(before), after: pick(after) };
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  const areObjects = typeof before === "object" && typeof after === "object";
  return areObjects && JSON.stringify(before) === JSON.stringify(after);
}

/** The names of all settings, in a stable order. */
const SETTING_NAMES = (Object.keys(defaultSettings("short-url")) as (keyof RecordSettings)[]).toSorted();

/**
 * Returns a hash of 53 bits of the fields of a record that an owner may edit. An undo compares it to detect that the
 * record is as the change left it, even if edits in between were reverted. Fields that the platform writes are not
 * part of it.
 */
export function printOf(record: LinkRecord): number {
  const { host, source, managedBy, pauses } = record;
  const settings = SETTING_NAMES.map((name) =>
    name === "pauses" ? pauses.includes("user") : sortMembers(record[name]),
  );
  return hashTo53Bits(JSON.stringify([host, source.kind, formatSource(source), managedBy, settings]));
}

/** Makes the order of members canonical, because the database may return them in another order. */
function sortMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortMembers);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}
