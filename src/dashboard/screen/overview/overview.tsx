import { useGet } from "../../api/query.ts";
import type { Facets, LinkRecord, Page } from "../../api/types.ts";
import { ErrorState, Loaded } from "../../component/state.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { useTitle } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { BrokenCard, Card, MissesCard, RecordList, RunningCard } from "./cards.tsx";
import { ClickCards } from "./click-cards.tsx";
import { FirstSteps } from "./first-steps.tsx";

const REFRESHING_MS = 3_000;
/** All records of a workspace that still shows the first steps, so that the list tells whether there are more. */
const NEWEST = 5;

/** The numbers of a workspace, and what needs attention. Each card loads, fails and is retried independently. */
export default function Overview() {
  const heading = useTitle(t("nav.overview"));
  const newest = useGet<Page<LinkRecord>>(["records", "newest"], "/links", { query: { per_page: NEWEST } });
  const records = newest.data?.data ?? [];
  const facets = useGet<Facets>(["facets", "all"], "/links/facets", {
    againMs: (data) => (isBehind(data, records) ? REFRESHING_MS : false),
  });
  const isSmall = newest.data !== undefined && newest.data.meta.cursor.next === null;
  const isEmpty = isSmall && records.length === 0;
  return (
    <div class="stack">
      {heading}
      {isSmall && records.every((record) => record.total_clicks === 0) && <FirstSteps newest={records[0]} />}
      {facets.isError && facets.data === undefined ? (
        <ErrorState error={facets.error} onRetry={() => void facets.refetch()} />
      ) : (
        <Totals facets={facets.data} isRefreshing={isBehind(facets.data, records)} />
      )}
      {!isEmpty && <ClickCards />}
      {!isEmpty && (
        <div class="cards cards-four">
          <MissesCard />
          <BrokenCard />
          <RunningCard />
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

/** The API keeps its counts for a minute, in which the first records may be made. */
function isBehind(facets: Facets | undefined, records: LinkRecord[]): boolean {
  return facets !== undefined && (facets.refreshing || facets.total < records.length);
}

function Totals({ facets, isRefreshing }: { facets: Facets | undefined; isRefreshing: boolean }) {
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
