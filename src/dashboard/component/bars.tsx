import { useState } from "preact/hooks";
import { sayNumber, sayPercent, t } from "../text/text.ts";
import { LinkButton } from "./button.tsx";
import { UrlText } from "./url-text.tsx";

export interface Bar {
  key?: string;
  label: string;
  value: number;
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
  shown?: number;
}

/** Values with a bar each, the largest first. It is a table, so that it is readable without the bars. */
export function Bars({ title, items, total, shown = 6 }: BarsProps) {
  const [isWhole, setWhole] = useState(false);
  const whole = Math.max(1, total ?? items.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(1, ...items.filter(({ isRest }) => isRest !== true).map(({ value }) => value));
  // One more row takes no more room than the button.
  const isCut = !isWhole && items.length > shown + 1;
  const rows = isCut ? items.slice(0, shown) : items;
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
            <th scope="col">{t("chart.share")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, value, href, isCurrent = false, isRest = false }) => (
            <tr key={key ?? label}>
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
                {!isRest && <span class="bar" style={{ inlineSize: `${(value / most) * 100}%` }} />}
              </th>
              <td class="number">{sayNumber(value)}</td>
              <td class="number muted">{sayPercent(value / whole, 1)}</td>
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
