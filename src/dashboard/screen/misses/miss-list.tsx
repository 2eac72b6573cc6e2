import { useMay } from "../../state/session.ts";
import { sayNumber, sayPercent, t } from "../../text/text.ts";
import { actionsColumn, PagedTable, type Selection } from "../records/paged-table.tsx";
import type { PagedRow, RecordPages } from "../records/record-pages.ts";
import { toExplainHref } from "../explain/question.ts";
import { isAnswerable, isOther, type MissedRow, type MissFilter } from "./missed-row.ts";
import type { Remedy } from "./resolve-plan.ts";
import { Ago } from "../../component/moment.tsx";
import { MiddleCut } from "../../component/middle-cut.tsx";
import { showUrl } from "../records/show-url.ts";
import { Menu, MenuItem } from "../../component/menu.tsx";
import type { Miss } from "../../api/types.ts";

interface MissListProps {
  pages: RecordPages<MissedRow>;
  filter: MissFilter;
  selected: ReadonlyMap<string, MissedRow>;
  onSelect: Selection<MissedRow>["onSelect"];
  onResolve: (remedy: Remedy, rows: MissedRow[]) => void;
}

export function MissList({ pages, filter, selected, onSelect, onResolve }: MissListProps) {
  const mayWrite = useMay("editor") && filter.state !== "resolved";
  const selection = { selected, onSelect, isFor: isAnswerable };
  const toProps = (row: PagedRow<MissedRow>) => ({
    ...row,
    mayWrite,
    hasHost: filter.host === "",
    onResolve: (remedy: Remedy) => onResolve(remedy, [row.row]),
  });
  return (
    <PagedTable
      label={t("nav.misses")}
      pages={pages}
      cardSize="--card-miss"
      columns={[
        { width: "32%", label: t("misses.column.path") },
        { width: "4.5rem", label: t("misses.kind.people"), isNumber: true },
        { width: "5.5rem", label: t("misses.column.crawlers"), isNumber: true },
        { width: "4rem", label: t("misses.column.bots"), isNumber: true },
        {
          width: "7rem",
          label: t("misses.column.last"),
          sort: filter.sort === "-last_at" ? "descending" : undefined,
        },
        { width: "auto", label: t("misses.column.suggestion") },
        actionsColumn(),
      ]}
      renderRow={(row) => <MissTableRow {...toProps(row)} />}
      renderCard={(row) => <MissCard {...toProps(row)} />}
      {...(mayWrite && { selection })}
      hrefOf={(row) => toExplainHref(`${row.host}${row.path}`)}
    />
  );
}

type RowProps = PagedRow<MissedRow> & {
  hasHost: boolean;
  mayWrite: boolean;
  onResolve: (remedy: Remedy) => void;
};

function MissTableRow({ index, row, isSelected, hasHost, mayWrite, onToggle, onResolve }: RowProps) {
  return (
    <tr data-row={index} aria-rowindex={index + 2} aria-selected={isSelected}>
      {mayWrite && (
        <td>
          <Select row={row} isSelected={isSelected} onToggle={onToggle} />
        </td>
      )}
      <th scope="row">
        <PathLink row={row} onResolve={mayWrite ? onResolve : undefined} />
        <Origin row={row} hasHost={hasHost} />
      </th>
      <td class="number">{sayNumber(row.people)}</td>
      <td class="number">{sayNumber(row.crawlers)}</td>
      <td class="number muted">{sayNumber(row.bots)}</td>
      <td class="muted">
        <span class="cut">
          <Ago at={row.last_at} />
        </span>
      </td>
      <td>
        <BestSuggestion row={row} />
        <Reason row={row} />
      </td>
      <td>
        <MissMenu row={row} onResolve={onResolve} />
      </td>
    </tr>
  );
}

