import { Ago } from "../../component/moment.tsx";
import { UrlLine } from "../../component/url-text.tsx";
import { sayNumber, t } from "../../text/text.ts";
import { toExplainHref } from "../explain/question.ts";
import type { PagedRow } from "../records/paged-row.ts";
import { showUrl } from "../records/show-url.ts";
import { MissMenu } from "./miss-menu.tsx";
import { isAnswerable, isOther, type MissedRow } from "./missed-row.ts";
import type { Remedy } from "./resolve-plan.ts";
import { Score } from "./score.tsx";

type RowProps = PagedRow<MissedRow> & {
  hasHost: boolean;
  mayWrite: boolean;
  onResolve: (remedy: Remedy) => void;
};

export function MissTableRow({ index, row, isSelected, hasHost, mayWrite, onToggle, onResolve }: RowProps) {
  return (
    <tr data-row={index} aria-rowindex={index + 2} aria-selected={isSelected}>
      {mayWrite && (
        <td>
          <Select row={row} isSelected={isSelected} onToggle={onToggle} />
        </td>
      )}
      <th scope="row">
        <PathLink row={row} />
        {hasHost && <span class="cut small muted">{row.host}</span>}
      </th>
      <td class="number">{sayNumber(row.people)}</td>
      <td class="number">{sayNumber(row.crawlers)}</td>
      <td class="number muted">{sayNumber(row.bots)}</td>
      <td class="muted">
        <span class="cut">
          <Ago at={row.last_at} />
        </span>
      </td>
      <td class="muted">
        <Referrers row={row} />
      </td>
      <td>
        <BestSuggestion row={row} />
      </td>
      <td>
        <MissMenu row={row} onResolve={onResolve} />
      </td>
    </tr>
  );
}

export function MissCard({ index, row, isSelected, hasHost, mayWrite, onToggle, onResolve }: RowProps) {
  return (
    <li class="row-card miss-card" data-row={index} data-selected={isSelected ? "" : undefined}>
      {mayWrite && <Select row={row} isSelected={isSelected} onToggle={onToggle} />}
      <div class="row-card-title">
        <PathLink row={row} />
      </div>
      <MissMenu row={row} onResolve={onResolve} />
      <span class="cut small muted">
        {t("misses.counts", { people: row.people, crawlers: row.crawlers, bots: row.bots })}
      </span>
      <span class="cut small muted">
        <Ago at={row.last_at} />
        {hasHost && <> · {row.host}</>}
      </span>
      <BestSuggestion row={row} />
    </li>
  );
}

function Select({ row, isSelected, onToggle }: Pick<RowProps, "row" | "isSelected" | "onToggle">) {
  if (!isAnswerable(row)) return null;
  return (
    <input
      type="checkbox"
      aria-label={t("misses.select", { path: row.path })}
      checked={isSelected}
      onClick={(event) => onToggle(event.shiftKey)}
    />
  );
}

function PathLink({ row }: { row: MissedRow }) {
  if (isOther(row)) {
    return (
      <span class="cut" title={t("misses.other.text")}>
        {t("misses.other.title")}
      </span>
    );
  }
  if (row.is_redacted) {
    return (
      <span class="line miss-path" title={t("misses.redacted.text")}>
        <span class="cut">{row.path}</span>
        <span class="chip">{t("misses.redacted.title")}</span>
      </span>
    );
  }
  return (
    <a class="cut" href={toExplainHref(`${row.host}${row.path}`)} title={row.path}>
      {showUrl(row.path)}
    </a>
  );
}

function Referrers({ row: { referrers } }: { row: MissedRow }) {
  const text = referrers.map(({ host }) => host).join(", ");
  const title = referrers.map(({ host, visits }) => `${host} ${sayNumber(visits)}`).join(", ");
  return (
    <span class="cut" title={title}>
      {text}
    </span>
  );
}

function BestSuggestion({ row }: { row: MissedRow }) {
  if (!isAnswerable(row)) {
    const why = isOther(row) ? t("misses.other.short") : t("misses.redacted.short");
    return <span class="cut small muted">{why}</span>;
  }
  if (row.state === "resolved") return <span class="cut small muted">{t("misses.resolved")}</span>;
  if (row.suggestions === null) return <span class="cut small muted">{t("misses.searching")}</span>;
  const [best] = row.suggestions;
  if (best === undefined) return <span class="cut small muted">{t("misses.noSuggestion")}</span>;
  return (
    <span class="suggestion">
      <UrlLine url={showUrl(best.destination)} title={best.destination} />
      <Score score={best.score} reason={best.reason} />
    </span>
  );
}
