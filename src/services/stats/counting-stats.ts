import type { Hostname } from "../../domain/hostname.ts";
import { hostOfKeySql } from "../../domain/claim-key.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import type { StatsRange } from "../../domain/stats.ts";
import { selectClicks, selectRecordClicks } from "../../storage/click/read-stats.ts";
import type { Counting } from "../count/counting-kind.ts";
import type { Include } from "./types.ts";
import {
  addClicks,
  addIncluded,
  NO_STATS,
  VALUES_KEPT,
  type FoundRecord,
  type StatsTally,
} from "./internal/tally.ts";

/** The request for a count in steps: the clicks of the records that a filter matches. */
export interface StatsCountRequest {
  kind: "stats";
  filter: RecordFilter;
  range: StatsRange;
  /** The start of the series, which includes the period before the range if that is requested. */
  pointsFromMs: number;
  /** Says whether to sum up series and breakdowns. The whole workspace needs no sum, because it has its own sheets. */
  hasClicks: boolean;
  include: Include[];
}

const RECORDS_AT_ONCE = 500;
/** The most records of a filter that is answered at once (contract 8.13). */
const STATS_AT_ONCE = 5_000;

export function countingStats(request: StatsCountRequest): Counting<StatsTally, StatsCountRequest> {
  const { range, pointsFromMs, hasClicks, include } = request;
  return {
    request,
    empty: NO_STATS,
    limit: STATS_AT_ONCE,
    largeFrom: STATS_AT_ONCE + 1,
    stepsAtOnce: 1,
    isKept: false,
    columns: () => ({ columns: ["r.id", hostOfKeySql("r.host"), "json(r.tags)"], parameters: [] }),
    async add(tally, found, { env: { DB: db }, reach }) {
      let sum = tally;
      for (let start = 0; start < found.length; start += RECORDS_AT_ONCE) {
        const records = found.slice(start, start + RECORDS_AT_ONCE).map(toFoundRecord);
        const scope = { workspaceId: reach.workspaceId, recordIds: records.map(({ id }) => id) };
        if (hasClicks) {
          const options = { pointsFromMs, valueCount: VALUES_KEPT };
          sum = addClicks(sum, await selectClicks(db, scope, range, options));
        }
        if (include.length > 0) {
          sum = addIncluded(sum, records, await selectRecordClicks(db, scope, range));
        }
      }
      return sum;
    },
  };
}

function toFoundRecord([id, host, tags]: unknown[]): FoundRecord {
  return { id: id as string, host: host as Hostname, tags: tags as string[] };
}
