import type { Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import type * as v from "valibot";
import { totalOfCheck } from "../../domain/check/check.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { HostReport } from "../../services/host/get-host-report.ts";
import type { ReportShape } from "../schema/report-shape.ts";
import { toMissShape } from "./miss.ts";
import { showCode } from "./said.ts";

const SHOWN_CHAINS = 20;

/**
 * Converts a report on a hostname to its JSON in the API.
 * @param sayReason says a reason in the language of a reader; in English if not given
 */
export function toReportShape(
  report: HostReport,
  sayReason: (reason: Refusal) => string = say,
): v.InferOutput<typeof ReportShape> {
  const { host, require } = report.host;
  const { records, chains, deadTargets, misses, coverage } = report;
  const errorsOf = (scope: string) => {
    const reasons = host.errors.filter((error) => error.scope === scope).map(({ reason }) => reason);
    return { errors: reasons.map((reason) => sayReason(reason)), codes: reasons.map(showCode) };
  };
  return {
    host: host.name,
    workspace: report.workspaceName,
    made_at: formatTimestamp(report.madeAtMs),
    coverage: coverage && {
      check: coverage.checkId,
      finished_at: formatTimestamp(coverage.finishedAtMs),
      total: totalOfCheck(coverage.counts),
      counts: coverage.counts,
      sample: coverage.sample.map(({ reason, ...url }) => ({
        ...url,
        reason: reason === null ? "" : sayReason(reason),
        reason_code: reason && showCode(reason),
      })),
    },
    dns: {
      held: report.isHeld,
      correct: host.isDnsCorrect,
      current: host.currentDns,
      require: require.map((record) => (typeof record === "object" ? sayReason(record) : String(record))),
      checked_at: formatTimestamp(host.checkedAtMs),
      ...errorsOf("dns"),
    },
    certificate: {
      requested: host.httpsRequested,
      issued_at: formatTimestamp(host.certificateIssuedAtMs),
      renews_at: formatTimestamp(host.certificateRenewsAtMs),
      ...errorsOf("certificate"),
    },
    records: { total: records.total, paused: records.paused },
    unvisited: { count: records.unvisited, sample: records.sample.map(({ source }) => source) },
    chains: {
      count: chains.found.length,
      is_complete: chains.isComplete,
      sample: chains.found.slice(0, SHOWN_CHAINS),
    },
    dead_targets: { records: deadTargets.records, sample: deadTargets.sample },
    misses: {
      setting: host.misses,
      paths: misses.paths,
      people: misses.people,
      crawlers: misses.crawlers,
      sample: misses.sample.map(toMissShape),
    },
  };
}
