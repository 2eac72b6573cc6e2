/** The part of a stream that progress needs; `process.stderr` fits. */
export interface ProgressStream {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

const toLineAboveAndClear = "\u001B[1A\u001B[K";

/** Shows how many rows were sent: one line rewritten in place on a terminal, else a line a call. */
export function createProgress(stream: ProgressStream): (sent: number, total: number) => void {
  let isFirst = true;
  return (sent, total) => {
    const rewind = stream.isTTY && !isFirst ? toLineAboveAndClear : "";
    const percent = Math.floor((100 * sent) / total);
    stream.write(`${rewind}${sent} of ${total} rows sent (${percent} %)\n`);
    isFirst = false;
  };
}
