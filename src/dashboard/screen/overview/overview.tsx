import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Facets, LinkRecord, Page } from "../../api/types.ts";
import { Ago } from "../../component/moment.tsx";
import { Loaded } from "../../component/loaded.tsx";
import { ErrorState } from "../../component/state.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { useTitle } from "../../state/title.tsx";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { BrokenCard } from "./broken-card.tsx";
import { ClickCards } from "./click-cards.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { MissesCard } from "./misses-card.tsx";
import { RunningCard } from "./running-card.tsx";

const REFRESHING_MS = 3_000;
/** Whoever has more knows the way. */
const FIRST_RECORDS = 5;
const NEWEST = 5;

/** What a workspace holds, and what of it needs somebody. Each card fails and is tried again alone. */
export default function Overview() {
  const heading = useTitle(t("nav.overview"));
  const facets = useRead<Facets>({
    key: ["facets", "all"],
    read: (signal) => call("GET", "/links/facets", { signal }),
    againMs: (data) => (data?.refreshing === true ? REFRESHING_MS : false),
  });
  const newest = useRead<Page<LinkRecord>>({
    key: ["records", "newest"],
    read: (signal) => call("GET", "/links", { query: { per_page: NEWEST }, signal }),
  });
  const isEmpty = facets.data?.total === 0 && !facets.data.refreshing;
  const records = newest.data?.data ?? [];
  const isNew = records.length <= FIRST_RECORDS && records.every((record) => record.total_clicks === 0);
  return (
    <div class="stack">
      {heading}
      {(isEmpty || (facets.data !== undefined && facets.data.total <= FIRST_RECORDS && isNew)) && (
        <FirstSteps newest={records[0]} />
      )}
      {facets.isError && facets.data === undefined ? (
        <ErrorState error={facets.error} onRetry={() => void facets.refetch()} />
      ) : (
        <Totals facets={facets.data} />
      )}
      {!isEmpty && <ClickCards />}
      {!isEmpty && (
        <div class="cards">
          <MissesCard />
          <BrokenCard />
          <RunningCard />
          <section class="card stack-small">
            <h2>{t("overview.newest")}</h2>
            <Loaded read={newest} height="14rem">
              {({ data }) => <Newest records={data} />}
            </Loaded>
          </section>
        </div>
      )}
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

/** The records that were made last, so that one finds back to what one does. */
function Newest({ records }: { records: LinkRecord[] }) {
  return (
    <ul class="list">
      {records.map(({ id, url, destination, created_at }) => (
        <li key={id}>
          <div>
            <a class="break" href={`/links/${id}?kind=all`}>
              {showUrl(url)}
            </a>
            <div class="cut small muted">{destination === null ? "" : showUrl(destination)}</div>
          </div>
          <span class="small muted nowrap">
            <Ago at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
