import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { PagedRow } from "./record-pages.ts";
import type { Listed } from "./record-pages.ts";
import type { RowWindow } from "./use-window.ts";

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
 * The most new rows of one frame. The others follow in the next frames, because a whole screen of rows would take the
 * style, layout and paint of several frames. While more than a screen per frame is scrolled, no rows are drawn.
 */
const NEW_A_FRAME = 8;
/** More than the most rows in the page. */
const MAX_KEPT = 500;

/** Returns the rows of a window. An unchanged row is the same node as before. */
export function useDrawnRows<Row extends Listed>(drawing: Drawing<Row>): JSX.Element[] {
  const { window, isNarrow, rowAt, draw, drawSkeleton, looksOf } = drawing;
  const kept = useRef(new Map<number, { looks: string; row: Row; node: JSX.Element }>());
  const shown = useRef(new Set<string>());
  const shownFrom = useRef(0);
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
  const isFlick = Math.abs(first - shownFrom.current) > last - first;
  let left = isFlick ? 0 : NEW_A_FRAME;
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
