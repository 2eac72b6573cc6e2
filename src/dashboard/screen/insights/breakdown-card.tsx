import type { ComponentChildren } from "preact";
import type { Stats } from "../../api/types.ts";
import { type Bar, Bars } from "../../component/bars.tsx";
import { IconButton } from "../../component/button.tsx";
import { downloadCsv } from "../../state/download.ts";
import { t } from "../../text/text.ts";
import { type Kind, labelOf, notesOn } from "./kinds.ts";
import { KIND_HEADER, toKindRows } from "./stats-rows.ts";

interface CardProps {
  kind: Kind;
  stats: Stats;
  hrefOf?: (value: string) => string | undefined;
  /** Returns the name of a value, if the record or workspace has one. */
  nameOf?: (value: string) => string | undefined;
  /** Content before the sum of the other values. */
  more?: Bar[];
  children?: ComponentChildren;
}

export function BreakdownCard({ kind, stats, hrefOf, nameOf, more = [], children }: CardProps) {
  const values = stats.breakdowns[kind] ?? [];
  const rest = stats.rest[kind] ?? 0;
  const title = t(`breakdown.${kind}`);
  const save = () =>
    downloadCsv(`${kind}-${stats.from.slice(0, 10)}.csv`, [KIND_HEADER, ...toKindRows(stats, kind)]);
  const items = values.map(({ value, clicks }): Bar => {
    const href = hrefOf?.(value);
    const label = nameOf?.(value) ?? labelOf(kind, value);
    return { key: value, label, value: clicks, ...(href !== undefined && { href }) };
  });
  if (rest > 0) items.push({ key: "(rest)", label: t("chart.rest"), value: rest, isRest: true });
  // Some clicks have several tags, and most have no rule.
  const isPartOfClicks = kind === "tags" || kind === "rules";
  const notes = notesOn(kind, stats);
  return (
    <section class="card stack-small" aria-label={title}>
      <div class="line-apart">
        <h2>{title}</h2>
        {values.length > 0 && (
          <IconButton icon="download" label={t("stats.csvOf", { kind: title })} onClick={save} />
        )}
      </div>
      {items.length > 0 && (
        <Bars title={title} items={[...items, ...more]} {...(isPartOfClicks && { total: stats.clicks })} />
      )}
      {items.length > 0 && children}
      {notes.length > 0 && <p class={items.length > 0 ? "small muted" : "muted"}>{notes.join(" ")}</p>}
      {items.length === 0 && children}
      {kind === "tags" && values.length > 0 && <p class="small muted">{t("stats.eachTag")}</p>}
    </section>
  );
}
