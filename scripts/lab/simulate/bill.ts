/** The platform's prices for its paid plan, in dollars; docs/scaling.md has their sources and dates. */
const PLAN = 5;
const MILLION = 1_000_000;
const PRICES = {
  requests: { perMillion: 0.3, included: 10 * MILLION },
  cpuMs: { perMillion: 0.02, included: 30 * MILLION },
  kvReads: { perMillion: 0.5, included: 10 * MILLION },
  queueOperations: { perMillion: 0.4, included: MILLION },
  rowsWritten: { perMillion: 1, included: 50 * MILLION },
  rowsRead: { perMillion: 0.001, included: 25_000 * MILLION },
  logLines: { perMillion: 0.6, included: 20 * MILLION },
};

export type Usage = Record<keyof typeof PRICES, number>;

/** A taken message is written, read and deleted. */
export const OPERATIONS_OF_MESSAGE = 3;
/** Assumed, with room to spare: the visit, and its part in the counting of its click. */
export const CPU_MS_OF_VISIT = 1;

/** What a visit uses on average. `lines` are those of the log. */
export interface VisitUsage {
  keys: number;
  clicksPerMessage: number;
  rowsPerClick: number;
  rowsReadPerClick: number;
  lines: number;
}

/** The usage of a month with a number of visits, each of them a click. */
export function usageOf(visits: number, each: VisitUsage): Usage {
  return {
    requests: visits,
    cpuMs: CPU_MS_OF_VISIT * visits,
    kvReads: each.keys * visits,
    queueOperations: (OPERATIONS_OF_MESSAGE * visits) / each.clicksPerMessage,
    rowsWritten: each.rowsPerClick * visits,
    rowsRead: each.rowsReadPerClick * visits,
    logLines: each.lines * visits,
  };
}

/** Dollars for a month by item, including the plan itself. */
export function billFor(usage: Usage): Usage & { total: number } {
  const parts = Object.entries(PRICES).map(([item, { perMillion, included }]) => {
    const billed = Math.max(0, usage[item as keyof Usage] - included);
    return [item, (billed / MILLION) * perMillion] as const;
  });
  const bill = Object.fromEntries(parts) as Usage;
  return { ...bill, total: Object.values(bill).reduce((sum, part) => sum + part, PLAN) };
}
