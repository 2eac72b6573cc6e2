import { useAsk, useGet } from "../../api/query.ts";
import { ASK, askOverview, OVERVIEW_DAYS } from "../../first-asks.ts";
import type { Facets, Host, LinkRecord, Page, Stats } from "../../api/types.ts";
import { memo } from "../../component/memo.tsx";
import { Loaded, Loading } from "../../component/state.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { useTitle } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { Alarms } from "./alarms.tsx";
import { BrokenCard, Card, MissesCard, RecordList, RunningCard } from "./cards.tsx";
import type { ComponentChildren } from "preact";
import { CopyButton, Icon } from "../../component/button.tsx";
import { useHasFolders, useLimit, useMay } from "../../state/session.ts";
import { showUrl } from "../records/show-url.ts";
import { Bars } from "../../component/bars.tsx";
import { Series } from "../../component/chart.tsx";
import { toPoints } from "../insights/stats-cards.tsx";
import { useStats } from "../insights/read-stats.ts";

const REFRESHING_MS = 3_000;
/** Only some numbers of a person who is limited to some hostnames may need a while. */
const againMs = (data: { refreshing?: boolean } | undefined) => (data?.refreshing ? REFRESHING_MS : false);
/** The numbers of a workspace, and what needs attention. Each card loads, fails and is retried independently. */
export default function Overview() {
  const heading = useTitle(t("nav.overview"));
  const newest = useAsk<Page<LinkRecord>>(["records", "newest"], ASK.newest);
  const records = newest.data?.data ?? [];
  const facets = useGet<Facets>(["facets", JSON.stringify({})], "/links/facets", { againMs });
  const isSmall = newest.data !== undefined && newest.data.meta.cursor.next === null;
  const broken = facets.data?.health.broken ?? 0;
  const hasFolders = useHasFolders();
  const isEmpty = isSmall && records.length === 0;
  return (
    <div class="stack">
      {heading}
      {isSmall && records.every((record) => record.total_clicks === 0) && <FirstSteps newest={records[0]} />}
      {facets.isError && facets.data === undefined ? (
        <Loading read={facets} />
      ) : (
        <Totals facets={facets.data} />
      )}
      <Alarms facets={facets.data} />
      {!isEmpty && <ClickCards />}
      {!isEmpty && (
        <div class="cards">
          {!hasFolders && <MissesCard />}
          {broken > 0 && <BrokenCard count={broken} />}
          {!hasFolders && <RunningCard />}
          <Card title={t("overview.newest")}>
            <Loaded read={newest} height="14rem">
              {({ data }) => <RecordList records={data} hasAge />}
            </Loaded>
          </Card>
        </div>
      )}
    </div>
  );
}

function Totals({ facets }: { facets: Facets | undefined }) {
  // Counters by hostname are exact, also for a person who is limited to some.
  const card = (label: string, value: number | undefined, href: string, isRefreshing = false) => (
    <StatCard label={label} value={value} isRefreshing={isRefreshing} href={href} />
  );
  const handlers = facets?.handlers;
  return (
    <div class="stats">
      {card(t("nav.links"), handlers?.["short-url"], "/links?kind=link")}
      {card(t("nav.redirects"), handlers && handlers.redirect + handlers.migration, "/links?kind=redirect")}
      {card(t("overview.qr"), handlers?.qr, "/links?kind=qr")}
      {card(t("overview.paused"), facets?.health.paused, "/links?status=paused", facets?.refreshing)}
    </div>
  );
}

function FirstSteps({ newest }: { newest: LinkRecord | undefined }) {
  const hosts = useGet<Page<Host>>(["hosts", "first"], "/host", { query: { per_page: 1 } });
  const mayWrite = useMay("editor");
  const isWhole = useLimit() === null;
  const hasFolders = useHasFolders();
  const hasHost = (hosts.data?.data.length ?? 0) > 0;
  if (!mayWrite && newest === undefined) {
    return (
      <section class="card stack-small">
        <h2>{t("first.empty")}</h2>
        <p class="muted">{t("first.viewer")}</p>
      </section>
    );
  }
  return (
    <section class="card stack">
      <h2>{t("first.title")}</h2>
      <ol class="steps">
        <Step isDone={hasHost} hint={t("first.hostHint")}>
          {isWhole ? <a href="/hosts/new">{t("first.host")}</a> : t("first.host")}
        </Step>
        <Step isDone={newest !== undefined} hint={t("first.createHint")}>
          <a href="/links?new">{t("first.create")}</a>
          {!hasFolders && (
            <>
              {" "}
              {t("first.or")} <a href="/import">{t("first.import")}</a>
            </>
          )}
        </Step>
        <Step isDone={false} hint={t("first.tryHint")}>
          {newest === undefined ? (
            t("first.try")
          ) : (
            <>
              <a class="break" href={newest.url} target="_blank" rel="noreferrer">
                {t("first.tryUrl", { url: showUrl(newest.url) })}
              </a>{" "}
              <CopyButton text={newest.url} />
            </>
          )}
        </Step>
      </ol>
    </section>
  );
}

function Step({ isDone, hint, children }: { isDone: boolean; hint: string; children: ComponentChildren }) {
  return (
    <li>
      <div>
        <h3>
          {children}
          {isDone && (
            <span class="chip chip-good step-done">
              <Icon name="done" /> {t("first.done")}
            </span>
          )}
        </h3>
        <p class="muted">{hint}</p>
      </div>
    </li>
  );
}

const TOP = 5;

/** The clicks of four weeks next to those of the four weeks before, and the records with the most clicks. */
function ClickCards() {
  const { clicks, summed } = askOverview(Date.now());
  const stats = useStats("/stats", clicks);
  const top = useStats("/stats", summed);
  return (
    <div class="cards cards-wide">
      <section class="card stack-small">
        <div class="line-apart">
          <h2>
            <a class="plain" href="/insights">
              {t("overview.clicks", { count: OVERVIEW_DAYS })}
            </a>
          </h2>
          <span class="small muted">{t("stat.utcDays")}</span>
        </div>
        <Loaded read={stats} height="21.125rem">
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

const ClickSeries = memo(({ stats }: { stats: Stats }) => {
  return (
    <>
      <StatCard
        label={t("stat.clicks")}
        value={stats.clicks}
        previous={stats.previous?.clicks}
        isRefreshing={stats.refreshing === true}
      />
      <Series
        title={t("overview.clicks", { count: OVERVIEW_DAYS })}
        points={toPoints(stats.series, "day")}
        previous={toPoints(stats.previous?.series ?? [], "day")}
      />
    </>
  );
});

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
          href: `/links/${value}?tab=stats`,
        }))}
      />
      {stats.refreshing === true && <p class="small muted">{t("count.refreshing")}</p>}
    </>
  );
}
