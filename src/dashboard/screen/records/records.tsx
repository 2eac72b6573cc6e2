import { useLocation, useRoute } from "preact-iso";
import { useEffect, useMemo, useState } from "preact/hooks";
import { call, type Query } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Facets, LinkRecord } from "../../api/types.ts";
import { EmptyState, ErrorState } from "../../component/state.tsx";
import { Count } from "../../component/stat-card.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { onRecordChange } from "../../state/record-change.ts";
import { useSearch } from "../../state/search.ts";
import { useMay } from "../../state/session.ts";
import { useTitle } from "../../state/title.tsx";
import { t } from "../../text/text.ts";
import { FORM_VALUES } from "../record/filled-form.ts";
import { RecordDrawer } from "../record/record-drawer.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FacetButton, FacetPanel } from "./facet-panel.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { readFilter, toApiFilter, type RecordSection } from "./filter.ts";
import { RecordList } from "./record-list.tsx";
import { ROWS_A_PAGE } from "./record-pages.ts";
import { SavedViews } from "./saved-views.tsx";
import { usePages } from "./use-pages.ts";

const WIDE = "(min-width: 1500px)";
const REFRESHING_MS = 3_000;

export const Links = () => <Records section="links" />;
export const Redirects = () => <Records section="redirects" />;

function Records({ section }: { section: RecordSection }) {
  const heading = useTitle(t(`nav.${section}`));
  const search = useSearch();
  const { route } = useLocation();
  const { id } = useRoute().params;
  const filter = readFilter(search.values);
  const sort = search.values["sort"] ?? "-id";
  const question = JSON.stringify([section, filter, sort]);
  const query = useMemo(() => toApiFilter(section, filter, Date.now()), [question]);
  const pages = useRecordPages(question, { ...query, sort });
  const facets = useRead<Facets>({
    key: ["facets", question],
    read: (signal) => call("GET", "/links/facets", { query, signal }),
    keepsPrevious: true,
    againMs: (data) => (data?.refreshing === true ? REFRESHING_MS : false),
  });
  const [selected, setSelected] = useState<ReadonlyMap<string, LinkRecord>>(new Map());
  useEffect(() => setSelected(new Map()), [question]);
  const isWide = useMedia(WIDE);
  const isNarrow = useMedia(NARROW);
  const mayWrite = useMay("editor");
  const hasFilter = Object.keys(filter).length > 0;
  const base = `/${section}`;
  return (
    <div class={isWide ? "records records-wide" : "records"}>
      {isWide && <FacetPanel facets={facets.data} section={section} filter={filter} />}
      <div class="stack">
        <div class="line-apart">
          <div class="line">
            {heading}
            <span class="muted number">
              {facets.data !== undefined && (
                <Count value={facets.data.total} isRefreshing={facets.data.refreshing} />
              )}
            </span>
          </div>
          <div class="line">
            {!pages.isEmpty && <CsvButton query={{ ...query, sort }} name={`${section}.csv`} />}
            <SavedViews section={section} />
            {!isWide && <FacetButton facets={facets.data} section={section} filter={filter} />}
          </div>
        </div>
        <FilterChips filter={filter} />
        {pages.isEmpty ? (
          <EmptyState title={hasFilter ? t("records.noMatch") : t(`records.none.${section}`)}>
            {hasFilter ? (
              <a class="button" href={base}>
                {t("records.clear")}
              </a>
            ) : (
              mayWrite && (
                <a class="button button-main" href={`${base}/new`}>
                  {t(`records.create.${section}`)}
                </a>
              )
            )}
          </EmptyState>
        ) : (
          <RecordList
            pages={pages}
            total={facets.data?.total}
            isNarrow={isNarrow}
            sort={sort}
            openId={id}
            selected={selected}
            onSelect={setSelected}
            hrefOf={(record) => search.at(`${base}/${record.id}`)}
          />
        )}
        {pages.error !== null && <ErrorState error={pages.error} onRetry={() => pages.retry()} />}
        {selected.size > 0 && (
          <BulkBar
            key={question}
            selected={selected}
            query={query}
            facets={facets.data}
            onClear={() => setSelected(new Map())}
          />
        )}
      </div>
      {id !== undefined && (
        <RecordDrawer
          key={id}
          id={id}
          section={section}
          onClose={() => route(search.at(base, { tab: undefined, ...FORM_VALUES }))}
        />
      )}
    </div>
  );
}

/** Returns the pages of a query, which are updated when records change. */
function useRecordPages(question: string, query: Query) {
  const [pages, reload] = usePages<LinkRecord>(question, (cursor, signal) =>
    call("GET", "/links", {
      query: { ...query, per_page: ROWS_A_PAGE, cursor: cursor ?? undefined },
      signal,
    }),
  );
  useEffect(
    () =>
      onRecordChange((change) => {
        if (change.kind === "changed") pages.replace(change.record);
        else if (change.kind === "deleted") pages.remove(change.id);
        else reload();
      }),
    [pages],
  );
  return pages;
}
