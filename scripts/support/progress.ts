/** The part of a stream that progress needs; `process.stderr` fits. */
interface ProgressStream {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

const toLineAboveAndClear = "\u001B[1A\u001B[K";

/**
 * Shows a line of progress, and the next one in its place on a terminal, else below it. A line that
 * says what the last one said is not repeated.
 */
export function createProgress(stream: ProgressStream): (line: string) => void {
  let last: string | null = null;
  return (line) => {
    if (line === last) return;
    const rewind = stream.isTTY && last !== null ? toLineAboveAndClear : "";
    stream.write(`${rewind}${line}\n`);
    last = line;
  };
}

/** Says in whole percent how much is done: `40 %`. */
export function toPercent(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
}
