import { NARROW, useMedia } from "../../state/media.ts";
import type { ComponentChildren, JSX } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShortcut } from "../../state/shortcut.ts";
import { t } from "../../text/text.ts";
import {
  type Listed,
  type PagedRow,
  type RecordPages,
  type Selected,
  selectRange,
  toggleRow,
} from "./record-pages.ts";
import { useDrawnRows, useWindow } from "./use-drawn-rows.tsx";

interface PagedTableProps<Row extends Listed> {
  label: string;
  pages: RecordPages<Row>;
  /** The counted number of rows. Pages may not have loaded all of them. */
  total?: number | undefined;
  columns: readonly Column[];
  renderRow: (row: PagedRow<Row>) => JSX.Element;
  renderCard: (row: PagedRow<Row>) => JSX.Element;
  /**
   * A row is rendered once for the same row, selection state and this text, so that scrolling renders only the rows
   * that come into view. Absent if rows depend on more.
   */
  looksOf?: (row: Row) => string;
  /** The name of the CSS size with the height of a card. */
  cardSize?: string;
  selection?: Selection<Row>;
  /** The address that Enter on a row opens. */
  hrefOf?: (row: Row) => string;
}

/** A column of a table: its width in CSS, and its heading. */
export interface Column {
  width: string;
  label: ComponentChildren;
  isNumber?: boolean;
  sort?: "ascending" | "descending" | undefined;
}

export function actionsColumn(): Column {
  return { width: "3rem", label: <span class="aloud">{t("column.actions")}</span> };
}

export interface Selection<Row extends Listed> {
  selected: Selected<Row>;
  onSelect: (selected: Selected<Row>) => void;
  isFor?: (row: Row) => boolean;
}

/** The number of rows that are drawn before the size of the list is known. */
const FIRST_SKELETONS = 12;

/** A table of up to a million rows, of which about a hundred are in the page; cards on a phone. */
export function PagedTable<Row extends Listed>(props: PagedTableProps<Row>) {
  const { pages, selection, columns, cardSize = "--card" } = props;
  const width = columns.length + (selection === undefined ? 0 : 1);
  const isNarrow = useMedia(NARROW);
  const box = useRef<HTMLDivElement>(null);
  const rowPx = useSize(isNarrow ? cardSize : "--row");
  const skeletons = pages.isComplete || pages.error !== null ? 0 : FIRST_SKELETONS;
  const count = pages.count + skeletons;
  const window = useWindow(box, { count, rowPx });
  const { from, to } = window;
  useEffect(() => pages.show(from, to));
  const focusRow = useRowFocus(box, pages, rowPx);
  const select = useSelecting(pages, selection);
  useListKeys({ ...props, box, focusRow, select });
  const rows = useDrawnRows<Row>({
    window,
    isNarrow,
    looksOf: props.looksOf,
    rowAt: (index) => {
      const row = pages.rowAt(index);
      if (row === undefined) return undefined;
      const isSelected = selection?.selected.has(row.id) ?? false;
      return { index, row, isSelected, onToggle: (isRange) => select(index, isRange) };
    },
    draw: isNarrow ? props.renderCard : props.renderRow,
    drawSkeleton: (key, isLate) =>
      isNarrow ? (
        <SkeletonCard key={key} isLate={isLate} />
      ) : (
        <SkeletonRow key={key} isLate={isLate} columns={width} />
      ),
  });
  const before = from * rowPx;
  const after = (count - to) * rowPx;
  if (isNarrow) {
    return (
      <div class="table-box">
        <div ref={box}>
          <ul aria-label={props.label} style={{ paddingBlock: `${before}px ${after}px` }}>
            {rows}
          </ul>
        </div>
      </div>
    );
  }
  return (
    <div class="table-box">
      <table class="table" aria-label={props.label} aria-rowcount={props.total ?? -1}>
        <TableHead columns={columns}>
          {selection !== undefined && <SelectLoaded pages={pages} selection={selection} />}
        </TableHead>
        <tbody ref={box as never}>
          <Spacer height={before} columns={width} />
          {rows}
          <Spacer height={after} columns={width} />
        </tbody>
      </table>
    </div>
  );
}

