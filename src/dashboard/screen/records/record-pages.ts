import { ROWS_A_PAGE } from "../../first-asks.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { useEffect, useMemo, useState } from "preact/hooks";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

/**
 * A list of rows, by default of records, that is read page by page while the user scrolls. Pages far from view
 * drop their rows and keep their cursor, so that scrolling through a million rows keeps two thousand in memory.
 */

const MAX_KEPT_PAGES = 20;

interface Slot<Row> {
  /** The cursor of this page; null for the first page. */
  cursor: string | null;
  start: number;
  count: number;
  /** Null if the rows were dropped, or are read again. */
  rows: Row[] | null;
}

export interface Listed {
  id: string;
}

export interface PagedRow<Row extends Listed> {
  /** The index in the whole list, from 0. */
  index: number;
  row: Row;
  isSelected: boolean;
  /** @param isRange whether shift was held, to select all rows since the last selected one */
  onToggle: (isRange: boolean) => void;
}

export type ReadPage<Row extends Listed = LinkRecord> = (
  cursor: string | null,
  signal: AbortSignal,
) => Promise<Page<Row>>;

export class RecordPages<Row extends Listed = LinkRecord> {
  error: unknown = null;
  private slots: Slot<Row>[] = [];
  /** Undefined before the first page, null after the last page. */
  private next: string | null | undefined = undefined;
  private readonly reading = new Set<number>();
  /** The number of writes that the rows have met. */
  private writes = 0;
  private readonly stop = new AbortController();
  private readonly read: ReadPage<Row>;
  private readonly onChange: () => void;

  /** @param first the first page, if it is there already */
  constructor(read: ReadPage<Row>, onChange: () => void, first?: Page<Row>) {
    this.read = read;
    this.onChange = onChange;
    if (first !== undefined && (first.data.length > 0 || first.meta.cursor.next === null))
      this.keep(0, null, first);
  }

  /** Returns whether a test holds for a row that is loaded. */
  some(test: (row: Row) => boolean): boolean {
    return this.slots.some(({ rows }) => rows?.some(test) === true);
  }

  get count(): number {
    const last = this.slots.at(-1);
    return last === undefined ? 0 : last.start + last.count;
  }

  get isComplete(): boolean {
    return this.next === null;
  }

  get isEmpty(): boolean {
    return this.isComplete && this.count === 0;
  }

  rowAt(index: number): Row | undefined {
    const slot = this.slotAt(index);
    return slot?.rows?.[index - slot.start];
  }

  loaded(): Row[] {
    return this.slots.flatMap(({ rows }) => rows ?? []);
  }

  /** Reads missing rows of a range, and the page after it. */
  show(from: number, to: number): void {
    if (this.error !== null || this.stop.signal.aborted) return;
    this.slots.forEach((slot, number) => {
      if (slot.rows === null && slot.start < to && slot.start + slot.count > from) void this.readSlot(number);
    });
    if (!this.isComplete && to + ROWS_A_PAGE > this.count) void this.readSlot(this.slots.length);
    this.forgetFarFrom((from + to) / 2);
  }

  retry(): void {
    this.error = null;
    this.onChange();
  }

  close(): void {
    this.stop.abort();
  }

  replace(row: Row): void {
    this.writes += 1;
    for (const { rows } of this.slots) {
      const index = rows?.findIndex(({ id }) => id === row.id) ?? -1;
      if (rows !== null && index >= 0) rows[index] = row;
    }
    this.onChange();
  }

  remove(removedId: string): void {
    this.writes += 1;
    for (const slot of this.slots) {
      if (slot.rows?.some(({ id }) => id === removedId) !== true) continue;
      slot.rows = slot.rows.filter(({ id }) => id !== removedId);
      slot.count = slot.rows.length;
    }
    this.renumber();
    this.onChange();
  }

  private slotAt(index: number): Slot<Row> | undefined {
    let [low, high] = [0, this.slots.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const slot = this.slots[middle];
      if (slot === undefined || index < slot.start) high = middle - 1;
      else if (index >= slot.start + slot.count) low = middle + 1;
      else return slot;
    }
    return undefined;
  }

