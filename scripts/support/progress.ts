/** The part of a stream that progress needs; `process.stderr` fits. */
interface ProgressStream {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

const toLineAboveAndClear = "\u001B[1A\u001B[K";

/** Matches the share in a line such as `applying: 54 %` or `sent (54 %)`. */
const PERCENT = /(\d+) %\)?$/;
const BAR_CELLS = 20;

/**
 * Shows a line of progress. On a terminal the next one takes its place, and one that ends in percent has a bar.
 * Elsewhere, as in the log of a CI, it stands below, and of one task there is a line for every tenth. A line that
 * says what the last one said is not repeated.
 */
export function createProgress(stream: ProgressStream): (line: string) => void {
  let last: string | null = null;
  let lastStep = "";
  return (line) => {
    const [, percent] = PERCENT.exec(line) ?? [];
    // The task without its numbers, and how many tenths of it are done.
    const step = percent === undefined ? line : line.replace(/\d+/g, "") + Math.floor(Number(percent) / 10);
    if (line === last || (!stream.isTTY && step === lastStep)) return;
    const rewind = stream.isTTY && last !== null ? toLineAboveAndClear : "";
    const bar = stream.isTTY && percent !== undefined ? `${toBar(Number(percent))} ` : "";
    stream.write(`${rewind}${bar}${line}\n`);
    [last, lastStep] = [line, step];
  };
}

function toBar(percent: number): string {
  const full = Math.min(BAR_CELLS, Math.floor((percent * BAR_CELLS) / 100));
  return "█".repeat(full).padEnd(BAR_CELLS, "░");
}

/** Says in whole percent how much is done: `40 %`. */
export function toPercent(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
}
