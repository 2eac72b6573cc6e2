import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { Facets, BulkSummary } from "../../services/record/counts.ts";
import type { FacetsShape, SummaryShape } from "../schema/shape.ts";
import { say } from "../../domain/refusal/say.ts";
import { showCode } from "./said.ts";
import { toLinkShape } from "./record.ts";

/** Converts facets to their JSON in the API (contract 13.10). */
export function toFacetsShape(facets: Facets): v.InferOutput<typeof FacetsShape> {
  const { last_changed_at } = facets;
  return { ...facets, last_changed_at: formatTimestamp(last_changed_at) };
}

/** Converts a bulk preview to its JSON in the API (contract 13.15). */
export function toSummaryShape(summary: BulkSummary, requestUrl: string): v.InferOutput<typeof SummaryShape> {
  const { links, visits, weeks, sinceMs } = summary.recentTraffic;
  return {
    total: summary.total,
    by_kind: summary.byKind,
    paused: summary.paused,
    recent_traffic: { links, visits, weeks, since: formatTimestamp(sinceMs) },
    changed: summary.changed,
    invalid: summary.invalid,
    conflicts: summary.conflicts,
    sample: summary.sample.map(({ view, from, to, refusal }) => {
      const { id, url } = toLinkShape(view, requestUrl);
      return {
        id,
        url,
        from,
        to,
        ...(refusal !== undefined && { reason: say(refusal), reason_code: showCode(refusal) }),
      };
    }),
    ...whileRefreshing(summary.isRefreshing),
  };
}

/** Sets `refreshing` only while counts are old or incomplete (contract 13.12). */
export function whileRefreshing(isRefreshing: boolean): { refreshing?: true } {
  return isRefreshing ? { refreshing: true } : {};
}
