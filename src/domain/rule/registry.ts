import type { Condition } from "./condition.ts";
import { after, before } from "./condition/moment.ts";
import { browser, continent, device, os } from "./condition/word.ts";
import { country } from "./condition/country.ts";
import { header } from "./condition/header.ts";
import { language } from "./condition/language.ts";
import { query } from "./condition/query.ts";
import { referrer } from "./condition/referrer.ts";
import { time } from "./condition/time.ts";

/**
 * All conditions of rules by name. To add one, add a file in `condition` and a line here: the errors of the API
 * follow. ARCHITECTURE.md lists what the API's document and people read of it.
 */
const CONDITIONS = {
  country,
  continent,
  language,
  os,
  device,
  browser,
  query,
  header,
  referrer,
  after,
  before,
  time,
} as const satisfies Record<string, Condition>;

export type ConditionKey = keyof typeof CONDITIONS;

export const CONDITION_KEYS = Object.keys(CONDITIONS) as ConditionKey[];

export function getCondition(key: string): Condition | null {
  return Object.hasOwn(CONDITIONS, key) ? CONDITIONS[key as ConditionKey] : null;
}
