import { formatSource, isOfShape, readShape, type ShapeSegment } from "../domain/client/address.ts";
import { PatternIndex } from "./pattern-index.ts";
import type { PlacedSource } from "./source.ts";

/** The effect of an earlier line of the file on a source. */
export interface Conflict {
  kind: "taken" | "covered" | "overlaps";
  line: number;
}

interface Entry extends PlacedSource {
  line: number;
}

/**
 * Remembers the first line of each source in a file, so that a file that repeats a source ends in the
 * same state on every run. If the file tries its rules in order, also finds conflicts with earlier, broader
 * rules: the earlier rule wins in the file, but the most specific source wins here.
 */
export class SourceRegister {
  private readonly lineBySource = new Map<string, number>();
  private readonly patterns = new PatternIndex<Entry>();
  isOrdered: boolean;

  constructor(isOrdered: boolean) {
    this.isOrdered = isOrdered;
  }

  /** Adds a source for a line, unless an earlier line has all its paths. */
  claim(placed: PlacedSource, line: number): Conflict | null {
    const conflict = this.find(placed);
    if (conflict === null || conflict.kind === "overlaps") this.enter(placed, line);
    return conflict;
  }

  /** Returns the first line that answers the paths of a source; null if none does. */
  lineFor(placed: PlacedSource): number | null {
    const found = this.find(placed);
    return found === null || found.kind === "overlaps" ? null : found.line;
  }

  private enter(placed: PlacedSource, line: number): void {
    const key = toKey(placed.host, formatSource(placed.source));
    if (!this.lineBySource.has(key)) this.lineBySource.set(key, line);
    if (placed.takesFolder && placed.source.kind === "prefix") {
      const folder = toKey(placed.host, `${placed.source.path} folder`);
      if (!this.lineBySource.has(folder)) this.lineBySource.set(folder, line);
    }
    this.patterns.add({ ...placed, line });
  }

  private find(placed: PlacedSource): Conflict | null {
    const own = this.lineBySource.get(toKey(placed.host, formatSource(placed.source)));
    if (own !== undefined) return { kind: "taken", line: own };
    if (!this.isOrdered) return null;
    const broader = this.findBroader(placed);
    if (broader !== null) return { kind: "covered", line: broader };
    const overlapping = this.patterns.near(placed).find((earlier) => winsOver(placed, earlier));
    return overlapping === undefined ? null : { kind: "overlaps", line: overlapping.line };
  }

  private findBroader(placed: PlacedSource): number | null {
    const { host, source } = placed;
    const keys = ["*"];
    if (source.kind === "query") keys.push(source.path);
    if (source.kind !== "any") {
      let folder: string = source.path;
      if (source.kind !== "pattern") keys.push(`${folder} folder`);
      while (folder.lastIndexOf("/") > 0) {
        folder = folder.slice(0, folder.lastIndexOf("/"));
        keys.push(`${folder}/*`);
      }
    }
    for (const key of keys) {
      const line = this.lineBySource.get(toKey(host, key));
      if (line !== undefined) return line;
    }
    return this.patterns.near(placed).find((earlier) => covers(earlier, source))?.line ?? null;
  }
}

function toKey(host: string, source: string): string {
  return `${host} ${source}`;
}

/** Returns whether a pattern matches every path of a source. */
function covers({ source: earlier }: Entry, source: PlacedSource["source"]): boolean {
  if (earlier.kind !== "pattern" || source.kind === "any") return false;
  if (source.kind === "exact" || source.kind === "query") return isOfShape(source.path, earlier.path);
  const broad = readShape(earlier.path);
  const narrow = readShape(source.kind === "prefix" ? `${source.path}/*` : source.path);
  if (broad.isOpen ? narrow.segments.length < broad.segments.length : narrow.isOpen) return false;
  if (!broad.isOpen && narrow.segments.length !== broad.segments.length) return false;
  return broad.segments.every((segment, index) => takes(segment, narrow.segments[index]));
}

function takes(broad: ShapeSegment, narrow: ShapeSegment | undefined): boolean {
  if (narrow === undefined) return false;
  if (!broad.isCapture) return !narrow.isCapture && narrow.text === broad.text;
  if (narrow.isCapture) return narrow.text.endsWith(broad.text);
  return narrow.text.length > broad.text.length && narrow.text.endsWith(broad.text);
}

/** Returns whether a later source wins here for paths for which an earlier pattern wins in the file. */
function winsOver(later: PlacedSource, earlier: Entry): boolean {
  const { source } = later;
  if (later.host !== earlier.host || earlier.source.kind !== "pattern") return false;
  if (source.kind !== "pattern" && source.kind !== "prefix") return false;
  const one = readShape(earlier.source.path);
  const other = readShape(source.kind === "prefix" ? `${source.path}/*` : source.path);
  const shared = Math.min(one.segments.length, other.segments.length);
  if (one.segments.length > shared && !other.isOpen) return false;
  if (other.segments.length > shared && !one.isOpen) return false;
  let isLaterFirst: boolean | null = null;
  for (let index = 0; index < shared; index++) {
    const [a, b] = [one.segments[index], other.segments[index]];
    if (a === undefined || b === undefined || !meet(a, b)) return false;
    if (isLaterFirst === null && rank(a) !== rank(b)) isLaterFirst = rank(b) > rank(a);
  }
  return isLaterFirst ?? other.segments.length > one.segments.length;
}

function meet(a: ShapeSegment, b: ShapeSegment): boolean {
  if (!a.isCapture && !b.isCapture) return a.text === b.text;
  if (a.isCapture && b.isCapture) return a.text.endsWith(b.text) || b.text.endsWith(a.text);
  return a.isCapture ? takes(a, b) : takes(b, a);
}

/** Ranks a segment like the edge: a literal first, then the longer text after a capture. */
function rank({ isCapture, text }: ShapeSegment): number {
  return isCapture ? text.length : Number.MAX_SAFE_INTEGER;
}
