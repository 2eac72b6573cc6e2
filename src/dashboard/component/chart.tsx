import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { currentLanguage, sayNumber, t } from "../text/text.ts";
import { indexAt, niceTicks, pickLabels, toPath, xOf, yOf, type Plot } from "./scale.ts";

/** A number over time as SVG. Each point is reachable by pointer and arrow keys, and is also in a table. */

export interface Point {
  /** The full name for screen readers. */
  label: string;
  short: string;
  value: number;
  /** A number that is counted separately and not drawn. */
  bots: number;
}

interface SeriesProps {
  title: string;
  points: Point[];
  /** The previous period, drawn pale. Its first point is below the first point of `points`. */
  previous?: Point[];
  /** The names of both; without them they are this period and the one before. */
  names?: Names | undefined;
}

interface Names {
  own: string;
  name: string;
}

const HEIGHT = 200;
const TOP = 10;
const BOTTOM = 26;
const LABEL_PX = 76;
const DIGIT_PX = 7.5;

export function Series({ title, points, previous = [], names }: SeriesProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [read, setRead] = useState<number | null>(null);
  const compact = new Intl.NumberFormat(currentLanguage(), { notation: "compact" });
  const ticks = niceTicks(Math.max(0, ...points.map(valueOf), ...previous.map(valueOf)));
  const most = ticks.at(-1) ?? 1;
  const left = 12 + DIGIT_PX * Math.max(...ticks.map((tick) => compact.format(tick).length));
  const plot: Plot = { left, top: TOP, width: width - left - 8, height: HEIGHT - TOP - BOTTOM };
  const last = points.length - 1;
  const shown = read === null ? null : Math.min(read, last);
  const onKey = (event: KeyboardEvent) => {
    const next = toIndex(event.key, shown ?? last, last);
    if (next === null) return;
    event.preventDefault();
    setRead(next);
  };
  const onPointer = (event: PointerEvent) => {
    const start = box.current?.getBoundingClientRect().left ?? 0;
    setRead(indexAt(event.clientX - start, points.length, plot));
  };
  if (last < 0) return null;
  return (
    <figure class="stack-small">
      <p class="series-read small">
        {shown === null ? (
          <Legend hasPrevious={previous.length > 0} names={names} />
        ) : (
          readOut(points, previous, shown, names)
        )}
      </p>
      <div
        ref={box}
        class="series"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown ?? last}
        aria-valuetext={readOut(points, previous, shown ?? last, names)}
        onKeyDown={onKey}
        onFocus={() => setRead((old) => old ?? last)}
        onBlur={() => setRead(null)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setRead(null)}
      >
        {/* The labels are next to the drawing, so that their contrast can be measured. */}
        <div aria-hidden="true" class="series-labels">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockStart: px(yOf(tick, most, plot)), inlineSize: px(left - 8) }}>
              {compact.format(tick)}
            </span>
          ))}
          {pickLabels(points.length, plot.width, LABEL_PX).map((index) => (
            <span
              key={index}
              class="series-when"
              data-edge={index === last && last > 0 ? "end" : undefined}
              style={{ left: px(xOf(index, points.length, plot)) }}
            >
              {points[index]?.short}
            </span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`${left - 6} 0 ${width - left + 6} ${HEIGHT - BOTTOM + 6}`}
          style={{ left: px(left - 6), blockSize: px(HEIGHT - BOTTOM + 6), inlineSize: px(width - left + 6) }}
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              class="series-grid"
              x1={left}
              x2={width - 8}
              y1={yOf(tick, most, plot)}
              y2={yOf(tick, most, plot)}
            />
          ))}
          <path class="series-previous" d={toPath(previous.map(valueOf), most, plot)} />
          <path class="series-area" d={toArea(points, most, plot)} />
          <path class="series-line" d={toPath(points.map(valueOf), most, plot)} />
          {last === 0 && <Dot points={points} index={0} most={most} plot={plot} />}
          {shown !== null && (
            <>
              <line
                class="series-cursor"
                x1={xOf(shown, points.length, plot)}
                x2={xOf(shown, points.length, plot)}
                y1={TOP}
                y2={HEIGHT - BOTTOM}
              />
              <Dot points={points} index={shown} most={most} plot={plot} />
            </>
          )}
        </svg>
      </div>
      <TableTwin title={title} points={points} previous={previous} names={names} />
    </figure>
  );
}

function px(pixels: number): string {
  return `${pixels}px`;
}

function valueOf({ value }: Point): number {
  return value;
}

/** Returns the point that a key selects; null for any other key. */
function toIndex(key: string, from: number, last: number): number | null {
  // Time goes from left to right in all languages.
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  const wanted = { Home: 0, End: last, PageUp: from + 7, PageDown: from - 7 }[key];
  const step = steps[key];
  if (wanted === undefined && step === undefined) return null;
  return Math.max(0, Math.min(last, wanted ?? from + (step ?? 0)));
}

function readOut(points: Point[], previous: Point[], index: number, names: Names | undefined): string {
  const [now, before] = [points[index], previous[index]];
  if (now === undefined) return "";
  const own = t("chart.read", { label: now.label, count: now.value, bots: now.bots });
  if (before === undefined) return own;
  const values = { label: before.label, count: before.value };
  return `${own} · ${names ? t("chart.readBeside", { ...values, name: names.name }) : t("chart.readBefore", values)}`;
}

export function Legend({ hasPrevious, names }: { hasPrevious: boolean; names: Names | undefined }) {
  return (
    <span class="line muted">
      <span class="legend legend-now">{names?.own ?? t("chart.now")}</span>
      {hasPrevious && <span class="legend legend-before">{names?.name ?? t("chart.before")}</span>}
    </span>
  );
}

function Dot({ points, index, most, plot }: { points: Point[]; index: number; most: number; plot: Plot }) {
  const value = points[index]?.value ?? 0;
  return <circle class="series-dot" cx={xOf(index, points.length, plot)} cy={yOf(value, most, plot)} r={4} />;
}

function toArea(points: Point[], most: number, plot: Plot): string {
  if (points.length < 2) return "";
  const floor = plot.top + plot.height;
  const line = toPath(points.map(valueOf), most, plot);
  return `${line}L${plot.left + plot.width} ${floor}L${plot.left} ${floor}Z`;
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(160, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}

function TableTwin({ title, points, previous = [], names }: SeriesProps) {
  const format = (value: number | undefined) => (value === undefined ? "" : sayNumber(value));
  return (
    <details class="small">
      <summary>{t("chart.table")}</summary>
      <div class="table-twin">
        <table class="table-plain">
          <caption class="aloud">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t("chart.when")}</th>
              <th scope="col" class="number">
                {t("stat.clicks")}
              </th>
              {previous.length > 0 && (
                <th scope="col" class="number">
                  {names?.name ?? t("chart.before")}
                </th>
              )}
              <th scope="col" class="number">
                {t("stat.bots")}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value, bots }, index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td class="number">{format(value)}</td>
                {previous.length > 0 && <td class="number">{format(previous[index]?.value)}</td>}
                <td class="number">{format(bots)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
