import { readShape, type ShapeSegment, type Source } from "../domain/client/address.ts";

/** Finds the patterns of a file that may match paths of a source, without comparing all patterns. */
export class PatternIndex<Entry extends { host: string; source: Source }> {
  /** By host, and position and text of the last literal segment, which is the most selective key. */
  private readonly byLiteral = new Map<string, Numbered<Entry>[]>();
  /** By host and position of that segment. */
  private readonly byPlace = new Map<string, Numbered<Entry>[]>();
  private count = 0;
  /** The largest number of segments of a pattern. */
  private depth = 0;

  /** Adds a pattern; other sources are left out. */
  add(entry: Entry): void {
    if (entry.source.kind !== "pattern") return;
    const { segments } = readShape(entry.source.path);
    const place = segments.findLastIndex(({ isCapture }) => !isCapture);
    const numbered = { number: this.count++, entry };
    const text = segments[place]?.text ?? "";
    this.depth = Math.max(this.depth, segments.length);
    addTo(this.byLiteral, literalKey(entry.host, place, text), numbered);
    addTo(this.byPlace, `${entry.host} ${place}`, numbered);
  }

  /** Returns the patterns that may match paths of a source, in the order in which they were added. */
  near({ host, source }: { host: string; source: Source }): Entry[] {
    if (source.kind === "any" || this.count === 0) return [];
    const segments = toSegments(source);
    const found: Numbered<Entry>[] = [...(this.byPlace.get(`${host} -1`) ?? [])];
    for (let place = 0; place < this.depth; place++) {
      const segment = segments[place];
      const isLiteral = segment?.isCapture === false;
      const near = isLiteral
        ? this.byLiteral.get(literalKey(host, place, segment.text))
        : this.byPlace.get(`${host} ${place}`);
      // Segments after the end of a source matter only for an open source, and do no harm for others.
      if (near !== undefined) found.push(...near);
    }
    return found.toSorted((a, b) => a.number - b.number).map(({ entry }) => entry);
  }
}

interface Numbered<Entry> {
  number: number;
  entry: Entry;
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function toSegments(source: Exclude<Source, { kind: "any" }>): readonly ShapeSegment[] {
  if (source.kind === "pattern") return readShape(source.path).segments;
  const texts = source.path.slice(1).split("/");
  return texts.map((text) => ({ isCapture: false, text }));
}

function literalKey(host: string, place: number, text: string): string {
  return `${host} ${place} ${text}`;
}
