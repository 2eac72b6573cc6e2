import type { ComponentChildren } from "preact";
import type { SomeStats, Stats } from "../../api/types.ts";
import { type Point, Series } from "../../component/chart.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { MAP } from "../../screens.ts";
import { dateLanguage, t } from "../../text/text.ts";
import { type Beside, toPairs } from "./versus.ts";
import type { ValueLink } from "./use-filter-link.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import { useLimit } from "../../state/session.ts";
import { OnDemand } from "../../component/on-demand.tsx";
import { type Bar, Bars } from "../../component/bars.tsx";
import { IconButton } from "../../component/button.tsx";
import { memo } from "../../component/memo.tsx";
import { Skeleton } from "../../component/state.tsx";
import { downloadCsv } from "../../state/download.ts";
import {
  allClicks,
  isNamed,
  type Kind,
  KIND_HEADER,
  labelOf,
  type Names,
  notesOn,
  toCsvName,
  toKindRows,
} from "./breakdowns.ts";

interface NumbersProps {
  stats: Stats;
  beside: Beside | null;
  /** Says whether the clicks are those with one value, of which no scans and bots are known. */
  isNarrowed: boolean;
}

export function Numbers({ stats, beside, isNarrowed }: NumbersProps) {
  const isRefreshing = stats.refreshing === true;
  const other = beside?.stats ?? stats.previous;
  return (
    <div class="stats">
      <StatCard
        label={t("stat.clicks")}
        value={stats.clicks}
        previous={other?.clicks}
        beside={beside?.name}
        isRefreshing={isRefreshing}
      />
      {!isNarrowed && (
        <>
          <StatCard
            label={t("stat.scans")}
            value={scansOf(stats)}
            previous={beside === null ? undefined : scansOf(beside.stats)}
            beside={beside?.name}
            isRefreshing={isRefreshing}
          />
          <StatCard
            label={t("stat.botsApart")}
            value={stats.bots}
            previous={other?.bots}
            beside={beside?.name}
            isRefreshing={isRefreshing}
          />
        </>
      )}
    </div>
  );
}

function scansOf({ breakdowns }: Stats): number {
  return breakdowns.sources.find(({ value }) => value === "qr")?.clicks ?? 0;
}

interface ClicksProps {
  stats: SomeStats;
  /** Says whether the period before was asked for, so that a note tells if it is not kept. */
  hasPrevious?: boolean;
  beside?: Beside | null;
}

export const ClicksCard = memo(({ stats, hasPrevious = true, beside = null }: ClicksProps) => {
  const { series, interval } = stats;
  const other = beside?.stats ?? stats.previous;
  const title = t("stats.overTime");
  return (
    <section class="card stack-small">
      <h2>{title}</h2>
      <Series
        title={title}
        points={toPoints(series, interval)}
        previous={toPoints(other?.series ?? [], interval)}
        names={beside ?? undefined}
      />
      <p class="small muted">{periodNotes(stats, hasPrevious, beside, Date.now()).join(" ")}</p>
    </section>
  );
});

function periodNotes(stats: SomeStats, hasPrevious: boolean, beside: Beside | null, nowMs: number): string[] {
  const { from, to, interval, previous, refreshing } = stats;
  const notes = [t("stats.span", { span: saySpan(from, to) })];
  if (hasPrevious && previous === undefined && beside === null) notes.push(t("stats.noPrevious"));
  if (Date.parse(to) > nowMs) notes.push(t(`stats.open.${interval}`));
  if (interval === "hour") notes.push(t("stats.wholeDays"));
  if (refreshing === true || beside?.stats.refreshing === true) notes.push(t("stats.refreshing"));
  return notes;
}

/** Says a period by its first and last day. @param to exclusive */
export function saySpan(from: string, to: string): string {
  const day = new Intl.DateTimeFormat(dateLanguage(), { dateStyle: "medium", timeZone: "UTC" });
  return day.formatRange(new Date(from), new Date(Date.parse(to) - 1));
}

const SETTING = /^retention=(\d+)([dm])$/;
const DEFAULT_MONTHS = 13;

/** Explains how long clicks are kept, and which visits count as clicks. */
export function Retention() {
  // To a user with a limit the API does not tell the setting.
  const isWhole = useLimit() === null;
  const workspace = useWorkspace(isWhole);
  return (
    <p class="small muted">
      {isWhole && workspace.data !== undefined && `${toText(workspace.data.meta)} `}
      {t("stats.botsNote")}
    </p>
  );
}

