import { call } from "../../api/client.ts";
import { useRead, type Read } from "../../api/query.ts";
import type { Facets, LinkRecord, Page, Stats } from "../../api/types.ts";
import { Bars, Series } from "../../component/chart.tsx";
import { Ago } from "../../component/moment.tsx";
import { ErrorState, Skeleton } from "../../component/state.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { useTitle } from "../../state/title.tsx";
import { currentLanguage, t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { FirstSteps } from "./first-steps.tsx";
import { lastDays } from "./period.ts";

const DAYS = 28;
const REFRESHING_MS = 3_000;

/** What a workspace holds, and what of it needs somebody. */
export default function Overview() {
  const heading = useTitle(t("nav.overview"));
  const facets = useRead<Facets>({
    key: ["facets", "all"],
    read: (signal) => call("GET", "/links/facets", { signal }),
    againMs: (data) => (data?.refreshing === true ? REFRESHING_MS : false),
  });
  const isEmpty = facets.data?.total === 0 && !facets.data.refreshing;
  return (
    <div class="stack">
      {heading}
      {isEmpty && <FirstSteps />}
      {facets.isError ? (
        <ErrorState error={facets.error} onRetry={() => void facets.refetch()} />
      ) : (
        <Totals facets={facets.data} />
      )}
      {!isEmpty && <Clicks />}
      {!isEmpty && <Changed />}
    </div>
  );
}

function Totals({ facets }: { facets: Facets | undefined }) {
  const isRefreshing = facets?.refreshing ?? false;
  const card = (label: string, value: number | undefined, href: string) => (
    <StatCard label={label} value={value} isRefreshing={isRefreshing} href={href} />
  );
  const links = facets && facets.kinds.link + facets.kinds.qr;
  const redirects = facets && facets.kinds.redirect + facets.kinds.migration;
  return (
    <div class="stats">
      {card(t("nav.links"), links, "/links")}
      {card(t("nav.redirects"), redirects, "/redirects")}
      {card(t("overview.paused"), facets?.health.paused, "/links?status=paused&kind=all")}
      {card(t("overview.dns"), facets?.health.dns_issue, "/links?dns=false&kind=all")}
      {card(t("overview.noClicks"), facets?.health.no_clicks, "/links?traffic=none&kind=all")}
    </div>
  );
}

function Clicks() {
  const { from, to } = lastDays(DAYS, new Date());
  const stats = useRead<Stats>({
    key: ["stats", "overview", from],
    read: (signal) =>
      call("GET", "/stats", {
        query: { from, to, interval: "day", previous: true, include: "records" },
        signal,
      }),
    againMs: (data) => (data?.refreshing === true ? REFRESHING_MS : false),
  });
  return (
    <div class="cards">
      <section class="card stack">
        <div class="line-apart">
          <h2>{t("overview.clicks", { count: DAYS })}</h2>
          <span class="small muted">{t("stat.utcDays")}</span>
        </div>
        <Loaded read={stats} height="16rem">
          {(data) => <ClickSeries stats={data} />}
        </Loaded>
      </section>
      <section class="card stack">
        <h2>{t("overview.top")}</h2>
        <Loaded read={stats} height="16rem">
          {(data) => <TopRecords stats={data} />}
        </Loaded>
      </section>
    </div>
  );
}

function ClickSeries({ stats }: { stats: Stats }) {
  const day = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeZone: "UTC" });
  const toPoints = (series: Stats["series"]) =>
    series.map(({ at, clicks }) => ({ label: day.format(new Date(at)), value: clicks }));
  return (
    <>
      <StatCard label={t("stat.clicks")} value={stats.clicks} previous={stats.previous?.clicks} />
      <Series
        points={toPoints(stats.series)}
        previous={toPoints(stats.previous?.series ?? [])}
        title={t("overview.clicks", { count: DAYS })}
      />
    </>
  );
}

const TOP = 5;

function TopRecords({ stats }: { stats: Stats }) {
  const top = (stats.breakdowns.records ?? []).slice(0, TOP);
  const ids = top.map(({ value }) => value).join(",");
  const records = useRead<Page<LinkRecord>>({
    key: ["records", "top", ids],
    read: (signal) => call("GET", "/links", { query: { "filter[id]": ids }, signal }),
    isEnabled: ids !== "",
  });
  if (ids === "") return <p class="muted">{t("stat.noClicks")}</p>;
  const found = new Map(records.data?.data.map((record) => [record.id, record]));
  return (
    <Bars
      items={top.map(({ value, clicks }) => ({
        label: showUrl(found.get(value)?.url ?? "…"),
        value: clicks,
        href: `/links/${value}?kind=all`,
      }))}
    />
  );
}

/** The records that were made last, so that one finds back to what one does. */
function Changed() {
  const newest = useRead<Page<LinkRecord>>({
    key: ["records", "newest"],
    read: (signal) => call("GET", "/links", { query: { per_page: TOP }, signal }),
  });
  return (
    <section class="card stack">
      <h2>{t("overview.newest")}</h2>
      <Loaded read={newest} height="14rem">
        {({ data }) => (
          <ul class="list">
            {data.map(({ id, url, destination, created_at }) => (
              <li key={id}>
                <div>
                  <a class="break" href={`/links/${id}?kind=all`}>
                    {showUrl(url)}
                  </a>
                  <div class="cut small muted">{destination ?? ""}</div>
                </div>
                <span class="small muted">
                  <Ago at={created_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

interface LoadedProps<Data> {
  read: Read<Data>;
  /** Of what will be shown, so that nothing jumps. */
  height: string;
  children: (data: Data) => preact.ComponentChildren;
}

function Loaded<Data>({ read, height, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return <>{children(read.data)}</>;
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return <Skeleton height={height} />;
}
