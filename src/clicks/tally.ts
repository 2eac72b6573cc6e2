import { dayOf, hourOf } from "../domain/calendar.ts";
import { classifyAgent, type Agent } from "./classify.ts";
import { toLanguage } from "./language.ts";
import type { EarlierDestinations } from "./earlier-destinations.ts";
import { readOrigin } from "./origin.ts";
import { addHour, addValue, emptySheet, toSheetJson, type Sheet, type SheetJson } from "./sheet.ts";
import type { Click } from "../queue-messages.ts";

export interface ClickedRecord {
  workspaceId: string;
  destinations: string[];
  /** The destinations before each change of them since the oldest click, in the order of time. */
  earlier?: EarlierDestinations[];
  /** The campaign that the record itself adds to its destinations, or empty. */
  campaign: string;
}

/**
 * The stored clicks of a message until they are added to the sheets of their days. A later release may store another
 * version, which this release ignores.
 */
export interface StoredClicks {
  v: typeof STORED_VERSION;
  of: Record<string, Record<string, TalliedRecord>>;
}

interface TalliedRecord {
  /** The sheets by day, in days since 1970. */
  days: Record<string, SheetJson>;
  /** Set if the record's clicks were deleted. These clicks then count for the workspace only. */
  isForgotten?: 1;
}

export const STORED_VERSION = 1;

/** Sums up the clicks of a message. Clicks on records that no undo can bring back do not count. */
export function tallyClicks(
  clicks: readonly Click[],
  records: ReadonlyMap<string, ClickedRecord>,
): StoredClicks {
  const sheets = new Map<string, Map<number, Sheet>>();
  for (const click of clicks) {
    const [recordId, atMs, , , , userAgent] = click;
    const record = records.get(recordId);
    if (record === undefined) continue;
    const agent = classifyAgent(userAgent);
    const days = sheets.get(recordId) ?? new Map<number, Sheet>();
    sheets.set(recordId, days);
    const sheet = days.get(dayOf(atMs)) ?? emptySheet();
    days.set(dayOf(atMs), sheet);
    addHour(sheet, hourOf(atMs) % 24, agent.isBot ? [0, 1] : [1, 0]);
    if (agent.isBot) continue;
    for (const [dimension, value] of valuesOf(click, record, agent)) {
      if (value !== null) addValue(sheet, dimension, value, 1);
    }
  }
  return { v: STORED_VERSION, of: toStored(sheets, records) };
}

/** Returns the values of a click by dimension. A null value is not counted: a page has no destination, for example. */
export function valuesOf(
  [, atMs, destination, country, referrer, , language = "", query = "", rule = ""]: Click,
  record: ClickedRecord,
  { device, browser, os }: Extract<Agent, { isBot: false }>,
): [dimension: string, value: string | null][] {
  const { source, campaign } = readOrigin(query);
  const { destinations } = record.earlier?.find(({ untilMs }) => atMs < untilMs) ?? record;
  return [
    ["destination", destinations[destination] ?? null],
    ["country", country],
    ["device", device],
    ["browser", browser],
    ["referrer", referrer],
    ["rule", rule === "" ? null : rule],
    ["os", os],
    ["language", toLanguage(language)],
    ["source", source],
    ["campaign", campaign === "" ? record.campaign : campaign],
  ];
}

function toStored(
  sheets: Map<string, Map<number, Sheet>>,
  records: ReadonlyMap<string, ClickedRecord>,
): StoredClicks["of"] {
  const stored: StoredClicks["of"] = {};
  for (const [recordId, days] of sheets) {
    const workspaceId = records.get(recordId)?.workspaceId ?? "";
    const ofWorkspace = (stored[workspaceId] ??= {});
    const jsons = [...days].map(([day, sheet]) => [day, toSheetJson(sheet)] as const);
    ofWorkspace[recordId] = { days: Object.fromEntries(jsons) };
  }
  return stored;
}
