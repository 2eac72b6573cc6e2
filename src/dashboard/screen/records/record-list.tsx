import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { LinkRecord } from "../../api/types.ts";
import { useShortcut } from "../../state/shortcut.ts";
import { t } from "../../text/text.ts";
import type { RecordPages } from "./record-pages.ts";
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
  selected: ReadonlyMap<string, LinkRecord>;
  onSelect: (selected: ReadonlyMap<string, LinkRecord>) => void;
  hrefOf: (record: LinkRecord) => string;
}

/** Rows that are drawn before anything is known. */
const FIRST_SKELETONS = 12;

/** A table of a million rows, of which about a hundred are in the page; cards on a phone. */
export function RecordList(props: ListProps) {
  const { pages, isNarrow, selected, onSelect } = props;
  const box = useRef<HTMLDivElement>(null);
  const rowPx = useRowHeight(isNarrow);
  const skeletons = pages.isComplete || pages.error !== null ? 0 : FIRST_SKELETONS;
  const count = pages.count + skeletons;
  const { from, to } = useWindow(box, { count, rowPx });
  useEffect(() => pages.show(from, to));
  const focusRow = useRowFocus(box, pages, rowPx, from);
  useListShortcuts(props, box, focusRow);
  const rows = Array.from({ length: to - from }, (_, offset): RowProps => {
    const index = from + offset;
    const record = pages.rowAt(index);
    return {
      index,
      record,
      href: record === undefined ? "" : props.hrefOf(record),
      isSelected: record !== undefined && selected.has(record.id),
      isOpen: record !== undefined && record.id === props.openId,
      onToggle: () => record !== undefined && onSelect(toggle(selected, record)),
    };
  });
  const before = from * rowPx;
  const after = (count - to) * rowPx;
  if (isNarrow) {
    return (
      <div class="table-box">
        <div ref={box}>
          <ul style={{ paddingBlock: `${before}px ${after}px` }}>
            {rows.map((row) =>
              row.record === undefined ? (
                <SkeletonCard key={row.index} />
              ) : (
                <RecordCard key={row.index} {...row} />
              ),
            )}
          </ul>
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
          {rows.map((row) =>
            row.record === undefined ? (
              <SkeletonRow key={row.index} />
            ) : (
              <RecordRow key={row.index} {...row} />
            ),
          )}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  );
}

const WIDTHS = ["2.75rem", "27%", "auto", "4.5rem", "20%", "5.5rem", "8rem", "3rem"];

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
  const isAll = selected.size > 0 && loadedRows(pages).every(({ id }) => selected.has(id));
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <input
            type="checkbox"
            aria-label={t("records.selectShown")}
            checked={isAll}
            onChange={() =>
              onSelect(isAll ? new Map() : new Map(loadedRows(pages).map((record) => [record.id, record])))
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

function loadedRows(pages: RecordPages): LinkRecord[] {
  return Array.from({ length: pages.count }, (_, index) => pages.rowAt(index)).filter(
    (record) => record !== undefined,
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" style={{ blockSize: `${height}px` }}>
      <td colSpan={WIDTHS.length} style={{ border: 0, padding: 0 }} />
    </tr>
  );
}

function toggle(
  selected: ReadonlyMap<string, LinkRecord>,
  record: LinkRecord,
): ReadonlyMap<string, LinkRecord> {
  const next = new Map(selected);
  if (!next.delete(record.id)) next.set(record.id, record);
  return next;
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
  useEffect(() => {
    if (wanted === null) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] a`);
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

/** The keys of a list: they move between rows, select and open them. */
function useListShortcuts(
  { pages, selected, onSelect, hrefOf }: ListProps,
  box: { current: HTMLElement | null },
  focusRow: (index: number) => void,
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
  useShortcut("x", "shortcut.select", () => withRecord((record) => onSelect(toggle(selected, record))));
  useShortcut("e", "shortcut.edit", () => withRecord((record) => route(hrefOf(record))));
  useShortcut("Escape", "shortcut.clear", () => onSelect(new Map()));
}
