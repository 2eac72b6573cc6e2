import { NARROW, useMedia } from "../../state/media.ts";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import type { PagedRow } from "../records/paged-row.ts";
import { PagedTable, SelectLoaded, type Selection } from "../records/paged-table.tsx";
import type { RecordPages } from "../records/record-pages.ts";
import { toExplainHref } from "../explain/question.ts";
import type { MissFilter } from "./miss-filter.ts";
import { MissCard, MissTableRow } from "./miss-row.tsx";
import { isAnswerable, type MissedRow } from "./missed-row.ts";
import type { Remedy } from "./resolve-plan.ts";

interface MissListProps {
  pages: RecordPages<MissedRow>;
  filter: MissFilter;
  selected: ReadonlyMap<string, MissedRow>;
  onSelect: Selection<MissedRow>["onSelect"];
  onResolve: (remedy: Remedy, rows: MissedRow[]) => void;
}

const WIDTHS = ["22%", "5.25rem", "7.5rem", "6.25rem", "6.5rem", "7%", "auto", "3rem"];

export function MissList({ pages, filter, selected, onSelect, onResolve }: MissListProps) {
  const isNarrow = useMedia(NARROW);
  const mayWrite = useMay("editor") && filter.state !== "resolved";
  const selection = { selected, onSelect, isFor: isAnswerable };
  const toProps = (row: PagedRow<MissedRow>) => ({
    ...row,
    mayWrite,
    hasHost: filter.host === "",
    onResolve: (remedy: Remedy) => onResolve(remedy, [row.row]),
  });
  const sorted = (sort: string) => (filter.sort === sort ? ("descending" as const) : undefined);
  return (
    <PagedTable
      label={t("nav.misses")}
      pages={pages}
      isNarrow={isNarrow}
      widths={mayWrite ? ["2.75rem", ...WIDTHS] : WIDTHS}
      cardSize="--card-miss"
      head={
        <>
          {mayWrite && <SelectLoaded pages={pages} selection={selection} />}
          <th scope="col">{t("misses.column.path")}</th>
          <th scope="col" class="number">
            {t("misses.kind.people")}
          </th>
          <th scope="col" class="number">
            {t("misses.kind.crawlers")}
          </th>
          <th scope="col" class="number">
            {t("misses.kind.bots")}
          </th>
          <th scope="col" aria-sort={sorted("-last_at")}>
            {t("misses.column.last")}
          </th>
          <th scope="col">{t("misses.column.from")}</th>
          <th scope="col">{t("misses.column.suggestion")}</th>
          <th scope="col">
            <span class="aloud">{t("misses.column.actions")}</span>
          </th>
        </>
      }
      renderRow={(row) => <MissTableRow {...toProps(row)} />}
      renderCard={(row) => <MissCard {...toProps(row)} />}
      {...(mayWrite && { selection })}
      hrefOf={(row) => toExplainHref(`${row.host}${row.path}`)}
    />
  );
}
