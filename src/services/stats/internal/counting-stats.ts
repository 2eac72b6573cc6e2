import { hostOfKeySql } from "../../../domain/claim-key.ts";
import type { RecordFilter } from "../../../domain/record-filter.ts";
import type { StatsRange } from "../../../domain/stats.ts";
import { selectClicks, selectRecordClicks } from "../../../storage/click/read-stats.ts";
import type { Counting } from "../../record/internal/counting-kind.ts";
import type { Include } from "../types.ts";
import { addClicks, addIncluded, NO_STATS, VALUES_KEPT, type FoundRecord, type StatsTally } from "./tally.ts";

/** Clicks of the records that a filter matches, as a count in steps. */
export interface StatsCountRequest {
  kind: "stats";
  filter: RecordFilter;
  range: StatsRange;
  /** The series begins here, with the period before the range if that is asked for. */
  pointsFromMs: number;
  /** Whether to add up series and breakdowns: those of the whole workspace have sheets of their own. */
  hasClicks: boolean;
  include: Include[];
}

/** Records whose sheets one statement reads. */
const RECORDS_AT_ONCE = 500;
/** A filter that matches so many records, or fewer, is answered at once (contract 8.13). */
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
    async add(tally, found, { db, reach }) {
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
  return { id: id as string, host: host as string, tags: tags as string[] };
}
