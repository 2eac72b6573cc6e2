import { dayOf, hourOf } from "../domain/calendar.ts";
import { classifyAgent, type Agent } from "./classify.ts";
import type { Click } from "../queue-messages.ts";

/** The facts by which clicks of people are counted. */
export const DIMENSIONS = ["destination", "country", "device", "browser", "referrer"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Clicks summed up as the tables want them. */
interface Tally {
  totals: Total[];
  /** Of people only. */
  values: ValueTotal[];
}

type Total = [recordId: string, hour: number, clicks: number, bots: number];
/** The value of a destination is its index. */
type ValueTotal = [
  recordId: string,
  dimension: Dimension,
  day: number,
  value: string | number,
  clicks: number,
];

/** Sums clicks up by record and hour, and by record, day and each dimension. */
export function tallyClicks(clicks: Click[]): Tally {
  const totals = new Map<string, Total>();
  const values = new Map<string, ValueTotal>();
  const agents = new Map<string, Agent>();
  for (const [recordId, atMs, destination, country, referrer, userAgent] of clicks) {
    const agent = agents.get(userAgent) ?? classifyAgent(userAgent);
    agents.set(userAgent, agent);
    const hour = hourOf(atMs);
    const total = entryOf(totals, `${recordId} ${hour}`, (): Total => [recordId, hour, 0, 0]);
    if (agent.isBot) {
      total[3]++;
      continue;
    }
    total[2]++;
    const day = dayOf(atMs);
    const { device, browser } = agent;
    const known: Record<Dimension, string | number> = { destination, country, device, browser, referrer };
    for (const dimension of DIMENSIONS) {
      const value = known[dimension];
      if (value === -1) continue;
      const key = `${recordId} ${day} ${dimension} ${value}`;
      entryOf(values, key, (): ValueTotal => [recordId, dimension, day, value, 0])[4]++;
    }
  }
  return { totals: [...totals.values()], values: [...values.values()] };
}

function entryOf<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
