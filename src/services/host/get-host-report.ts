import { wildcardOver, type Hostname } from "../../domain/hostname.ts";
import { toVisitedHostname } from "../../domain/visited-host.ts";
import { firstDayOfLastFourWeeks } from "../../domain/calendar.ts";
import { isHeld } from "../../domain/host.ts";
import { DAY_MS } from "../../domain/time.ts";
import { selectCoverage, type Coverage } from "../../storage/check/host-tally.ts";
import { selectHeldNames } from "../../storage/host/read.ts";
import {
  selectBroken,
  selectFirstRecords,
  selectOpenMisses,
  selectRecordTotals,
  selectUnvisited,
  type OpenMisses,
  type RecordTotals,
  type ReportedRecord,
} from "../../storage/host/report.ts";
import { selectMisses, type Missed } from "../../storage/miss/read.ts";
import type { ServiceContext } from "../context.ts";
import { follow, followMatch } from "../write/loop/follow.ts";
import type { Reach } from "../../domain/reach.ts";
import { done, type Result } from "../result.ts";
import { getHost } from "./get-host.ts";
import type { HostView } from "./types.ts";

/** A redirect to a URL that another record of the workspace redirects again. */
export interface Chain {
  source: string;
  /** The URLs that a visitor passes, including the end. */
  hops: string[];
}

interface DeadTarget {
  source: string;
  destination: string;
  reason: string | null;
}

export interface HostReport {
  madeAtMs: number;
  workspaceName: string;
  host: HostView;
  isHeld: boolean;
  /** The counts of the last check; null until one has run. */
  coverage: Coverage | null;
  records: RecordTotals & { sample: ReportedRecord[] };
  chains: { found: Chain[]; isComplete: boolean };
  deadTargets: { records: number; sample: DeadTarget[] };
  misses: OpenMisses & { sample: Missed[] };
}

const SAMPLE = 20;
const RECORDS = 2_000;
const FOUR_WEEKS_MS = 28 * DAY_MS;

/** Reports on a hostname (`GET /host/{host}/report`, contract 31.13). */
export async function getHostReport(ctx: ServiceContext, name: Hostname): Promise<Result<HostReport>> {
  const view = await getHost(ctx, name);
  if (!view.ok) return view;
  const { DB } = ctx.env;
  const { id, name: workspaceName } = ctx.caller.workspace;
  const { key, name: host } = view.value.host;
  const since = { week: firstDayOfLastFourWeeks(ctx.nowMs), createdBeforeMs: ctx.nowMs - FOUR_WEEKS_MS };
  const [totals, unvisited, broken, first, open, missed, held, coverage] = await Promise.all([
    selectRecordTotals(DB, id, key, since),
    selectUnvisited(DB, id, key, { ...since, limit: SAMPLE }),
    selectBroken(DB, id, key, SAMPLE),
    selectFirstRecords(DB, id, key, RECORDS),
    selectOpenMisses(DB, id, host),
    selectMisses(DB, ctx.caller.reach, {
      sort: "-visits",
      host,
      state: "open",
      after: null,
      isBackward: false,
      limit: SAMPLE + 2,
    }),
    selectHeldNames(DB, id),
    selectCoverage(DB, id, host, ctx.nowMs),
  ]);
  return done({
    madeAtMs: ctx.nowMs,
    workspaceName,
    host: view.value,
    isHeld: isHeld(view.value.host),
    coverage,
    records: { ...totals, sample: unvisited },
    chains: {
      found: await findChains(DB, ctx.caller.reach, first, new Set(held)),
      isComplete: first.length < RECORDS,
    },
    deadTargets: { records: totals.broken, sample: broken.flatMap(toDeadTargets).slice(0, SAMPLE) },
    misses: { ...open, sample: missed.items.filter(({ path }) => path.startsWith("/")).slice(0, SAMPLE) },
  });
}

function toDeadTargets({ source, destinations, health }: ReportedRecord): DeadTarget[] {
  return Object.entries(health)
    .filter(([destination, { state }]) => state === "broken" && destinations.includes(destination))
    .map(([destination, { reason }]) => ({ source, destination, reason }));
}

interface Walk {
  source: string;
  url: string;
  hops: string[];
}

/** Follows the destinations that lead to hostnames of the workspace, one hop of all chains at a time. */
async function findChains(
  db: D1Database,
  reach: Reach,
  records: ReportedRecord[],
  held: ReadonlySet<Hostname>,
): Promise<Chain[]> {
  const walks = records.flatMap(({ source, destinations }) =>
    destinations
      .filter((url) => URL.canParse(url) && leadsBack(url, held))
      .map((url): Walk => ({ source, url, hops: [url] })),
  );
  const ends = new Map<Walk["source"], Chain>();
  await follow(db, reach, walks, {}, (answers) => {
    const next = answers.flatMap(({ request, found: [found] }) => {
      if (found === undefined || found.record.pauses.length > 0) return [];
      return followMatch(found.match, request).map((url) => {
        const { source, hops } = request.walk;
        const walk = { source, url, hops: [...hops, url] };
        ends.set(source, { source, hops: walk.hops });
        return walk;
      });
    });
    return next.filter(({ url, hops }) => URL.canParse(url) && hops.indexOf(url) === hops.length - 1);
  });
  return [...ends.values()];
}

function leadsBack(url: string, held: ReadonlySet<Hostname>): boolean {
  const host = toVisitedHostname(new URL(url).href);
  return held.has(host) || held.has(wildcardOver(host.slice(host.indexOf(".") + 1)));
}
