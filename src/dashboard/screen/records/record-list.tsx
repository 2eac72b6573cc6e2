import type { LinkRecord } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import type { PagedRow } from "./paged-row.ts";
import { PagedTable, SelectLoaded, type Selection } from "./paged-table.tsx";
import type { RecordPages } from "./record-pages.ts";
import { RecordCard, RecordRow, type RowProps } from "./record-row.tsx";
import { SortHeader } from "./sort-header.tsx";

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

/** The records that match a filter. */
export function RecordList({ pages, total, isNarrow, sort, openId, hrefOf, ...selection }: ListProps) {
  const toProps = ({ row, ...rest }: PagedRow<LinkRecord>): RowProps => ({
    ...rest,
    record: row,
    href: hrefOf(row),
    isOpen: row.id === openId,
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
      <th scope="col">{t("column.source")}</th>
      <th scope="col">{t("column.destination")}</th>
      <th scope="col">{t("column.type")}</th>
      <th scope="col">{t("column.state")}</th>
      <SortHeader field="total_clicks" sort={sort} label={t("column.clicks")} isNumber />
      <SortHeader field="updated_at" sort={sort} label={t("column.changed")} />
      <th scope="col">
        <span class="aloud">{t("column.actions")}</span>
      </th>
    </>
  );
}
