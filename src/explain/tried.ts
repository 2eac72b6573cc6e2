import { formatTimestamp } from "../domain/timestamp.ts";
import { toSourceText } from "../domain/source.ts";
import { isPlatformPath, type RecordSnapshot, type SlotSnapshot } from "../domain/snapshot.ts";
import { isRequested } from "../domain/match.ts";
import type { Answered } from "./answer.ts";
import type { World } from "./world.ts";

/** Lists the sources that the lookup tried, in the order of its reads. */

export type Step = "platform" | "query" | "exact" | "alias" | "pattern" | "prefix" | "any" | "view";

export interface Tried {
  step: Step;
  /** The source of a record, or the path that no record has. */
  source: string;
  verdict: "answers" | "skipped" | "none";
  reason: string;
}

export function listTried({ finding, asked, reads }: Answered, world: World): Tried[] {
  if (finding.kind !== "host") return [];
  const { config, match, alias } = finding;
  const { requested, nowMs } = asked.visit;
  if (isPlatformPath(config, requested.path)) {
    const reason = "the platform answers this path itself, as no record has it";
    return [{ step: "platform", source: requested.path, verdict: "answers", reason }];
  }
  const tried: Tried[] = [];
  for (const key of reads) {
    if (key.startsWith("h:")) continue;
    const path = key.slice(key.indexOf("/"));
    const step = stepOf(key.charAt(0), path, asked.visit);
    const { records = [] } = (world.snapshotOf(key) as SlotSnapshot | undefined) ?? {};
    if (records.length === 0) {
      const reason = "no record has this source";
      // A key is in lower case, and escapes are not (contract 2.7).
      const shown = path.replace(/%../g, (escape) => escape.toUpperCase());
      tried.push({ step, source: step === "prefix" ? `${shown}/*` : shown, verdict: "none", reason });
    }
    for (const record of records) tried.push(judge(step, record));
  }
  if (match === null || match.record.id === config.any?.id) {
    if (config.any === null) {
      tried.push({ step: "any", source: "*", verdict: "none", reason: "no record answers all other paths" });
    } else tried.push(judge("any", config.any));
  }
  return tried;

  function judge(step: Step, record: RecordSnapshot): Tried {
    const known = world.records.get(record.id);
    const source = known === undefined ? record.path : toSourceText(known.source);
    const reason = reasonAgainst(step, record);
    if (reason !== null) return { step, source, verdict: "skipped", reason };
    const isExact = record.path === requested.path || step === "any" || step === "view";
    const spelling = isExact || !hasOtherCase(step, record) ? "" : ", in another letter case";
    return { step, source, verdict: "answers", reason: `${REASONS[step]}${spelling}` };
  }

  function reasonAgainst(step: Step, record: RecordSnapshot): string | null {
    if (record.startsAtMs !== undefined && record.startsAtMs > nowMs) {
      return `has not started: it starts at ${formatTimestamp(record.startsAtMs)}`;
    }
    if (record.id === (step === "view" ? alias : match)?.record.id) return null;
    if (step === "alias" && record.forwardsBelow !== true) return "does not forward what is below its path";
    if (step === "query") return "asks for another query, or is spelled in another letter case";
    if (step === "view") return "has no preview";
    return "is spelled in another letter case, and a source that fits better answers or several differ so";
  }

  function hasOtherCase(step: Step, record: RecordSnapshot): boolean {
    return step !== "pattern" && !requested.path.startsWith(record.path);
  }
}

const REASONS: Record<Step, string> = {
  platform: "",
  query: "has this path and this query",
  exact: "has this path",
  alias: "is the alias in front of this path, and forwards what is below it",
  pattern: "is the first pattern in the order of sources that this path has",
  prefix: "answers everything below it, and nothing narrower does",
  any: "answers every path that nothing else does",
  view: "is the alias whose preview or picture is asked for",
};

function stepOf(kind: string, path: string, { requested, view }: Answered["asked"]["visit"]): Step {
  if (kind === "q") return "query";
  if (kind === "t") return "pattern";
  if (kind === "w") return "prefix";
  if (view !== null && isRequested(view.alias, path)) return "view";
  return isRequested(requested, path) ? "exact" : "alias";
}
