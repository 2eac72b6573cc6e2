import { ButtonLink } from "../../component/button.tsx";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { call, type Query, takeAnswered, toSearch } from "../../api/client.ts";
import { ASK, ROWS_A_PAGE } from "../../first-asks.ts";
import { useGet } from "../../api/query.ts";
import type { Facets, LinkRecord } from "../../api/types.ts";
import { EmptyState, ErrorState } from "../../component/state.tsx";
import { Count } from "../../component/stat-card.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { onRecordChange } from "../../state/record-change.ts";
import { useSearch, useTitle } from "../../state/page.tsx";
import { useHasFolders, useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { CsvButton } from "./csv-button.tsx";
import { FacetButton, FacetPanel, FilterChips } from "./facet-panel.tsx";
import { isEarlierKind, isTotalExact, namesOf, readFilter, toApiFilter } from "./filter.ts";
import { usePages } from "./record-pages.ts";
import { SavedViews } from "./saved-views.tsx";
import { ZipButton } from "./zip-button.tsx";
import { ColumnMenu, toColumn, useColumns } from "./columns.tsx";
import { KindSwitch } from "./kind-switch.tsx";
import { PagedTable } from "./paged-table.tsx";
import { QuickLink } from "./quick-link.tsx";
import { hasChips } from "./record-parts.tsx";
import { RecordCard, RecordRow } from "./record-row.tsx";

const WIDE = "(min-width: 1500px)";
const REFRESHING_MS = 3_000;

const BASE = "/links";

interface ListProps {
  /** The record that is open beside it. */
  id: string | undefined;
}

/** The links, redirects and QR codes of a workspace: one list, and what makes a new one. */
export default function RecordList({ id }: ListProps) {
  const heading = useTitle(t("nav.links"));
  const search = useSearch();
  const filter = readFilter(search.values);
  useEffect(() => {
    // An address of an earlier release, whose kind the filters of this one could not change.
    if (isEarlierKind(search.values["kind"]))
      search.set({ kind: filter.kind, type: filter.type }, { replaces: true });
  }, [search.values["kind"]]);
  const sort = search.values["sort"] ?? ASK.records[1].sort;
  const question = JSON.stringify([filter, sort]);
  const query = useMemo(() => toApiFilter(filter, Date.now()), [question]);
  const pages = useRecordPages(question, { ...query, sort });
  const facets = useGet<Facets>(["facets", JSON.stringify(filter)], "/links/facets", {
    query,
    keepsPrevious: true,
    againMs: (data) => (data?.refreshing === true ? REFRESHING_MS : false),
  });
  const [selected, setSelected] = useState<ReadonlyMap<string, LinkRecord>>(new Map());
  useLayoutEffect(() => setSelected(new Map()), [question]);
  const isWide = useMedia(WIDE);
  const isNarrow = useMedia(NARROW);
  const mayWrite = useMay("editor");
  const isWhole = useLimit() === null;
  const hasFolders = useHasFolders();
  const columns = useColumns();
  // An empty column would take the room of addresses.
  const shown = columns.shown.filter((name) => name !== "state" || pages.count === 0 || pages.some(hasChips));
  const { kind = "link" } = filter;
  const hasFilter = namesOf(filter).length > 0;
  const placeOf = (record: LinkRecord) => ({
    href: search.at(`${BASE}/${record.id}`),
    isOpen: record.id === id,
  });
  return (
    <div class={isWide ? "records records-wide" : "records"}>
      {isWide && <FacetPanel facets={facets.data} filter={filter} />}
      <div class="stack">
        <div class="line-apart">
          <div class="line">
            {heading}
            <span class="muted number">
              {facets.data !== undefined && (
                <Count
                  value={facets.data.total}
                  isRefreshing={facets.data.refreshing && !isTotalExact(filter, isWhole)}
                />
              )}
            </span>
          </div>
          <div class="line">
            {!pages.isEmpty && <CsvButton query={{ ...query, sort }} name="links.csv" />}
            {!pages.isEmpty && !isNarrow && kind !== "redirect" && <ZipButton query={{ ...query, sort }} />}
            <SavedViews columns={columns} />
            {!isNarrow && <ColumnMenu {...columns} />}
            {!isWide && <FacetButton facets={facets.data} filter={filter} />}
            {mayWrite && kind !== "link" && (
              <ButtonLink kind="main" href={search.at(`${BASE}/new`)} label={t(`records.create.${kind}`)} />
            )}
          </div>
        </div>
        <KindSwitch filter={filter} />
        {mayWrite && kind === "link" && <QuickLink />}
        <FilterChips filter={filter} />
        {pages.isEmpty ? (
          <EmptyState
            title={hasFilter ? t("records.noMatch") : t(`records.none.${filter.kind ?? "all"}`)}
            {...(filter.search?.includes(" ") === true && {
              text: t("records.searchedWhole", { text: filter.search }),
            })}
          >
            {hasFilter ? (
              <ButtonLink
                href={BASE + toSearch({ kind: filter.kind, sort: search.values["sort"] })}
                label={t("records.clear")}
              />
            ) : (
              mayWrite && !hasFolders && <ButtonLink href="/import" label={t("records.import")} />
            )}
          </EmptyState>
        ) : (
          <PagedTable
            label={t("records.table")}
            pages={pages}
            total={facets.data?.total}
            columns={[
              { width: "auto", label: t("field.url") },
              ...shown.map((name) => toColumn(name, search)),
              { width: "7.5rem", label: <span class="aloud">{t("column.actions")}</span> },
            ]}
            renderRow={(row) => <RecordRow {...row} {...placeOf(row.row)} columns={shown} />}
            renderCard={(row) => <RecordCard {...row} {...placeOf(row.row)} />}
            looksOf={(record) => [...Object.values(placeOf(record)), ...shown].join(" ")}
            {...(!hasFolders && { selection: { selected, onSelect: setSelected } })}
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
    </div>
  );
}

/** Returns the pages of a query, which are updated when records change. */
function useRecordPages(question: string, query: Query) {
  const first = { ...query, per_page: ROWS_A_PAGE };
  const [pages, reload] = usePages<LinkRecord>(
    question,
    (cursor, signal) => call("GET", "/links", { query: { ...first, cursor: cursor ?? undefined }, signal }),
    () => takeAnswered("/links", first),
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
