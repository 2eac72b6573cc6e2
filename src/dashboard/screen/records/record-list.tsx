import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { LinkRecord } from "../../api/types.ts";
import { useShortcut } from "../../state/shortcut.ts";
import { t } from "../../text/text.ts";
import type { RecordPages } from "./record-pages.ts";
import { selectRange, toggleRecord, type Selection } from "./select-range.ts";
import { RecordCard, RecordRow, SkeletonCard, SkeletonRow, type RowProps } from "./record-row.tsx";
import { SortHeader } from "./sort-header.tsx";
import { useWindow } from "./use-window.ts";

interface ListProps {
  pages: RecordPages;
  /** As counted; pages may not have come so far. */
  total: number | undefined;
  isNarrow: boolean;
  sort: string;
  openId: string | undefined;
  selected: Selection;
  onSelect: (selected: Selection) => void;
  hrefOf: (record: LinkRecord) => string;
}

/** Rows that are drawn before anything is known. */
const FIRST_SKELETONS = 12;

/** A table of a million rows, of which about a hundred are in the page; cards on a phone. */
export function RecordList(props: ListProps) {
  const { pages, isNarrow, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const rowPx = useRowHeight(isNarrow);
  const skeletons = pages.isComplete || pages.error !== null ? 0 : FIRST_SKELETONS;
  const count = pages.count + skeletons;
  const { from, to } = useWindow(box, { count, rowPx });
  useEffect(() => pages.show(from, to));
  const focusRow = useRowFocus(box, pages, rowPx, from);
  const select = useSelecting(props);
  useListShortcuts(props, box, focusRow, select);
  const draw = useDrawnRows(isNarrow);
  const latest = useRef(select);
  latest.current = select;
  const rows = Array.from({ length: to - from }, (_, offset): RowProps => {
    const index = from + offset;
    const record = pages.rowAt(index);
    return {
      index,
      record,
      href: record === undefined ? "" : props.hrefOf(record),
      isSelected: record !== undefined && selected.has(record.id),
      isOpen: record !== undefined && record.id === props.openId,
      onToggle: (isRange) => latest.current(index, isRange),
    };
  });
  const before = from * rowPx;
  const after = (count - to) * rowPx;
  if (isNarrow) {
    return (
      <div class="table-box">
        <div ref={box}>
          <ul style={{ paddingBlock: `${before}px ${after}px` }}>{rows.map(draw)}</ul>
        </div>
      </div>
    );
  }
  return (
    <div class="table-box">
      <table class="table" aria-label={t("records.table")} aria-rowcount={props.total ?? -1}>
        <Columns />
        <TableHead {...props} />
        <tbody ref={box as never}>
          <Spacer height={before} />
          {rows.map(draw)}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  );
}

/**
 * Returns what draws a row. A row that is as it was is the same node as before, so that a scrolled list only makes the
 * rows that come into view.
 */
function useDrawnRows(isNarrow: boolean): (row: RowProps) => JSX.Element {
  const drawn = useRef(new Map<number, { row: RowProps; node: JSX.Element }>());
  const [Row, Empty] = isNarrow ? [RecordCard, SkeletonCard] : [RecordRow, SkeletonRow];
  useMemo(() => drawn.current.clear(), [isNarrow]);
  return (row) => {
    const known = drawn.current.get(row.index);
    if (known !== undefined && isSame(known.row, row)) return known.node;
    const node = row.record === undefined ? <Empty key={row.index} /> : <Row key={row.index} {...row} />;
    if (drawn.current.size > MAX_DRAWN) drawn.current.clear();
    drawn.current.set(row.index, { row, node });
    return node;
  };
}

/** More than are ever in the page. */
const MAX_DRAWN = 500;

function isSame(a: RowProps, b: RowProps): boolean {
  return a.record === b.record && a.href === b.href && a.isSelected === b.isSelected && a.isOpen === b.isOpen;
}

const WIDTHS = ["2.75rem", "27%", "auto", "4rem", "16%", "5.5rem", "7rem", "3rem"];

function Columns() {
  return (
    <colgroup>
      {WIDTHS.map((inlineSize, index) => (
        <col key={index} style={{ inlineSize }} />
      ))}
    </colgroup>
  );
}

function TableHead({ sort, pages, selected, onSelect }: ListProps) {
  const isAll = selected.size > 0 && pages.loaded().every(({ id }) => selected.has(id));
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <input
            type="checkbox"
            aria-label={t("records.selectShown")}
            checked={isAll}
            onChange={() =>
              onSelect(isAll ? new Map() : new Map(pages.loaded().map((record) => [record.id, record])))
            }
          />
        </th>
        <th scope="col">{t("column.source")}</th>
        <th scope="col">{t("column.destination")}</th>
        <th scope="col">{t("column.type")}</th>
        <th scope="col">{t("column.state")}</th>
        <SortHeader field="total_clicks" sort={sort} label={t("column.clicks")} isNumber />
        <SortHeader field="updated_at" sort={sort} label={t("column.changed")} />
        <th scope="col">
          <span class="aloud">{t("column.actions")}</span>
        </th>
      </tr>
    </thead>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" style={{ blockSize: `${height}px` }}>
      <td colSpan={WIDTHS.length} style={{ border: 0, padding: 0 }} />
    </tr>
  );
}