/** @param props.children the heading of a column before the others */
function TableHead({ columns, children }: { columns: readonly Column[]; children: ComponentChildren }) {
  return (
    <>
      <colgroup>
        {children && <col style={{ inlineSize: "2.75rem" }} />}
        {columns.map(({ width }, index) => (
          <col key={index} style={{ inlineSize: width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {children}
          {columns.map(({ label, isNumber, sort }, index) => (
            <th key={index} scope="col" class={isNumber ? "number" : ""} aria-sort={sort}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

function SelectLoaded<Row extends Listed>({
  pages,
  selection: { selected, onSelect, isFor = () => true },
}: {
  pages: RecordPages<Row>;
  selection: Selection<Row>;
}) {
  const rows = pages.loaded().filter(isFor);
  const isAll = selected.size > 0 && rows.every(({ id }) => selected.has(id));
  return (
    <th scope="col">
      <input
        type="checkbox"
        aria-label={t("list.selectLoaded")}
        checked={isAll}
        onChange={() => onSelect(isAll ? new Map() : new Map(rows.map((row) => [row.id, row])))}
      />
    </th>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" style={{ blockSize: `${height}px` }}>
      <td colSpan={columns} style={{ border: 0, padding: 0 }} />
    </tr>
  );
}

/** @param isLate whether the row is drawn in one of the next frames, and nothing is loading */
function SkeletonRow({ columns, isLate }: { columns: number; isLate: boolean }) {
  return (
    <tr aria-hidden="true" data-row="">
      <td colSpan={columns}>
        <span class={isLate ? "skeleton skeleton-still" : "skeleton"} style={{ blockSize: "1rem" }} />
      </td>
    </tr>
  );
}

function SkeletonCard({ isLate }: { isLate: boolean }) {
  return (
    <li class="row-card" aria-hidden="true">
      <span
        class={`skeleton row-card-title${isLate ? " skeleton-still" : ""}`}
        style={{ blockSize: "1rem" }}
      />
    </li>
  );
}

/**
 * Returns a function that toggles the selection of a row; with shift held, of all rows since the last selected one.
 * The function is stable, so that rendered rows can keep it.
 */
function useSelecting<Row extends Listed>(pages: RecordPages<Row>, selection: Selection<Row> | undefined) {
  const last = useRef(-1);
  const latest = useRef({ pages, selection });
  latest.current = { pages, selection };
  return useMemo(
    () => (index: number, isRange: boolean) => {
      const { pages: shown, selection: current } = latest.current;
      const row = shown.rowAt(index);
      if (row === undefined || current === undefined || current.isFor?.(row) === false) return;
      const { selected, onSelect } = current;
      const isFrom = isRange && last.current >= 0 && selected.size > 0;
      onSelect(
        isFrom ? selectRange(selected, shown, last.current, index, current.isFor) : toggleRow(selected, row),
      );
      last.current = index;
    },
    [],
  );
}

function useSize(name: string): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
}

/** Returns a function that puts the focus on the link of a row, and scrolls to it first if it is not drawn. */
function useRowFocus<Row extends Listed>(
  box: { current: HTMLElement | null },
  pages: RecordPages<Row>,
  rowPx: number,
) {
  const [wanted, setWanted] = useState<number | null>(null);
  // Focuses at once if possible, because fast key presses come before the next frame.
  const focus = (row: number) => {
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${row}"] :is(a, button)`);
    link?.focus();
    link?.scrollIntoView({ block: "nearest" });
    return link !== null && link !== undefined;
  };
  useEffect(() => {
    if (wanted !== null && focus(wanted)) setWanted(null);
  });
  return (index: number) => {
    const row = Math.max(0, Math.min(index, pages.count - 1));
    if (focus(row)) return;
    scrollTo(0, scrollY + (box.current?.getBoundingClientRect().top ?? 0) + (row - 4) * rowPx);
    setWanted(row);
  };
}

type KeysProps<Row extends Listed> = PagedTableProps<Row> & {
  box: { current: HTMLElement | null };
  focusRow: (index: number) => void;
  select: (index: number, isRange: boolean) => void;
};

function useListKeys<Row extends Listed>({
  pages,
  selection,
  hrefOf,
  box,
  focusRow,
  select,
}: KeysProps<Row>) {
  const { route } = useLocation();
  const current = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    return row && box.current?.contains(row) ? Number(row.dataset["row"]) : -1;
  };
  const open = () => {
    const row = pages.rowAt(current());
    if (row !== undefined && hrefOf !== undefined) route(hrefOf(row));
  };
  useShortcut("j", "shortcut.next", () => focusRow(current() + 1));
  useShortcut("k", "shortcut.previous", () => focusRow(current() - 1));
  useShortcut("x", "shortcut.select", selection && (() => select(current(), false)));
  useShortcut("X", "shortcut.selectRange", selection && (() => select(current(), true)));
  useShortcut("Escape", "shortcut.clear", selection && (() => selection.onSelect(new Map())));
  useShortcut("e", "shortcut.edit", hrefOf && open);
}
