import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
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
  reason: Refusal;
}

export function listTried({ finding, asked, reads }: Answered, world: World): Tried[] {
  if (finding.kind !== "host") return [];
  const { config, match, alias } = finding;
  const { requested, nowMs } = asked.visit;
  if (isPlatformPath(config, requested.path)) {
    const reason = refuse("platform_path");
    return [{ step: "platform", source: requested.path, verdict: "answers", reason }];
  }
  const tried: Tried[] = [];
  for (const key of reads) {
    if (key.startsWith("h:")) continue;
    const path = key.slice(key.indexOf("/"));
    const step = stepOf(key.charAt(0), path, asked.visit);
    const { records = [] } = (world.snapshotOf(key) as SlotSnapshot | undefined) ?? {};
    if (records.length === 0) {
      const reason = refuse("none_has_source");
      // A key is in lower case, and escapes are not (contract 2.7).
      const shown = path.replace(/%../g, (escape) => escape.toUpperCase());
      tried.push({ step, source: step === "prefix" ? `${shown}/*` : shown, verdict: "none", reason });
    }
    for (const record of records) tried.push(judge(step, record));
  }
  if (match === null || match.record.id === config.any?.id) {
    if (config.any === null) {
      tried.push({ step: "any", source: "*", verdict: "none", reason: refuse("none_answers_all") });
    } else tried.push(judge("any", config.any));
  }
  return tried;

  function judge(step: Step, record: RecordSnapshot): Tried {
    const known = world.records.get(record.id);
    const source = known === undefined ? record.path : toSourceText(known.source);
    const reason = reasonAgainst(step, record);
    const isFile = record.id === "";
    if (reason !== null) return { step, source, verdict: "skipped", reason };
    const isAnyCase = step === "any" || step === "view" || step === "pattern";
    const isOther = !isAnyCase && !requested.path.startsWith(record.path);
    return {
      step,
      source,
      verdict: "answers",
      reason: isFile
        ? refuse("has_file")
        : isOther
          ? refuse("with_other_case", { reason: REASONS[step] })
          : REASONS[step],
    };
  }

  function reasonAgainst(step: Step, record: RecordSnapshot): Refusal | null {
    if (record.startsAtMs !== undefined && record.startsAtMs > nowMs) {
      return refuse("not_started", { moment: formatTimestamp(record.startsAtMs) });
    }
    if (record.id === (step === "view" ? alias : match)?.record.id) return null;
    if (record.id === "") return refuse("has_file_behind");
    if (step === "alias" && record.forwardsBelow !== true) return refuse("alias_forwards_not");
    if (step === "query") return refuse("other_query");
    if (step === "view") return refuse("no_preview");
    return refuse("other_case");
  }
}

const REASONS: Record<Step, Refusal> = {
  platform: refuse("platform_path"),
  query: refuse("has_path_and_query"),
  exact: refuse("has_path"),
  alias: refuse("alias_forwards"),
  pattern: refuse("pattern"),
  prefix: refuse("answers_below"),
  any: refuse("answers_any"),
  view: refuse("alias_viewed"),
};

function stepOf(kind: string, path: string, { requested, view }: Answered["asked"]["visit"]): Step {
  if (kind === "q") return "query";
  if (kind === "t") return "pattern";
  if (kind === "w") return "prefix";
  if (view !== null && isRequested(view.alias, path)) return "view";
  return isRequested(requested, path) ? "exact" : "alias";
}
