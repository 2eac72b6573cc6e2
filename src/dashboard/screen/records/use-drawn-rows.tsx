import type { JSX, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Listed, PagedRow } from "./record-pages.ts";

interface Drawing<Row extends Listed> {
  window: RowWindow;
  isNarrow: boolean;
  /** Undefined while the page of the row is not loaded. */
  rowAt: (index: number) => PagedRow<Row> | undefined;
  draw: (row: PagedRow<Row>) => JSX.Element;
  /**
   * Renders a placeholder for a row that is not loaded, or not drawn yet.
   * @param key the same for each position in the window, so that fast scrolling moves no placeholder
   */
  drawSkeleton: (key: string, isLate: boolean) => JSX.Element;
  looksOf: ((row: Row) => string) | undefined;
}

/**
 * The most new rows of one frame, after the first. The others follow in the next frames, because a whole screen of rows
 * would take the style, layout and paint of several frames. While more than a screen per frame is scrolled, no rows are drawn.
 */
const NEW_A_FRAME = 8;
/** More than the most rows in the page. */
const MAX_KEPT = 500;

/** Returns the rows of a window. An unchanged row is the same node as before. */
export function useDrawnRows<Row extends Listed>(drawing: Drawing<Row>): JSX.Element[] {
  const { window, isNarrow, rowAt, draw, drawSkeleton, looksOf } = drawing;
  const kept = useRef(new Map<number, { looks: string; row: Row; node: JSX.Element }>());
  const shown = useRef(new Set<string>());
  const shownFrom = useRef<number | null>(null);
  useMemo(() => {
    kept.current.clear();
    shown.current.clear();
  }, [isNarrow]);
  const drawKept = (row: PagedRow<Row>): JSX.Element => {
    const looks = `${row.isSelected} ${looksOf?.(row.row)}`;
    const known = kept.current.get(row.index);
    if (looksOf !== undefined && known?.row === row.row && known.looks === looks) return known.node;
    const node = <Keyed key={row.index}>{draw(row)}</Keyed>;
    if (kept.current.size > MAX_KEPT) kept.current.clear();
    kept.current.set(row.index, { looks, row: row.row, node });
    return node;
  };
  let isLate = false;
  const { from, to, first, last, showAgain } = window;
  let left = NEW_A_FRAME;
  if (shownFrom.current === null) left = to - from;
  else if (Math.abs(first - shownFrom.current) > last - first) left = 0;
  const now = new Set<string>();
  const drawOne = (index: number): JSX.Element => {
    const row = rowAt(index);
    const place = `place ${index - from}`;
    if (row === undefined) return drawSkeleton(place, false);
    const key = `${index} ${row.row.id}`;
    if (!shown.current.has(key) && left-- <= 0) {
      isLate = true;
      return drawSkeleton(place, true);
    }
    now.add(key);
    return drawKept(row);
  };
  // Rows in view come first.
  const visible = range(first, last).map(drawOne);
  const below = range(last, to).map(drawOne);
  const above = range(from, first).map(drawOne);
  useEffect(() => {
    shown.current = now;
    shownFrom.current = first;
    if (isLate) showAgain();
  });
  return [...above, ...visible, ...below];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
}

function Keyed({ children }: { children: JSX.Element }) {
  return children;
}

/** The rows beyond the edges of the view, so that rows are already drawn when the user scrolls. */
const OVERSCAN = 6;
const MAX_ROWS = 110;

/** Ranges of rows by their index in the whole list. Each end is exclusive. */
interface RowWindow {
  /** The rows in the page. */
  from: number;
  to: number;
  first: number;
  last: number;
  /** Renders again in the next frame. */
  showAgain: () => void;
}

/** Returns the rows of a long list that are near the view while the page is scrolled. */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  { count, rowPx }: { count: number; rowPx: number },
): RowWindow {
  // Before the place of the list is known, it may have the whole screen, and no more.
  const [view, setView] = useState({ first: 0, last: Math.ceil(innerHeight / rowPx) - OVERSCAN });
  const scheduled = useRef({ showAgain: () => {} });
  useEffect(() => {
    let frame = 0;
    let isAgain = false;
    // The layout is read once per frame, and all changes of a scroll are rendered together.
    const measure = () => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const first = clamp(Math.floor(-top / rowPx), count);
      const last = clamp(Math.ceil((innerHeight - top) / rowPx), count);
      const mustRender = isAgain;
      isAgain = false;
      setView((old) => (old.first === first && old.last === last && !mustRender ? old : { first, last }));
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    scheduled.current.showAgain = () => {
      isAgain = true;
      schedule();
    };
    measure();
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
    };
  }, [count, rowPx]);
  const from = clamp(view.first - OVERSCAN, count);
  const to = clamp(Math.min(view.last + OVERSCAN, from + MAX_ROWS), count);
  return {
    from,
    to,
    first: clamp(view.first, to),
    last: clamp(view.last, to),
    showAgain: () => scheduled.current.showAgain(),
  };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count));
}
