import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useShortcut } from "../../state/shortcut.ts";
import { t, type TextKey } from "../../text/text.ts";
import type { Listed, RecordPages } from "./record-pages.ts";
import { selectRange, toggleRow, type Selected } from "./select-range.ts";
import { useWindow } from "./use-window.ts";

/** A row as it is drawn. */
export interface PagedRow<Row extends Listed> {
  /** In the whole list, from 0. */
  index: number;
  row: Row;
  isSelected: boolean;
  /** @param isRange whether shift was held: all rows since the last one are meant */
  onToggle: (isRange: boolean) => void;
}

interface PagedTableProps<Row extends Listed> {
  label: string;
  pages: RecordPages<Row>;
  /** As counted; pages may not have come so far. */
  total?: number | undefined;
  /** Rows are cards on a phone. */
  isNarrow: boolean;
  /** Of the columns. */
  widths: readonly string[];
  /** The cells of the heading. */
  head: ComponentChildren;
  renderRow: (row: PagedRow<Row>) => JSX.Element;
  renderCard: (row: PagedRow<Row>) => JSX.Element;
  /**
   * What a row looks like depends on nothing but the row, whether it is selected, and this text: it is drawn once, so
   * that a scrolled list makes those rows only that come into view. Absent where more has a say.
   */
  looksOf?: (row: Row) => string;
  /** The size of the style that a card is high. */
  cardSize?: string;
  /** Absent where rows cannot be selected. */
  selection?: Selection<Row>;
  /** Where Enter on a row leads. */
  hrefOf?: (row: Row) => string;
}

export interface Selection<Row extends Listed> {
  selected: Selected<Row>;
  onSelect: (selected: Selected<Row>) => void;
  /** Rows for which it is false have no box. */
  isFor?: (row: Row) => boolean;
}

/** Rows that are drawn before anything is known. */
const FIRST_SKELETONS = 12;

