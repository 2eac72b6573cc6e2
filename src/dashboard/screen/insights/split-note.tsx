import type { LinkRecord, Stats } from "../../api/types.ts";
import { currentLanguage, sayPercent, t } from "../../text/text.ts";
import { sharesOf, splitRouting } from "../record/routing-form.ts";
import { labelOf } from "./kinds.ts";
import { compareTwo } from "./compare-two.ts";

/**
 * Explains the difference between two destinations, and its limits: the platform decides which visitor gets which
 * destination, so clicks are not the result of a test.
 */
export function SplitNote({ record, stats }: { record: LinkRecord; stats: Stats }) {
  if (record.destinations.length < 2) return null;
  const two = compareTwo(stats, record.destinations);
  const { destinations, routing } = splitRouting(record.destinations, record.destination_routing);
  const shares = sharesOf(destinations, routing);
  return (
    <div class="notice notice-plain small">
      {two !== null && (
        <p class="break">
          {t("split.two", {
            more: labelOf("destinations", two.more.value),
            less: labelOf("destinations", two.less.value),
            count: two.more.clicks - two.less.clicks,
            moreShare: sayPercent(two.moreShare, 1),
            lessShare: sayPercent(1 - two.moreShare, 1),
          })}
        </p>
      )}
      {shares !== null && (
        <p>
          {t("split.set", {
            shares: new Intl.ListFormat(currentLanguage(), { type: "unit" }).format(
              shares.map((share) => sayPercent(share, 1)),
            ),
          })}
        </p>
      )}
      <p>{t("split.note")}</p>
    </div>
  );
}
