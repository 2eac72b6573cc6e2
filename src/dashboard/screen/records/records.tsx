import { ButtonLink } from "../../component/button.tsx";
import { useLocation, useRoute } from "preact-iso";
import { useEffect, useMemo, useState } from "preact/hooks";
import { call, type Query } from "../../api/client.ts";
import { useGet } from "../../api/query.ts";
import type { Facets, LinkRecord } from "../../api/types.ts";
import { EmptyState, ErrorState } from "../../component/state.tsx";
import { Count } from "../../component/stat-card.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { onRecordChange } from "../../state/record-change.ts";
import { useSearch, useTitle } from "../../state/page.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { FORM_VALUES } from "../record/record-form.ts";
import { RecordDrawer } from "../record/record-drawer.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FacetButton, FacetPanel, FilterChips } from "./facet-panel.tsx";
import { readFilter, type RecordSection, toApiFilter } from "./filter.ts";
import { type PagedRow, type RecordPages, ROWS_A_PAGE, usePages } from "./record-pages.ts";
import { SavedViews } from "./saved-views.tsx";
import { PagedTable, type Selection, SelectLoaded } from "./paged-table.tsx";
import { RecordCard, RecordRow, type RowProps } from "./record-row.tsx";

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
              <ButtonLink href={base} label={t("records.clear")} />
            ) : (
              mayWrite && (
                <ButtonLink kind="main" href={`${base}/new`} label={t(`records.create.${section}`)} />
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

interface ListProps {
  pages: RecordPages;
  /** The counted number of rows. Pages may not have loaded all of them. */
  total: number | undefined;
  isNarrow: boolean;
  sort: string;
  openId: string | undefined;
  selected: Selection<LinkRecord>["selected"];
  onSelect: Selection<LinkRecord>["onSelect"];
  hrefOf: (record: LinkRecord) => string;
}

const WIDTHS = ["2.75rem", "27%", "auto", "4rem", "20%", "5.5rem", "7rem", "3rem"];

export function RecordList({ pages, total, isNarrow, sort, openId, hrefOf, ...selection }: ListProps) {
  const toProps = (row: PagedRow<LinkRecord>): RowProps => ({
    ...row,
    href: hrefOf(row.row),
    isOpen: row.row.id === openId,
  });
  return (
    <PagedTable
      label={t("records.table")}
      pages={pages}
      total={total}
      isNarrow={isNarrow}
      widths={WIDTHS}
      head={<TableHead pages={pages} sort={sort} selection={selection} />}
      renderRow={(row) => <RecordRow {...toProps(row)} />}
      renderCard={(row) => <RecordCard {...toProps(row)} />}
      looksOf={(row) => `${hrefOf(row)} ${row.id === openId}`}
      selection={selection}
      hrefOf={hrefOf}
    />
  );
}

interface HeadProps {
  pages: RecordPages;
  sort: string;
  selection: Selection<LinkRecord>;
}

function TableHead({ pages, sort, selection }: HeadProps) {
  return (
    <>
      <SelectLoaded pages={pages} selection={selection} />
      <th scope="col">{t("field.url")}</th>
      <th scope="col">{t("field.destination")}</th>
      <th scope="col">{t("field.type")}</th>
      <th scope="col">{t("column.state")}</th>
      <SortHeader field="total_clicks" sort={sort} label={t("stat.clicks")} isNumber />
      <SortHeader field="updated_at" sort={sort} label={t("column.changed")} />
      <th scope="col">
        <span class="aloud">{t("column.actions")}</span>
      </th>
    </>
  );
}

interface SortProps {
  field: string;
  /** The present order of the list, in the notation of the API. */
  sort: string;
  label: string;
  isNumber?: boolean;
}

/** A heading that sorts: first descending, then ascending, then in the default order. */
function SortHeader({ field, sort, label, isNumber = false }: SortProps) {
  const search = useSearch();
  const isSorted = sort === field || sort === `-${field}`;
  const next = sort === `-${field}` ? field : sort === field ? undefined : `-${field}`;
  return (
    <th
      scope="col"
      class={isNumber ? "number" : ""}
      aria-sort={isSorted ? (sort.startsWith("-") ? "descending" : "ascending") : undefined}
    >
      <button type="button" onClick={() => search.set({ sort: next })}>
        {label}
        {isSorted && <span aria-hidden="true">{sort.startsWith("-") ? " ↓" : " ↑"}</span>}
      </button>
    </th>
  );
}