function MissCard({ index, row, isSelected, hasHost, mayWrite, onToggle, onResolve }: RowProps) {
  return (
    <li class="row-card miss-card" data-row={index} data-selected={isSelected ? "" : undefined}>
      {mayWrite && <Select row={row} isSelected={isSelected} onToggle={onToggle} />}
      <div class="row-card-title">
        <PathLink row={row} onResolve={mayWrite ? onResolve : undefined} />
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

/** A path, which opens what redirects it for those who may, and otherwise what visitors get. */
function PathLink({ row, onResolve }: { row: MissedRow; onResolve: RowProps["onResolve"] | undefined }) {
  if (isOther(row)) {
    return (
      <span class="cut" title={t("misses.other.text")}>
        {t("misses.other.title")}
      </span>
    );
  }
  if (row.is_redacted) {
    return (
      <span class="line one-line" title={t("misses.redacted.text")}>
        <span class="cut">{row.path}</span>
        <span class="chip">{t("misses.redacted.title")}</span>
      </span>
    );
  }
  const path = <MiddleCut text={showUrl(row.path)} />;
  if (onResolve === undefined) return <a href={toExplainHref(`${row.host}${row.path}`)}>{path}</a>;
  return (
    <button type="button" class="link-button" title={t("misses.url.action")} onClick={() => onResolve("url")}>
      {path}
    </button>
  );
}

/** The hostname of a path, and the sites that visitors came from. */
function Origin({ row: { host, referrers }, hasHost }: { row: MissedRow; hasHost: boolean }) {
  const sites = referrers.map((one) => one.host).join(", ");
  const parts = [hasHost ? host : "", sites === "" ? "" : t("misses.from", { sites })];
  const title = referrers.map((one) => `${one.host} ${sayNumber(one.visits)}`).join(", ");
  return (
    <span class="cut small muted" title={title}>
      {parts.filter((part) => part !== "").join(" · ")}
    </span>
  );
}

function BestSuggestion({ row }: { row: MissedRow }) {
  if (!isAnswerable(row)) {
    const why = isOther(row) ? t("misses.other.short") : t("misses.redacted.short");
    return <span class="cut small muted">{why}</span>;
  }
  if (row.state === "resolved") {
    return (
      <a class="cut small" href={toExplainHref(`${row.host}${row.path}`)}>
        {t("misses.resolved")}
      </a>
    );
  }
  if (row.suggestions === null) return <span class="cut small muted">{t("misses.searching")}</span>;
  const [best] = row.suggestions;
  if (best === undefined) return <span class="cut small muted">{t("misses.noSuggestion")}</span>;
  return (
    <span class="one-line">
      <MiddleCut text={showUrl(best.destination)} />
      <Score score={best.score} reason={best.reason} />
    </span>
  );
}

/** Why the best suggestion is one. */
function Reason({ row }: { row: MissedRow }) {
  const best = isAnswerable(row) && row.state !== "resolved" ? row.suggestions?.[0] : undefined;
  if (best === undefined) return null;
  return <span class="cut small muted">{t(`misses.reason.${best.reason}`)}</span>;
}

function MissMenu({ row, onResolve }: { row: MissedRow; onResolve: (remedy: Remedy) => void }) {
  const mayWrite = useMay("editor") && isAnswerable(row);
  const item = (remedy: Remedy, disabled = false) => (
    <MenuItem disabled={disabled} onChoose={() => onResolve(remedy)} label={t(`misses.${remedy}.action`)} />
  );
  return (
    <Menu label={t("misses.menu", { path: row.path })}>
      {mayWrite && row.state !== "resolved" && (
        <>
          {item("suggestion", (row.suggestions ?? []).length === 0)}
          {item("url")}
          {item("gone")}
          {row.state === "open" ? item("ignore") : item("open")}
        </>
      )}
      <MenuItem href={toExplainHref(`${row.host}${row.path}`)} label={t("misses.explain")} />
    </Menu>
  );
}

type Suggestion = NonNullable<Miss["suggestions"]>[number];

const SURE = 0.8;
const UNSURE = 0.6;

export function Score({ score, reason }: Pick<Suggestion, "score" | "reason">) {
  const kind = score >= SURE ? " chip-good" : score < UNSURE ? " chip-warn" : "";
  return (
    <span class={`chip${kind}`} title={t(`misses.reason.${reason}`)}>
      {sayPercent(score)}
      <span class="aloud"> {t(`misses.reason.${reason}`)}</span>
    </span>
  );
}
