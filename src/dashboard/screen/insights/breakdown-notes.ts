import type { Stats } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import { namedAtMost, type Kind } from "./kinds.ts";

/** Returns the notes below a breakdown; for one without values, the text in its place. */
export function notesOn(kind: Kind, stats: Pick<Stats, "breakdowns" | "rest" | "refreshing">): string[] {
  const { length: count } = stats.breakdowns[kind] ?? [];
  const rest = stats.rest[kind] ?? 0;
  const isRefreshing = stats.refreshing === true;
  if (count + rest === 0 && !isRefreshing) {
    return [t(kind === "rules" ? "stats.noRules" : "stat.noClicks")];
  }
  return [
    ...(isRefreshing ? [t("stats.atLeast")] : []),
    ...(rest > 0 ? [t("stats.capped", { count: Math.min(count, namedAtMost(kind)) })] : []),
  ];
}
