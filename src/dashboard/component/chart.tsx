import { currentLanguage, t } from "../text/text.ts";
import { formatNumber } from "../text/fill-text.ts";

/** Charts as SVG, each with the same numbers as a table for whoever cannot see it. */

const WIDTH = 600;
const HEIGHT = 144;

export interface Point {
  label: string;
  value: number;
}

/** A line over time; `previous` is the period before, drawn pale. */
export function Series({ points, previous = [], title }: SeriesProps) {
  const most = Math.max(1, ...points.map(({ value }) => value), ...previous.map(({ value }) => value));
  const line = toPath(points, most);
  return (
    <figure>
      <svg
        class="series"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={title}
      >
        <line class="series-base" x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
        {previous.length > 1 && <path class="series-previous" d={toPath(previous, most)} />}
        {points.length > 1 && <path class="series-area" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />}
        {points.length > 1 && <path class="series-line" d={line} />}
      </svg>
      <div class="line-apart small muted" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{t("chart.most", { count: most })}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <TableTwin title={title} points={points} />
    </figure>
  );
}

interface SeriesProps {
  points: Point[];
  previous?: Point[];
  title: string;
}

function toPath(points: Point[], most: number): string {
  const step = WIDTH / Math.max(1, points.length - 1);
  return points
    .map(({ value }, index) => {
      const y = HEIGHT - 2 - (value / most) * (HEIGHT - 6);
      return `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

/** The numbers of a chart, folded away. */
function TableTwin({ title, points }: { title: string; points: Point[] }) {
  return (
    <details class="small">
      <summary>{t("chart.table")}</summary>
      <table class="table-plain">
        <caption class="aloud">{title}</caption>
        <tbody>
          {points.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="number">{formatNumber(value, currentLanguage())}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Values with a bar each, the largest first. The list is its own table. */
export function Bars({ items, rest = 0 }: { items: (Point & { href?: string })[]; rest?: number }) {
  const most = Math.max(1, rest, ...items.map(({ value }) => value));
  const all = rest > 0 ? [...items, { label: t("chart.rest"), value: rest }] : items;
  return (
    <ul class="bars">
      {all.map(({ label, value, ...item }) => (
        <li key={label}>
          <span class="cut">{"href" in item && item.href ? <a href={item.href}>{label}</a> : label}</span>
          <span class="number">{formatNumber(value, currentLanguage())}</span>
          <span class="bar" style={{ inlineSize: `${(value / most) * 100}%` }} />
        </li>
      ))}
    </ul>
  );
}
