import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The rows beyond the edges of the view, so that rows are already drawn when the user scrolls. */
const OVERSCAN = 6;
const MAX_ROWS = 110;

/** Ranges of rows by their index in the whole list. Each end is exclusive. */
export interface RowWindow {
  /** The rows in the page. */
  from: number;
  to: number;
  /** The rows in view. */
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
  const [view, setView] = useState({ first: 0, last: 34 });
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
