import { ButtonLink } from "../../component/button.tsx";
import { useLocation } from "preact-iso";
import type { Query } from "../../api/client.ts";
import { useGet, useRead } from "../../api/query.ts";
import type { Facets, Stats } from "../../api/types.ts";
import { EmptyState, Loaded, Loading, Skeleton } from "../../component/state.tsx";
import { type Search, useSearch, useTitle } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { FacetButton, FilterChips } from "../records/facet-panel.tsx";
import { readFilter, toApiFilter } from "../records/filter.ts";
import { BreakdownCard, ClicksCard, Numbers, Retention } from "./stats-cards.tsx";
import { CsvMenu } from "./csv-menu.tsx";
import { filterOf, INCLUDED, type Kind, WORKSPACE_KINDS } from "./breakdowns.ts";
import { PeriodPicker } from "./period-picker.tsx";
import { readPeriod, toStatsQuery } from "./period.ts";
import { fromErrors, readNames, useStats } from "./read-stats.ts";

const INCLUDE = INCLUDED.join(",");

export default function Insights() {
  const heading = useTitle(t("nav.insights"));
  const search = useSearch();
  const period = readPeriod(search.values, Date.now());
  const filter = readFilter(search.values);
  const records = toApiFilter(filter, Date.now());
  const query: Query = { ...toStatsQuery(period), ...records, previous: true };
  const stats = useStats("/stats", query);
  // Sums over all records may take longer. The other cards do not wait for them.
  const included = useStats("/stats", { ...toStatsQuery(period), ...records, include: INCLUDE });
  const facets = useGet<Facets>(["facets", JSON.stringify(records)], "/links/facets", {
    query: records,
    keepsPrevious: true,
  });
  const hasFilter = Object.keys(filter).length > 0;
  return (
    <div class="stack">
      <div class="line-apart">
        {heading}
        <div class="line">
          <FacetButton facets={facets.data} filter={filter} hasKind />
          {stats.data !== undefined && (
            <CsvMenu path="/stats" query={query} stats={stats.data} include={INCLUDE} />
          )}
        </div>
      </div>
      <PeriodPicker period={period} errors={fromErrors(stats.error)} />
      <FilterChips filter={filter} hasKind />
      <Loaded read={stats} height="26rem">
        {(data) =>
          data.clicks + data.bots === 0 && (data.previous?.clicks ?? 0) === 0 && data.refreshing !== true ? (
            <NoClicks hasFilter={hasFilter} />
          ) : (
            <>
              <Numbers stats={data} />
              <ClicksCard stats={data} />
              <div class="breakdowns">
                {WORKSPACE_KINDS.map((kind) => (
                  <WorkspaceCard
                    key={kind}
                    kind={kind}
                    stats={INCLUDED.includes(kind) ? included.data : data}
                    search={search}
                  />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
      {included.isError && included.data === undefined && <Loading read={included} />}
      <Retention />
    </div>
  );
}

function WorkspaceCard({ kind, stats, search }: { kind: Kind; stats: Stats | undefined; search: Search }) {
  const nameOf = useNames(kind, stats);
  const { path } = useLocation();
  if (stats === undefined) {
    return (
      <section class="card stack-small">
        <h2>{t(`breakdown.${kind}`)}</h2>
        <Skeleton lines={6} height="2rem" />
      </section>
    );
  }
  if (kind === "rules" && stats.breakdowns.rules.length === 0) return null;
  const hrefOf = (value: string) => {
    if (kind === "records") return `/links/${value}?tab=stats`;
    const filter = filterOf(kind, value);
    return filter === null ? undefined : search.at(path, filter);
  };
  return <BreakdownCard kind={kind} stats={stats} hrefOf={hrefOf} {...(nameOf !== null && { nameOf })} />;
}

/** Returns the name of a value: "…" until it is read. Null for a kind whose values need no names. */
function useNames(kind: Kind, stats: Stats | undefined): ((value: string) => string) | null {
  const named = kind === "records" || kind === "rules" ? kind : null;
  const ids = named === null ? [] : (stats?.breakdowns[named] ?? []).map(({ value }) => value);
  const names = useRead({
    key: ["records", "names", named, ids.join(",")],
    read: (signal) => readNames(named ?? "records", ids, signal),
    isEnabled: ids.length > 0,
    keepsPrevious: true,
  });
  if (named === null) return null;
  const isRead = names.data !== undefined && !names.isPlaceholderData;
  return (value) => names.data?.get(value) ?? (isRead ? t(`value.unknown.${named}`) : "…");
}

function NoClicks({ hasFilter }: { hasFilter: boolean }) {
  const { path } = useLocation();
  return (
    <EmptyState title={t(hasFilter ? "stats.noneFiltered" : "stats.none")} text={t("stats.noneText")}>
      <ButtonLink
        href={hasFilter ? path : "/links"}
        label={t(hasFilter ? "records.clear" : "stats.toLinks")}
      />
    </EmptyState>
  );
}
