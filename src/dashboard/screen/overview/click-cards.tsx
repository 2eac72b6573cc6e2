import { useGet } from "../../api/query.ts";
import type { LinkRecord, Page, Stats } from "../../api/types.ts";
import { Bars } from "../../component/bars.tsx";
import { Series } from "../../component/chart.tsx";
import { Loaded } from "../../component/state.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { t } from "../../text/text.ts";
import { lastDays, toStatsQuery } from "../insights/period.ts";
import { toPoints } from "../insights/clicks-card.tsx";
import { useStats } from "../insights/read-stats.ts";
import { showUrl } from "../records/show-url.ts";
import { Card } from "./cards.tsx";

const DAYS = 28;
const TOP = 5;

/** The clicks of four weeks next to those of the four weeks before, and the records with the most clicks. */
export function ClickCards() {
  const days = toStatsQuery({ ...lastDays(DAYS, Date.now()), interval: "day" });
  const stats = useStats("/stats", { ...days, previous: true });
  // Sums over all records may take longer.
  const top = useStats("/stats", { ...days, include: "records" });
  return (
    <div class="cards cards-wide">
      <section class="card stack-small">
        <div class="line-apart">
          <h2>
            <a class="plain" href="/insights">
              {t("overview.clicks", { count: DAYS })}
            </a>
          </h2>
          <span class="small muted">{t("stat.utcDays")}</span>
        </div>
        <Loaded read={stats} height="19rem">
          {(data) => <ClickSeries stats={data} />}
        </Loaded>
      </section>
      <Card title={t("overview.top")}>
        <Loaded read={top} height="14rem">
          {(data) => <TopRecords stats={data} />}
        </Loaded>
      </Card>
    </div>
  );
}

function ClickSeries({ stats }: { stats: Stats }) {
  return (
    <>
      <StatCard
        label={t("stat.clicks")}
        value={stats.clicks}
        previous={stats.previous?.clicks}
        isRefreshing={stats.refreshing === true}
      />
      <Series
        title={t("overview.clicks", { count: DAYS })}
        points={toPoints(stats.series, "day")}
        previous={toPoints(stats.previous?.series ?? [], "day")}
      />
    </>
  );
}

function TopRecords({ stats }: { stats: Stats }) {
  const top = (stats.breakdowns.records ?? []).slice(0, TOP);
  const ids = top.map(({ value }) => value).join(",");
  const records = useGet<Page<LinkRecord>>(["records", "top", ids], "/links", {
    query: { "filter[id]": ids },
    isEnabled: ids !== "",
  });
  if (ids === "") return <p class="muted">{t("stat.noClicks")}</p>;
  const found = new Map(records.data?.data.map((record) => [record.id, record]));
  return (
    <>
      <Bars
        title={t("overview.top")}
        total={stats.clicks}
        items={top.map(({ value, clicks }) => ({
          key: value,
          label: showUrl(found.get(value)?.url ?? "…"),
          value: clicks,
          href: `/links/${value}?kind=all&tab=stats`,
        }))}
      />
      {stats.refreshing === true && <p class="small muted">{t("count.refreshing")}</p>}
    </>
  );
}
