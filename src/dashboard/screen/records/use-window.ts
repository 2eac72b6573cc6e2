import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Rows beyond the edges of the view, so that a flick of the wheel finds them drawn. */
const OVERSCAN = 6;
const MAX_ROWS = 110;

/** Returns which rows of a long list are near the view, while the page is scrolled. */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  { count, rowPx }: { count: number; rowPx: number },
): { from: number; to: number } {
  const [range, setRange] = useState({ from: 0, to: Math.min(count, 40) });
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = clamp(Math.floor(-top / rowPx) - OVERSCAN, count);
      const to = clamp(Math.min(Math.ceil((innerHeight - top) / rowPx) + OVERSCAN, from + MAX_ROWS), count);
      setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
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
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count));
}
