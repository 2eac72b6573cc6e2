export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** A part of a list: up to `limit` rows behind a position, in the order of the list or in reverse. */
export interface ListPart<Position = string> {
  /** Null for the start of the list. */
  after: Position | null;
  isBackward: boolean;
  limit: number;
}
