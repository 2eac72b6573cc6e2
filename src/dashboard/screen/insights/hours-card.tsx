import { ownZone } from "../../component/moment.tsx";
import type { Query } from "../../api/client.ts";
import type { Stats } from "../../api/types.ts";
import { DAY_MS, HOURS_KEPT_DAYS } from "../../../domain/client/time.ts";
import { SelectField } from "../../component/field.tsx";
import { shadeBounds, shadeOf } from "../../component/shade.ts";
import { ShadeLegend } from "../../component/shade-legend.tsx";
import { memo } from "../../component/memo.tsx";
import { Loaded } from "../../component/state.tsx";
import { useSearch } from "../../state/page.tsx";
import { dateLanguage, sayNumber, t } from "../../text/text.ts";
import { type HoursQuery, toHoursQuery, toWeek } from "./hours.ts";
import type { Period } from "./period.ts";
import { useStats } from "./read-stats.ts";
import { saySpan } from "./stats-cards.tsx";

interface HoursProps {
  path: string;
  /** The filters of the records. */
  filter: Query;
  period: Period;
  /** Says whether the other numbers are those of one value, of which only days are kept. */
  isNarrowed: boolean;
}

const UTC = "UTC";

/** The clicks by hour and day of the week, in the time zone that the address names: that of the reader, or UTC. */
export function HoursCard({ path, filter, period, isNarrowed }: HoursProps) {
  const search = useSearch();
  const own = ownZone();
  const zone = search.values["zone"] === "utc" ? UTC : own;
  const asked = toHoursQuery(period, Date.now());
  const title = t("hours.title");
  return (
    <section class="card stack-small" aria-label={title}>
      <div class="line-apart">
        <h2>{title}</h2>
        {own !== UTC && (
          <SelectField
            label={t("hours.zone")}
            value={zone}
            options={[{ value: own, label: t("hours.own", { zone: own }) }, UTC]}
            onValue={(next) => search.set({ zone: next === UTC ? "utc" : undefined })}
          />
        )}
      </div>
      {asked === null ? (
        <p class="muted">{t("hours.none", { count: HOURS_KEPT_DAYS })}</p>
      ) : (
        <Hours path={path} query={{ ...filter, ...asked }} asked={asked} zone={zone} />
      )}
      {isNarrowed && asked !== null && <p class="small muted">{t("hours.valueNote")}</p>}
    </section>
  );
}

interface GridProps {
  path: string;
  query: Query;
  asked: HoursQuery;
  zone: string;
}

function Hours({ path, query, asked, zone }: GridProps) {
  const stats = useStats(path, query);
  return (
    <Loaded read={stats} height="13rem">
      {({ series }) => (
        <>
          <Grid series={series} zone={zone} />
          <p class="small muted">
            {t("hours.note", { span: saySpan(asked.from, asked.to), zone, count: HOURS_KEPT_DAYS })}
          </p>
        </>
      )}
    </Loaded>
  );
}

/** A Monday, for the names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Returns the names of the days of a week, from Monday. */
function namesOfDays(weekday: "short" | "long"): string[] {
  const format = new Intl.DateTimeFormat(dateLanguage(), { weekday, timeZone: UTC });
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(MONDAY + day * DAY_MS)));
}

const Grid = memo(({ series, zone }: { series: Stats["series"]; zone: string }) => {
  const week = toWeek(series, zone);
  const bounds = shadeBounds(Math.max(0, ...week.flat()));
  const short = namesOfDays("short");
  const long = namesOfDays("long");
  return (
    <>
      <table class="heat">
        <caption class="aloud">{t("hours.title")}</caption>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                <span class={hour % 3 === 0 ? undefined : "aloud"}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((hours, day) => (
            <tr key={day}>
              <th scope="row">{short[day]}</th>
              {hours.map((count, hour) => (
                <td
                  key={hour}
                  data-shade={shadeOf(count, bounds)}
                  title={t("hours.cell", { day: long[day] ?? "", from: hour, to: hour + 1, count })}
                >
                  <span class="aloud">{sayNumber(count)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ShadeLegend bounds={bounds} />
    </>
  );
});
