/** Positions of the lines and labels of a chart. */

/** Returns round numbers from 0 to at least `most`, in at most `count` steps of the same size. */
export function niceTicks(most: number, count = 4): number[] {
  const wanted = Math.max(1, most) / count;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= wanted && isWhole(one * power)) ?? 10;
  const step = Math.max(1, factor * power);
  const last = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: last + 1 }, (_, index) => index * step);
}

/** Clicks are whole numbers, so the steps between them are too. */
function isWhole(step: number): boolean {
  return Number.isInteger(step) || step < 1;
}

/** Returns the points with room for a label, out of `count`: the last one, and others at equal distances. */
export function pickLabels(count: number, widthPx: number, labelPx: number): number[] {
  const room = Math.max(1, Math.floor(widthPx / labelPx));
  const every = Math.max(1, Math.ceil(count / room));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}

export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the position of the point with an index. A single point is in the middle. */
export function xOf(index: number, count: number, { left, width }: Plot): number {
  return count < 2 ? left + width / 2 : left + (index / (count - 1)) * width;
}

export function yOf(value: number, most: number, { top, height }: Plot): number {
  return top + height - (value / most) * height;
}

export function indexAt(x: number, count: number, { left, width }: Plot): number {
  const index = Math.round(((x - left) / Math.max(1, width)) * (count - 1));
  return Math.max(0, Math.min(count - 1, index));
}

export function toPath(values: readonly number[], most: number, plot: Plot): string {
  return values
    .map((value, index) => {
      const x = xOf(index, values.length, plot).toFixed(1);
      return `${index === 0 ? "M" : "L"}${x} ${yOf(value, most, plot).toFixed(1)}`;
    })
    .join("");
}
