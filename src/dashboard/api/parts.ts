/** The API accepts 8 MiB for a part. Smaller ones show progress, and repeat less after a network error. */
const PART_BYTES = 1024 * 1024;

export interface Part {
  body: Uint8Array<ArrayBuffer>;
  /** The number of lines in this part and all parts before it. */
  sent: number;
}

/** Joins lines to parts of at most `maxBytes`, unless one line is longer. */
export function* toParts(lines: Iterable<string>, maxBytes = PART_BYTES): Generator<Part> {
  const encoder = new TextEncoder();
  let text = "";
  let bytes = 0;
  let sent = 0;
  for (const line of lines) {
    const length = encoder.encode(line).length + 1;
    if (bytes > 0 && bytes + length > maxBytes) {
      yield { body: encoder.encode(text), sent };
      [text, bytes] = ["", 0];
    }
    text += `${line}\n`;
    bytes += length;
    sent++;
  }
  if (bytes > 0) yield { body: encoder.encode(text), sent };
}