function toText(meta: readonly string[]): string {
  const [, digits, unit] = meta.map((line) => SETTING.exec(line)).find((match) => match !== null) ?? [];
  return unit === "d"
    ? t("stats.keptDays", { count: Number(digits) })
    : t("stats.keptMonths", { count: Number(digits ?? DEFAULT_MONTHS) });
}

export function toPoints(series: Stats["series"], interval: Stats["interval"]): Point[] {
  const language = dateLanguage();
  const isHour = interval === "hour";
  const full = new Intl.DateTimeFormat(language, {
    ...(isHour
      ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }
      : { dateStyle: "medium" }),
    timeZone: "UTC",
  });
  const short = new Intl.DateTimeFormat(language, {
    ...(isHour
      ? { weekday: "short", hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short" }),
    timeZone: "UTC",
  });
  return series.map(({ at, clicks, bots }) => {
    const date = full.format(new Date(at));
    return {
      label: interval === "week" ? t("stats.week", { date }) : date,
      short: short.format(new Date(at)),
      value: clicks,
      bots,
    };
  });
}

const alone = ({ value, clicks }: { value: string; clicks: number }) => ({ value, clicks, beside: null });

interface CardProps {
  kind: Kind;
  stats: SomeStats;
  linkOf?: (value: string) => ValueLink | undefined;
  /** What the clicks are of, for the name of a file. */
  subject: string;
  beside?: Beside | null;
  /** Undefined until they are read. */
  names: Names | undefined;
  /** Content before the sum of the other values. */
  more?: Bar[];
  children?: ComponentChildren;
}

export function BreakdownCard({
  kind,
  stats,
  subject,
  linkOf,
  beside = null,
  names,
  more = [],
  children,
}: CardProps) {
  const values = stats.breakdowns[kind] ?? [];
  const rest = stats.rest[kind] ?? 0;
  const title = t(`breakdown.${kind}`);
  const save = (known: Names) =>
    downloadCsv(toCsvName(kind, subject, stats), [KIND_HEADER, ...toKindRows(stats, kind, known)]);
  const sayValue = (value: string) => {
    if (!isNamed(kind)) return labelOf(kind, value);
    return names === undefined ? "…" : labelOf(kind, names.get(value) ?? t(`value.unknown.${kind}`));
  };
  const pairs = beside === null ? values.map(alone) : toPairs(kind, stats, beside.stats);
  const otherRest = beside?.stats.rest[kind] ?? 0;
  const items = pairs.map(({ value, clicks, beside: other }): Bar => {
    return { key: value, label: sayValue(value), value: clicks, beside: other, ...linkOf?.(value) };
  });
  if (rest + otherRest > 0)
    items.push({ key: "(rest)", label: t("chart.rest"), value: rest, beside: otherRest, isRest: true });
  // Some clicks have several tags, and most have no rule.
  const isPartOfClicks = kind === "tags" || kind === "rules";
  const notes = notesOn(kind, stats);
  return (
    <section
      class={kind === "countries" ? "card stack-small card-map" : "card stack-small"}
      aria-label={title}
    >
      <div class="line-apart">
        <h2>{title}</h2>
        {values.length > 0 && names !== undefined && (
          <IconButton icon="download" label={t("stats.csvOf", { kind: title })} onClick={() => save(names)} />
        )}
      </div>
      {items.length > 0 && (
        <div class={kind === "countries" ? "stack-small beside" : "stack-small"}>
          {kind === "countries" && (
            <OnDemand
              part={MAP}
              props={{ countries: values, linkOf }}
              waiting={<Skeleton height="14rem" />}
            />
          )}
          <Bars
            title={title}
            items={[...items, ...more]}
            beside={beside?.name}
            {...(isPartOfClicks && { total: allClicks(stats) })}
          />
        </div>
      )}
      {items.length > 0 && children}
      {notes.length > 0 && <p class={items.length > 0 ? "small muted" : "muted"}>{notes.join(" ")}</p>}
      {items.length === 0 && children}
      {kind === "tags" && values.length > 0 && <p class="small muted">{t("stats.eachTag")}</p>}
    </section>
  );
}
