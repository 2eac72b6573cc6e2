import type { LinkRecord } from "../../api/types.ts";
import { Ago } from "../../component/moment.tsx";
import { formatNumber } from "../../text/fill-text.ts";
import { currentLanguage, t } from "../../text/text.ts";
import { RecordChips } from "./record-chips.tsx";
import { RecordMenu } from "./record-menu.tsx";
import { showUrl } from "./show-url.ts";

export interface RowProps {
  /** In the whole list, from 0. */
  index: number;
  record: LinkRecord;
  href: string;
  isSelected: boolean;
  isOpen: boolean;
  /** @param isRange whether shift was held: all rows since the last one are meant */
  onToggle: (isRange: boolean) => void;
}

/** A row of the table. */
export function RecordRow({ index, record, href, isSelected, isOpen, onToggle }: RowProps) {
  const shown = showUrl(record.url);
  return (
    <tr
      data-row={index}
      data-current={isOpen ? "" : undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
    >
      <td>
        <input
          type="checkbox"
          aria-label={t("records.select", { url: shown })}
          checked={isSelected}
          onClick={(event) => onToggle(event.shiftKey)}
        />
      </td>
      <th scope="row">
        <a class="cut" href={href} title={record.title || shown}>
          {shown}
        </a>
      </th>
      <td>
        <span class="cut muted" title={record.destination ?? ""}>
          {showDestination(record)}
        </span>
      </td>
      <td>{record.type}</td>
      <td>
        <RecordChips record={record} />
      </td>
      <td class="number">{formatNumber(record.total_clicks, currentLanguage())}</td>
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

/** A row on a phone. */
export function RecordCard({ index, record, href, isSelected, isOpen, onToggle }: RowProps) {
  const shown = showUrl(record.url);
  return (
    <li
      class="row-card"
      data-row={index}
      data-selected={isSelected ? "" : undefined}
      data-current={isOpen ? "" : undefined}
    >
      <input
        type="checkbox"
        aria-label={t("records.select", { url: shown })}
        checked={isSelected}
        onClick={(event) => onToggle(event.shiftKey)}
      />
      <a class="cut row-card-title" href={href}>
        {shown}
      </a>
      <span class="number small muted">{t("records.clicks", { count: record.total_clicks })}</span>
      <span class="cut small muted">{showDestination(record)}</span>
      <RecordChips record={record} />
    </li>
  );
}

function showDestination({ destination, destinations, file, rules }: LinkRecord): string {
  const more = destinations.length - 1 + rules.length;
  const first = file ?? (destination === null ? "" : showUrl(destination));
  return more > 0 ? `${first} ${t("records.more", { count: more })}` : first;
}