  private async readSlot(number: number): Promise<void> {
    if (this.reading.has(number)) return;
    this.reading.add(number);
    const { signal } = this.stop;
    const known = this.slots[number];
    try {
      let cursor = known === undefined ? (this.next ?? null) : known.cursor;
      let page = await this.readSettled(cursor);
      // A filter may examine many rows without a match, although more rows follow.
      while (page.data.length === 0 && page.meta.cursor.next !== null) {
        cursor = page.meta.cursor.next;
        page = await this.readSettled(cursor);
      }
      if (signal.aborted) return;
      this.keep(number, cursor, page);
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
    } finally {
      this.reading.delete(number);
    }
    this.onChange();
  }

  private keep(number: number, cursor: string | null, { data, meta }: Page<Row>): void {
    this.slots[number] = { cursor, start: 0, count: data.length, rows: data };
    if (number === this.slots.length - 1) this.next = meta.cursor.next;
    this.renumber();
  }

  /** Reads a page again if a write has met the list since it was asked for (contract 32.32). */
  private async readSettled(cursor: string | null): Promise<Page<Row>> {
    const { signal } = this.stop;
    for (;;) {
      const before = this.writes;
      const page = await this.read(cursor, signal);
      if (before === this.writes || signal.aborted) return page;
    }
  }

  private renumber(): void {
    let start = 0;
    for (const slot of this.slots) {
      slot.start = start;
      start += slot.count;
    }
  }

  private forgetFarFrom(index: number): void {
    const kept = this.slots.filter(({ rows }) => rows !== null);
    if (kept.length <= MAX_KEPT_PAGES) return;
    const distance = ({ start, count }: Slot<Row>) => Math.abs(start + count / 2 - index);
    const far = kept.toSorted((a, b) => distance(a) - distance(b)).slice(MAX_KEPT_PAGES);
    for (const slot of far) slot.rows = null;
  }
}

export type Selected<Row extends Listed> = ReadonlyMap<string, Row>;

export function toggleRow<Row extends Listed>(selected: Selected<Row>, row: Row): Selected<Row> {
  const next = new Map(selected);
  if (!next.delete(row.id)) next.set(row.id, row);
  return next;
}

/** Adds the loaded rows of a range to a selection; the user has not seen the others. Both ends are inclusive. */
export function selectRange<Row extends Listed>(
  selected: Selected<Row>,
  pages: Pick<RecordPages<Row>, "rowAt">,
  from: number,
  to: number,
  isFor: (row: Row) => boolean = () => true,
): Selected<Row> {
  const next = new Map(selected);
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const row = pages.rowAt(index);
    if (row !== undefined && isFor(row)) next.set(row.id, row);
  }
  return next;
}

/**
 * Returns the pages of a list, and a function that reads them again from the top. A new query starts at the top.
 * @param question the query as a text
 * @param answered returns the first page, if it is there already
 */
export function usePages<Row extends Listed>(
  question: string,
  read: ReadPage<Row>,
  answered: () => Page<Row> | undefined = () => undefined,
): [pages: RecordPages<Row>, reload: () => void] {
  const [, render] = useState({});
  const [attempt, setAttempt] = useState(0);
  const reload = () => setAttempt((count) => count + 1);
  const pages = useMemo(() => new RecordPages<Row>(read, () => render({}), answered()), [question, attempt]);
  useEffect(() => {
    pages.show(0, 1);
    return () => pages.close();
  }, [pages]);
  useEffect(() => {
    // The cursor belongs to another list, because the order has changed, so the list is read from the top.
    if (!isStaleCursor(pages.error)) return;
    announce(t("list.reloaded"));
    scrollTo(0, 0);
    reload();
  }, [pages.error]);
  return [pages, reload];
}

function isStaleCursor(error: unknown): boolean {
  const errors = (error as { body?: { errors?: object } } | null)?.body?.errors;
  return errors !== undefined && "cursor" in errors;
}
