import type { Change } from "../../api/types.ts";
import { t } from "../../text/text.ts";

const NAMES = ["created", "changed", "deleted", "invalid", "conflicts"] as const;

/** The numbers of records that a change affects, in one line. */
export function ChangeCounts({ change }: { change: Pick<Change, "counts"> }) {
  const parts = NAMES.filter((name) => change.counts[name] > 0).map((name) =>
    t(`changes.count.${name}`, { count: change.counts[name] }),
  );
  return <div>{parts.length === 0 ? t("changes.count.nothing") : parts.join(" · ")}</div>;
}
