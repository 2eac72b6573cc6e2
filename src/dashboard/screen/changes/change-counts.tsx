import { writesOf } from "../../../domain/client/words.ts";
import type { Change } from "../../api/types.ts";
import { t } from "../../text/text.ts";

const NAMES = ["created", "changed", "deleted", "invalid", "conflicts"] as const;

/** The numbers of records that a change affects, in one line; with those of its plan if it has not written all. */
export function ChangeCounts({
  change: { counts, planned },
}: {
  change: Pick<Change, "counts" | "planned">;
}) {
  const parts = NAMES.filter((name) => counts[name] > 0).map((name) =>
    t(`changes.count.${name}`, { count: counts[name] }),
  );
  const text = parts.length === 0 ? t("changes.count.nothing") : parts.join(" · ");
  const total = writesOf(planned);
  return <div>{writesOf(counts) < total ? t("changes.count.ofPlanned", { text, count: total }) : text}</div>;
}
