import type { LinkRecord } from "../../api/types.ts";
import { Ago } from "../../component/moment.tsx";
import { UrlLink } from "../../component/url-text.tsx";
import { sayNumber, t } from "../../text/text.ts";
import { RecordChips } from "./record-chips.tsx";
import { RecordMenu } from "./record-menu.tsx";
import type { PagedRow } from "./record-pages.ts";
import { showUrl } from "./show-url.ts";

export type RowProps = PagedRow<LinkRecord> & { href: string; isOpen: boolean };

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

export function RecordRow(props: RowProps) {
  const { index, row: record, href, isSelected, isOpen } = props;
  const shown = showUrl(record.url);
  return (
    <tr
      data-row={index}
      data-current={isOpen ? "" : undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
    >
      <td>
        <Choice {...props} />
      </td>
      <th scope="row">
        <UrlLink url={shown} href={href} title={record.title || shown} />
      </th>
      <td>
        <Destination record={record} />
      </td>
      <td>{record.type}</td>
      <td>
        <RecordChips record={record} />
      </td>
      <td class="number">{sayNumber(record.total_clicks)}</td>
      <td class="muted">
        <span class="cut">
          <Ago at={record.updated_at} />
        </span>
      </td>
      <td>
        <RecordMenu record={record} href={href} />
      </td>
    </tr>
  );
}

export function RecordCard(props: RowProps) {
  const { index, row: record, href, isSelected, isOpen } = props;
  const shown = showUrl(record.url);
  return (
    <li
      class="row-card"
      data-row={index}
      data-selected={isSelected ? "" : undefined}
      data-current={isOpen ? "" : undefined}
    >
      <Choice {...props} />
      <div class="row-card-title">
        <UrlLink url={shown} href={href} />
      </div>
      <span class="number small muted">{t("records.clicks", { count: record.total_clicks })}</span>
      <Destination record={record} />
      <RecordChips record={record} />
    </li>
  );
}

/** The first destination on one line, and the number of the others, which is never cut. */
function Destination({ record: { destination, destinations, file, rules } }: { record: LinkRecord }) {
  const more = destinations.length - 1 + rules.length;
  const first = file ?? (destination === null ? "" : showUrl(destination));
  return (
    <span class="first-of muted" title={destination ?? ""}>
      <span class="cut">{first}</span>
      {more > 0 && (
        <span title={t("records.more", { count: more })}>
          <span aria-hidden="true">+{sayNumber(more)}</span>
          <span class="aloud">{t("records.more", { count: more })}</span>
        </span>
      )}
    </span>
  );
}
