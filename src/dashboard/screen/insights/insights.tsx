import { ButtonLink } from "../../component/button.tsx";
import { useLocation } from "preact-iso";
import { useGet, useRead } from "../../api/query.ts";
import type { Facets, Stats } from "../../api/types.ts";
import { askInsights, INCLUDED } from "../../first-asks.ts";
import { Later } from "../../component/later.tsx";
import { memo } from "../../component/memo.tsx";
import { EmptyState, Loaded, Loading, Skeleton } from "../../component/state.tsx";
import { useSearch, useTitle } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { FacetButton, FilterChips } from "../records/facet-panel.tsx";
import { readFilter, toApiFilter } from "../records/filter.ts";
import { ShareButton } from "../share/share-dialog.tsx";
import { BreakdownCard, ClicksCard, Numbers, Retention } from "./stats-cards.tsx";
import { CsvMenu } from "./csv-menu.tsx";
import {
  allClicks,
  filterOf,
  isNamed,
  type Kind,
  type Names,
  readValue,
  WORKSPACE_KINDS,
} from "./breakdowns.ts";
import { ConversionsCard } from "./conversions-card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { HoursCard } from "./hours-card.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import { readPeriod, toStatsQuery } from "./period.ts";
import { BesideNote } from "./beside-note.tsx";
import { useBeside } from "./use-beside.ts";
import { useFilterLink } from "./use-filter-link.ts";
import type { Beside } from "./versus.ts";
import { VersusPicker } from "./versus-picker.tsx";
import { fromErrors, readNames, useStats } from "./read-stats.ts";

export default function Insights() {
  const heading = useTitle(t("nav.insights"));
  const search = useSearch();
  const period = readPeriod(search.values, Date.now());
  const filter = readFilter(search.values);
  const records = toApiFilter(filter, Date.now());
  const chosen = readValue(search.values);
  const chosenNames = useNames(chosen?.kind, chosen === null ? [] : [chosen]);
  const { clicks: query, summed } = askInsights(
    toStatsQuery(period),
    records,
    chosen === null ? undefined : search.values["value"],
  );
  const stats = useStats("/stats", query);
  const refused = fromErrors(stats.error);
  const beside = useBeside("/stats", query, period);
  const included = useStats("/stats", summed);
  const besideIncluded = useBeside("/stats", summed, period);
  const facets = useGet<Facets>(["facets", JSON.stringify(records)], "/links/facets", {
    query: records,
    keepsPrevious: true,
  });
  const subject = [...Object.values(filter), ...(chosen === null ? [] : [chosen.value])].join(" ");
  return (
    <div class="stack filtered">
      <div class="line-apart">
        {heading}
        <div class="line">
          {/* First, so that what comes late moves no button. */}
          {stats.data !== undefined && (
            <CsvMenu
              path="/stats"
              query={query}
              stats={stats.data}
              subject={subject}
              namesOf={readNames}
              include={INCLUDED.join(",")}
            />
          )}
          <ShareButton first={{ name: subject, host: filter.host, tag: filter.tags?.split(",")[0] }} />
          <FacetButton facets={facets.data} filter={filter} hasKind />
        </div>
      </div>
      <PeriodPicker period={period} errors={refused}>
        <VersusPicker period={period} errors={fromErrors(beside.read.error)} />
      </PeriodPicker>
      <FilterBar chosen={chosen} names={chosenNames}>
        <FilterChips filter={filter} hasKind />
      </FilterBar>
      {/* The period says why there are none. */}
      {refused.length === 0 && (
        <Loaded read={stats} height="26rem">
          {(data) =>
            allClicks(data) + data.bots === 0 &&
            (data.previous?.clicks ?? 0) === 0 &&
            data.refreshing !== true &&
            beside.versus === null ? (
              <NoClicks hasFilter={subject !== ""} />
            ) : (
              <>
                <Numbers stats={data} beside={beside.of(data)} isNarrowed={chosen !== null} />
                <ClicksCard stats={data} beside={beside.of(data)} />
                <HoursCard path="/stats" filter={records} period={period} isNarrowed={chosen !== null} />
                <ConversionsCard stats={data} isNarrowed={chosen !== null} />
                <BesideNote found={beside} beside={beside.of(data)} />
                <Later>
                  {() => (
                    <div class="breakdowns">
                      {WORKSPACE_KINDS.map((kind) => (
                        <WorkspaceCard
                          key={kind}
                          kind={kind}
                          stats={INCLUDED.includes(kind) ? included.data : data}
                          beside={
                            INCLUDED.includes(kind) ? besideIncluded.of(included.data) : beside.of(data)
                          }
                          subject={subject}
                        />
                      ))}
                    </div>
                  )}
                </Later>
              </>
            )
          }
        </Loaded>
      )}
      {refused.length === 0 && included.isError && included.data === undefined && <Loading read={included} />}
      <Retention />
    </div>
  );
}

interface CardProps {
  kind: Kind;
  stats: Stats | undefined;
  beside: Beside | null;
  subject: string;
}

const WorkspaceCard = memo(({ kind, stats, beside, subject }: CardProps) => {
  const names = useNames(kind, [
    ...(stats?.breakdowns[kind] ?? []),
    ...(beside?.stats.breakdowns[kind] ?? []),
  ]);
  const search = useSearch();
  const filterLink = useFilterLink();
  if (stats === undefined) {
    return (
      <section class="card stack-small">
        <h2>{t(`breakdown.${kind}`)}</h2>
        <Skeleton lines={6} height="2rem" />
      </section>
    );
  }
  if (kind === "rules" && stats.breakdowns.rules.length === 0) return null;
  const linkOf = (value: string) =>
    kind === "records"
      ? { href: search.at(`/links/${value}`, { tab: "stats" }), isCurrent: false }
      : filterLink(filterOf(kind, value));
  return (
    <BreakdownCard
      kind={kind}
      stats={stats}
      subject={subject}
      linkOf={linkOf}
      beside={beside}
      names={names}
    />
  );
});

const NO_NAMES: Names = new Map();

/** Returns the names of a kind: undefined until they are read, empty for a kind whose values need none. */
function useNames(kind: Kind | undefined, values: readonly { value: string }[]): Names | undefined {
  const isRead = kind !== undefined && isNamed(kind) && values.length > 0;
  const names = useRead({
    key: ["records", "names", kind, values.map(({ value }) => value).join(",")],
    read: (signal) => readNames(isRead ? [{ breakdowns: { [kind]: values } }] : [], signal),
    isEnabled: isRead,
  });
  return isRead ? names.data : NO_NAMES;
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
