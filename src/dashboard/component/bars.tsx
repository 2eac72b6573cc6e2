import { useState } from "preact/hooks";
import { sayNumber, sayPercent, t } from "../text/text.ts";
import { LinkButton } from "./button.tsx";
import { UrlText } from "./url-text.tsx";

export interface Bar {
  key?: string;
  label: string;
  /** Null if it is among the others, which are one number. */
  value: number | null;
  /** The number of what stands beside. */
  beside?: number | null;
  href?: string;
  /** Set for the value to which other numbers are narrowed; its link takes that back. */
  isCurrent?: boolean;
  /** Set for the sum of all other values, which has no bar. */
  isRest?: boolean;
}

interface BarsProps {
  /** The counted unit, for screen readers. */
  title: string;
  items: Bar[];
  /** The total of the shares; the sum of all bars if absent. */
  total?: number;
  /** The name of what stands beside; each row then has its number in place of the share. */
  beside?: string | undefined;
  shown?: number;
}

/** Values with a bar each, the largest first. It is a table, so that it is readable without the bars. */
export function Bars({ title, items, total, beside: besideName, shown = 6 }: BarsProps) {
  const [isWhole, setWhole] = useState(false);
  const whole = Math.max(1, total ?? items.reduce((sum, { value }) => sum + (value ?? 0), 0));
  const drawn = items.filter(({ isRest }) => isRest !== true);
  const most = Math.max(1, ...drawn.flatMap(({ value, beside }) => [value ?? 0, beside ?? 0]));
  // One more row takes no more room than the button.
  const isCut = !isWhole && items.length > shown + 1;
  // What is chosen stays in sight.
  const rows = isCut ? items.filter(({ isCurrent }, at) => at < shown || isCurrent) : items;
  return (
    <div class="stack-small">
      <table class="bars">
        <caption class="aloud">{title}</caption>
        <colgroup>
          <col />
          <col class="bars-number" />
          <col class="bars-share" />
        </colgroup>
        <thead class="aloud">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t("stat.clicks")}</th>
            <th scope="col">{besideName ?? t("chart.share")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, value, beside, href, isCurrent = false, isRest = false }) => (
            <tr key={key ?? label} data-current={isCurrent ? "" : undefined}>
              <th scope="row">
                <span class={isRest ? "bars-label muted" : "bars-label"} title={label}>
                  {href === undefined ? (
                    <UrlText url={label} />
                  ) : (
                    <a href={href} aria-current={isCurrent ? "true" : undefined}>
                      <UrlText url={label} />
                    </a>
                  )}
                </span>
                {!isRest && <BarLine kind="bar" share={(value ?? 0) / most} />}
                {!isRest && besideName !== undefined && (
                  <BarLine kind="bar bar-beside" share={(beside ?? 0) / most} />
                )}
              </th>
              <td class="number">{sayCount(value)}</td>
              <td class="number muted">
                {besideName === undefined ? sayPercent((value ?? 0) / whole, 1) : sayCount(beside ?? null)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <div>
          <LinkButton onClick={() => setWhole(true)}>{t("chart.all", { count: items.length })}</LinkButton>
        </div>
      )}
    </div>
  );
}

function BarLine({ kind, share }: { kind: string; share: number }) {
  // A small share still shows, and none does not.
  return (
    <span class={kind} style={{ inlineSize: `${share * 100}%`, ...(share === 0 && { minInlineSize: 0 }) }} />
  );
}

function sayCount(value: number | null): string {
  return value === null ? "–" : sayNumber(value);
}
