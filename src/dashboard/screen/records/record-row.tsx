import type { LinkRecord } from "../../api/types.ts";
import { CopyButton, IconLink } from "../../component/button.tsx";
import { UrlLink } from "../../component/url-text.tsx";
import { useHasFolders } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { type ColumnName, COLUMNS } from "./columns.tsx";
import { RecordMenu } from "./record-menu.tsx";
import type { PagedRow } from "./record-pages.ts";
import { atTab, Destination, RecordChips } from "./record-parts.tsx";
import { showUrl } from "./show-url.ts";

type RowProps = PagedRow<LinkRecord> & { href: string; isOpen: boolean };

function Choice({ row, isSelected, onToggle }: PagedRow<LinkRecord>) {
  return (
    <input
      type="checkbox"
      aria-label={t("records.select", { url: showUrl(row.url) })}
      checked={isSelected}
      onClick={(event) => onToggle(event.shiftKey)}
    />
  );
}

export function RecordRow(props: RowProps & { columns: readonly ColumnName[] }) {
  const { index, row: record, href, isSelected, isOpen, columns } = props;
  const hasFolders = useHasFolders();
  const shown = showUrl(record.url);
  return (
    <tr
      data-row={index}
      data-current={isOpen ? "" : undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
    >
      {!hasFolders && (
        <td>
          <Choice {...props} />
        </td>
      )}
      <th scope="row">
        <UrlLink url={shown} href={href} title={record.title || shown} />
      </th>
      {columns.map((name) => (
        <td key={name} class={"isNumber" in COLUMNS[name] ? "number" : undefined}>
          {COLUMNS[name].cell(record)}
        </td>
      ))}
      <td>
        <span class="row-actions">
          <CopyButton text={record.url} of={shown} />
          {record.alias !== "" && (
            <IconLink icon="qr" href={atTab(href, "qr")} label={t("record.qrOf", { url: shown })} />
          )}
          <RecordMenu record={record} href={href} />
        </span>
      </td>
    </tr>
  );
}

export function RecordCard(props: RowProps) {
  const { index, row: record, href, isSelected, isOpen } = props;
  const hasFolders = useHasFolders();
  const shown = showUrl(record.url);
  return (
    <li
      class="row-card"
      data-row={index}
      data-selected={isSelected ? "" : undefined}
      data-current={isOpen ? "" : undefined}
    >
      {!hasFolders && <Choice {...props} />}
      <div class="row-card-title">
        <UrlLink url={shown} href={href} />
      </div>
      <span class="row-actions">
        <CopyButton text={record.url} of={shown} />
        <RecordMenu record={record} href={href} />
      </span>
      <Destination record={record} />
      <span class="line small muted">
        <span>{t("records.clicks", { count: record.total_clicks })}</span>
        <RecordChips record={record} />
      </span>
    </li>
  );
}
