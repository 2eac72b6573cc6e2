import type { Handler } from "../../src/domain/handler.ts";
import { changeSettings } from "../../src/domain/change-settings.ts";
import type { RecordChange } from "../../src/domain/record-change.ts";
import { defaultSettings, type RecordSettings } from "../../src/domain/record.ts";

export type Before = Partial<RecordSettings>;

/** The settings that a write makes of a record; a write that is refused fails the test. */
export function settingsAfter(
  change: RecordChange,
  before: Before = {},
  handler: Handler = "short-url",
): RecordSettings {
  const changed = changeSettings(handler, { ...defaultSettings(handler), ...before }, change);
  if (!changed.ok) throw new Error(JSON.stringify(changed.errors));
  return changed.settings;
}

/** The fields of a write that are refused. */
export function refusedFields(
  change: RecordChange,
  before: Before = {},
  handler: Handler = "short-url",
): string[] {
  const changed = changeSettings(handler, { ...defaultSettings(handler), ...before }, change);
  return changed.ok ? [] : Object.keys(changed.errors);
}