/** A table of a million rows, of which about a hundred are in the page; cards on a phone. */
export function PagedTable<Row extends Listed>(props: PagedTableProps<Row>) {
  const { pages, isNarrow, selection, widths, cardSize = "--card" } = props;
  const box = useRef<HTMLDivElement>(null);
  const rowPx = useSize(isNarrow ? cardSize : "--row");
  const skeletons = pages.isComplete || pages.error !== null ? 0 : FIRST_SKELETONS;
  const count = pages.count + skeletons;
  const { from, to } = useWindow(box, { count, rowPx });
  useEffect(() => pages.show(from, to));
  const focusRow = useRowFocus(box, pages, rowPx, from);
  const select = useSelecting(pages, selection);
  const keys = <ListKeys {...props} box={box} focusRow={focusRow} select={select} />;
  const draw = useDrawnRows(props);
  const rows = Array.from({ length: to - from }, (_, offset) => from + offset).map((index) => {
    const row = pages.rowAt(index);
    if (row === undefined) {
      return isNarrow ? <SkeletonCard key={index} /> : <SkeletonRow key={index} columns={widths.length} />;
    }
    const isSelected = selection?.selected.has(row.id) ?? false;
    return draw({ index, row, isSelected, onToggle: (isRange) => select(index, isRange) });
  });
  const before = from * rowPx;
  const after = (count - to) * rowPx;
  if (isNarrow) {
    return (
      <div class="table-box">
        {keys}
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
      {keys}
      <table class="table" aria-label={props.label} aria-rowcount={props.total ?? -1}>
        <colgroup>
          {widths.map((inlineSize, index) => (
            <col key={index} style={{ inlineSize }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>{props.head}</tr>
        </thead>
        <tbody ref={box as never}>
          <Spacer height={before} columns={widths.length} />
          {rows}
          <Spacer height={after} columns={widths.length} />
        </tbody>
      </table>
    </div>
  );
}

/** More than are ever in the page. */
const MAX_DRAWN = 500;

/** Returns what draws a row; one that is as it was is the same node as before. */
function useDrawnRows<Row extends Listed>({
  isNarrow,
  renderRow,
  renderCard,
  looksOf,
}: PagedTableProps<Row>) {
  const drawn = useRef(new Map<number, { looks: string; row: Row; node: JSX.Element }>());
  useMemo(() => drawn.current.clear(), [isNarrow]);
  return (row: PagedRow<Row>): JSX.Element => {
    const looks = `${row.isSelected} ${looksOf?.(row.row)}`;
    const known = drawn.current.get(row.index);
    if (looksOf !== undefined && known?.row === row.row && known.looks === looks) return known.node;
    const node = <Keyed key={row.index}>{isNarrow ? renderCard(row) : renderRow(row)}</Keyed>;
    if (drawn.current.size > MAX_DRAWN) drawn.current.clear();
    drawn.current.set(row.index, { looks, row: row.row, node });
    return node;
  };
}

function Keyed({ children }: { children: JSX.Element }) {
  return children;
}

/** The box in the heading that selects every row that is loaded. */
export function SelectLoaded<Row extends Listed>({
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

function SkeletonRow({ columns }: { columns: number }) {
  return (
    <tr aria-hidden="true" data-row="">
      <td colSpan={columns}>
        <span class="skeleton" style={{ blockSize: "1rem" }} />
      </td>
    </tr>
  );
}

function SkeletonCard() {
  return (
    <li class="row-card" aria-hidden="true">
      <span class="skeleton row-card-title" style={{ blockSize: "1rem" }} />
    </li>
  );
}

/**
 * Returns what selects a row, or takes it out again: with shift held, all rows from the last one that was selected on.
 * It stays the same function, so that a row that was drawn before may keep it.
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
        isFrom
          ? onlyFor(current, selectRange(selected, shown, last.current, index))
          : toggleRow(selected, row),
      );
      last.current = index;
    },
    [],
  );
}

function onlyFor<Row extends Listed>({ isFor }: Selection<Row>, selected: Selected<Row>): Selected<Row> {
  return isFor === undefined ? selected : new Map([...selected].filter(([, row]) => isFor(row)));
}

/** Returns a size in pixels that the style says. */
function useSize(name: string): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
}

/** Returns a function that puts the focus on the link of a row, and scrolls to it first if it is not drawn. */
function useRowFocus<Row extends Listed>(
  box: { current: HTMLElement | null },
  pages: RecordPages<Row>,
  rowPx: number,
  from: number,
) {
  const [wanted, setWanted] = useState<number | null>(null);
  // At once where it can be: keys that are pressed fast come before the next frame.
  const focus = (row: number) => {
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${row}"] :is(a, button)`);
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

type KeysProps<Row extends Listed> = PagedTableProps<Row> & {
  box: { current: HTMLElement | null };
  focusRow: (index: number) => void;
  select: (index: number, isRange: boolean) => void;
};

/** The keys of a list: they move between rows, select and open them. */
function ListKeys<Row extends Listed>({ pages, selection, hrefOf, box, focusRow, select }: KeysProps<Row>) {
  const { route } = useLocation();
  const current = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    return row && box.current?.contains(row) ? Number(row.dataset["row"]) : -1;
  };
  const withRow = (run: (row: Row) => void) => () => {
    const row = pages.rowAt(current());
    if (row !== undefined) run(row);
  };
  return (
    <>
      <Key keys="j" label="shortcut.next" run={() => focusRow(current() + 1)} />
      <Key keys="k" label="shortcut.previous" run={() => focusRow(current() - 1)} />
      {selection !== undefined && (
        <>
          <Key keys="x" label="shortcut.select" run={() => select(current(), false)} />
          <Key keys="X" label="shortcut.selectRange" run={() => select(current(), true)} />
          <Key keys="Escape" label="shortcut.clear" run={() => selection.onSelect(new Map())} />
        </>
      )}
      {hrefOf !== undefined && (
        <Key keys="e" label="shortcut.edit" run={withRow((row) => route(hrefOf(row)))} />
      )}
    </>
  );
}

function Key({ keys, label, run }: { keys: string; label: TextKey; run: () => void }) {
  useShortcut(keys, label, run);
  return null;
}
