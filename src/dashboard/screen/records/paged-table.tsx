import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useShortcut } from "../../state/shortcut.ts";
import { t, type TextKey } from "../../text/text.ts";
import type { Listed, RecordPages } from "./record-pages.ts";
import { useWindow } from "./use-window.ts";

/** A row as it is drawn. */
export interface PagedRow<Row extends Listed> {
  /** In the whole list, from 0. */
  index: number;
  row: Row;
  isSelected: boolean;
  onToggle: () => void;
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
  /** The size of the style that a card is high. */
  cardSize?: string;
  /** Absent where rows cannot be selected. */
  selection?: Selection<Row>;
  /** Where Enter on a row leads. */
  hrefOf?: (row: Row) => string;
}

export interface Selection<Row extends Listed> {
  selected: ReadonlyMap<string, Row>;
  onSelect: (selected: ReadonlyMap<string, Row>) => void;
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
  const keys = <ListKeys {...props} box={box} focusRow={focusRow} />;
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset);
  const render = (index: number) => {
    const row = pages.rowAt(index);
    if (row === undefined) return isNarrow ? <SkeletonCard /> : <SkeletonRow columns={widths.length} />;
    const isSelected = selection?.selected.has(row.id) ?? false;
    const drawn = { index, row, isSelected, onToggle: () => toggle(selection, row) };
    return isNarrow ? props.renderCard(drawn) : props.renderRow(drawn);
  };
  const rows = indexes.map((index) => <Keyed key={index}>{render(index)}</Keyed>);
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
  const rows = loadedRows(pages).filter(isFor);
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

function loadedRows<Row extends Listed>(pages: RecordPages<Row>): Row[] {
  return Array.from({ length: pages.count }, (_, index) => pages.rowAt(index)).filter(
    (row) => row !== undefined,
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

function toggle<Row extends Listed>(selection: Selection<Row> | undefined, row: Row): void {
  if (selection === undefined || selection.isFor?.(row) === false) return;
  const next = new Map(selection.selected);
  if (!next.delete(row.id)) next.set(row.id, row);
  selection.onSelect(next);
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
  useEffect(() => {
    if (wanted === null) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] :is(a, button)`);
    if (link === null || link === undefined) return;
    link.focus();
    link.scrollIntoView({ block: "nearest" });
    setWanted(null);
  }, [wanted, from, pages.count]);
  return (index: number) => {
    const row = Math.max(0, Math.min(index, pages.count - 1));
    const isDrawn = box.current?.querySelector(`[data-row="${row}"]`) !== null;
    if (!isDrawn) scrollTo(0, scrollY + (box.current?.getBoundingClientRect().top ?? 0) + (row - 4) * rowPx);
    setWanted(row);
  };
}

type KeysProps<Row extends Listed> = PagedTableProps<Row> & {
  box: { current: HTMLElement | null };
  focusRow: (index: number) => void;
};

/** The keys of a list: they move between rows, select and open them. */
function ListKeys<Row extends Listed>({ pages, selection, hrefOf, box, focusRow }: KeysProps<Row>) {
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
          <Key keys="x" label="shortcut.select" run={withRow((row) => toggle(selection, row))} />
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
