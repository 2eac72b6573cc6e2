import type { LinkRecord } from "../../api/types.ts";
import { useSearch } from "../../state/search.ts";
import { t } from "../../text/text.ts";
import { PagedTable, SelectLoaded, type Selection } from "./paged-table.tsx";
import type { PagedRow, RecordPages } from "./record-pages.ts";
import { RecordCard, RecordRow, type RowProps } from "./record-row.tsx";

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
      <SortHeader field="total_clicks" sort={sort} label={t("column.clicks")} isNumber />
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
