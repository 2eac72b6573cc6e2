import { ButtonLink } from "../../component/button.tsx";
import { useLocation, useRoute } from "preact-iso";
import { useEffect, useMemo, useState } from "preact/hooks";
import { call, type Query } from "../../api/client.ts";
import { useGet } from "../../api/query.ts";
import type { Facets, LinkRecord } from "../../api/types.ts";
import { EmptyState, ErrorState } from "../../component/state.tsx";
import { Count } from "../../component/stat-card.tsx";
import { useMedia } from "../../state/media.ts";
import { onRecordChange } from "../../state/record-change.ts";
import { type Search, useSearch, useTitle } from "../../state/page.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { FORM_VALUES } from "../record/record-form.ts";
import { RecordDrawer } from "../record/record-drawer.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FacetButton, FacetPanel, FilterChips } from "./facet-panel.tsx";
import { isTotalExact, readFilter, type RecordSection, toApiFilter } from "./filter.ts";
import { ROWS_A_PAGE, usePages } from "./record-pages.ts";
import { SavedViews } from "./saved-views.tsx";
import { actionsColumn, type Column, PagedTable } from "./paged-table.tsx";
import { RecordCard, RecordRow } from "./record-row.tsx";

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
  const facets = useGet<Facets>(["facets", question], "/links/facets", {
    query,
    keepsPrevious: true,
    againMs: (data) => (data?.refreshing === true ? REFRESHING_MS : false),
  });
  const [selected, setSelected] = useState<ReadonlyMap<string, LinkRecord>>(new Map());
  useEffect(() => setSelected(new Map()), [question]);
  const isWide = useMedia(WIDE);
  const mayWrite = useMay("editor");
  const hasFilter = Object.keys(filter).length > 0;
  const base = `/${section}`;
  const placeOf = (record: LinkRecord) => ({
    href: search.at(`${base}/${record.id}`),
    isOpen: record.id === id,
  });
  return (
    <div class={isWide ? "records records-wide" : "records"}>
      {isWide && <FacetPanel facets={facets.data} section={section} filter={filter} />}
      <div class="stack">
        <div class="line-apart">
          <div class="line">
            {heading}
            <span class="muted number">
              {facets.data !== undefined && (
                <Count
                  value={facets.data.total}
                  isRefreshing={facets.data.refreshing && !isTotalExact(filter)}
                />
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
              <ButtonLink href={base} label={t("records.clear")} />
            ) : (
              mayWrite && (
                <ButtonLink kind="main" href={`${base}/new`} label={t(`records.create.${section}`)} />
              )
            )}
          </EmptyState>
        ) : (
          <PagedTable
            label={t("records.table")}
            pages={pages}
            total={facets.data?.total}
            columns={[
              { width: "27%", label: t("field.url") },
              { width: "auto", label: t("field.destination") },
              { width: "4rem", label: t("field.type") },
              { width: "20%", label: t("column.state") },
              { width: "5.5rem", isNumber: true, ...sorting("total_clicks", t("stat.clicks"), search) },
              { width: "7rem", ...sorting("updated_at", t("column.changed"), search) },
              actionsColumn(),
            ]}
            renderRow={(row) => <RecordRow {...row} {...placeOf(row.row)} />}
            renderCard={(row) => <RecordCard {...row} {...placeOf(row.row)} />}
            looksOf={(record) => Object.values(placeOf(record)).join(" ")}
            selection={{ selected, onSelect: setSelected }}
            hrefOf={(record) => placeOf(record).href}
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

/** Returns the heading of a column that sorts: first descending, then ascending, then in the default order. */
function sorting(field: string, label: string, search: Search): Omit<Column, "width"> {
  const sort = search.values["sort"];
  const isDown = sort === `-${field}`;
  const isSorted = isDown || sort === field;
  return {
    sort: isSorted ? (isDown ? "descending" : "ascending") : undefined,
    label: (
      <button
        type="button"
        onClick={() => search.set({ sort: isDown ? field : isSorted ? undefined : `-${field}` })}
      >
        {label}
        {isSorted && <span aria-hidden="true">{isDown ? " ↓" : " ↑"}</span>}
      </button>
    ),
  };
}
