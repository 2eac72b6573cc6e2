import type { LinkRecord, Stats } from "../../api/types.ts";
import { formatMoment } from "../../component/moment.tsx";
import { currentLanguage, sayPercent, t } from "../../text/text.ts";
import { sharesOf, splitRouting } from "../record/routing-form.ts";
import { lastingOf } from "../records/lasting.ts";
import { showUrl } from "../records/show-url.ts";
import { shareEach } from "./breakdowns.ts";
import { judgeShares } from "./interval.ts";

/**
 * Says how visits were spread over several destinations, and how sure that is: the platform decides which visitor gets
 * which destination, so clicks are not the result of a test.
 */
export function SplitNote({ record, stats }: { record: LinkRecord; stats: Stats }) {
  if (record.destinations.length < 2) return null;
  const counted = shareEach(stats, record.destinations);
  const { destinations, routing } = splitRouting(record.destinations, record.destination_routing);
  const shares = sharesOf(destinations, routing);
  return (
    <div class="notice notice-plain small">
      {counted.length > 0 && (
        <>
          <ul>
            {counted.map(({ url, share, low, high }) => (
              <li key={url} class="break">
                {t("split.share", {
                  destination: showUrl(url),
                  share: sayPercent(share, 1),
                  low: sayPercent(low, 1),
                  high: sayPercent(high, 1),
                })}
              </li>
            ))}
          </ul>
          <p>{t(`split.${judgeShares(counted)}`)}</p>
        </>
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
      <RoutingEnd record={record} />
      <p>
        {t("split.note")} {t(stats.conversions.length > 0 ? "split.converted" : "split.elsewhere")}
      </p>
    </div>
  );
}

function RoutingEnd({ record }: { record: LinkRecord }) {
  const { routing_ends: end } = record;
  if (end === null) return null;
  return (
    <p class="break">
      {t(lastingOf(record) === null ? "split.ends" : "split.ended", {
        moment: formatMoment(end.at),
        destination: showUrl(end.destination),
      })}
    </p>
  );
}