/** Returns the height of a row, which the style says. */
function useRowHeight(isNarrow: boolean): number {
  return Number.parseFloat(
    getComputedStyle(document.documentElement).getPropertyValue(isNarrow ? "--card" : "--row"),
  );
}

/** Returns a function that puts the focus on the link of a row, and scrolls to it first if it is not drawn. */
function useRowFocus(box: { current: HTMLElement | null }, pages: RecordPages, rowPx: number, from: number) {
  const [wanted, setWanted] = useState<number | null>(null);
  // At once where it can be: keys that are pressed fast come before the next frame.
  const focus = (row: number) => {
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${row}"] a`);
    link?.focus();
    link?.scrollIntoView({ block: "nearest" });
    return link !== null && link !== undefined;
  };
  useEffect(() => {
    if (wanted !== null && focus(wanted)) setWanted(null);
  }, [wanted, from, pages.count]);
  return (index: number) => {
    const row = Math.max(0, Math.min(index, pages.count - 1));
    if (focus(row)) return;
    scrollTo(0, scrollY + (box.current?.getBoundingClientRect().top ?? 0) + (row - 4) * rowPx);
    setWanted(row);
  };
}

/**
 * Returns what selects a row, or takes it out again: with shift held, all rows from the last one that was selected on.
 */
function useSelecting({ pages, selected, onSelect }: ListProps) {
  const last = useRef(-1);
  return (index: number, isRange: boolean) => {
    const record = pages.rowAt(index);
    if (record === undefined) return;
    const isFrom = isRange && last.current >= 0 && selected.size > 0;
    onSelect(isFrom ? selectRange(selected, pages, last.current, index) : toggleRecord(selected, record));
    last.current = index;
  };
}

/** The keys of a list: they move between rows, select and open them. */
function useListShortcuts(
  { pages, onSelect, hrefOf }: ListProps,
  box: { current: HTMLElement | null },
  focusRow: (index: number) => void,
  select: (index: number, isRange: boolean) => void,
): void {
  const { route } = useLocation();
  const current = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    return row && box.current?.contains(row) ? Number(row.dataset["row"]) : -1;
  };
  const withRecord = (run: (record: LinkRecord) => void) => {
    const record = pages.rowAt(current());
    if (record !== undefined) run(record);
  };
  useShortcut("j", "shortcut.next", () => focusRow(current() + 1));
  useShortcut("k", "shortcut.previous", () => focusRow(current() - 1));
  useShortcut("x", "shortcut.select", () => select(current(), false));
  useShortcut("X", "shortcut.selectRange", () => select(current(), true));
  useShortcut("e", "shortcut.edit", () => withRecord((record) => route(hrefOf(record))));
  useShortcut("Escape", "shortcut.clear", () => onSelect(new Map()));
}
