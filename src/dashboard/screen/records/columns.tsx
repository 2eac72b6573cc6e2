import { useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { LinkRecord } from "../../api/types.ts";
import { IconButton } from "../../component/button.tsx";
import { Menu } from "../../component/menu.tsx";
import { MiddleCut } from "../../component/middle-cut.tsx";
import { Ago } from "../../component/moment.tsx";
import type { Search } from "../../state/page.tsx";
import { readLocal, writeLocal } from "../../state/local-value.ts";
import { sayNumber, t, type TextKey } from "../../text/text.ts";
import { Destination, RecordChips } from "./record-parts.tsx";
import type { Column } from "./paged-table.tsx";

/** The columns of the list of records that a person chooses. The short URL comes first, and the actions last. */

interface RecordColumn {
  label: TextKey;
  /** In CSS. The columns with `auto` share the room that the others leave. */
  width: string;
  isNumber?: boolean;
  /** The field of the API that the column sorts by. */
  sort?: string;
  cell: (record: LinkRecord) => ComponentChildren;
}

export const COLUMNS = {
  destination: {
    label: "field.destination",
    width: "auto",
    cell: (record) => <Destination record={record} />,
  },
  state: { label: "column.state", width: "10rem", cell: (record) => <RecordChips record={record} /> },
  title: { label: "field.title", width: "12rem", cell: ({ title }) => <MiddleCut text={title} /> },
  type: { label: "field.type", width: "4rem", cell: ({ type }) => t(`type.short.${type}`) },
  clicks: {
    label: "stat.clicks",
    width: "5rem",
    isNumber: true,
    sort: "total_clicks",
    cell: ({ total_clicks }) => sayNumber(total_clicks),
  },
  before: {
    label: "field.clicks_before",
    width: "6.5rem",
    isNumber: true,
    cell: ({ clicks_before }) => sayNumber(clicks_before),
  },
  created: {
    label: "column.created",
    width: "6.5rem",
    sort: "id",
    cell: ({ created_at }) => <Age at={created_at} />,
  },
  changed: {
    label: "column.changed",
    width: "6.5rem",
    sort: "updated_at",
    cell: ({ updated_at }) => <Age at={updated_at} />,
  },
} satisfies Record<string, RecordColumn>;
export type ColumnName = keyof typeof COLUMNS;

const NAMES = Object.keys(COLUMNS) as ColumnName[];
const USUAL: readonly ColumnName[] = ["destination", "state", "clicks", "changed"];
const KEY = "signpost.columns";

function Age({ at }: { at: string }) {
  return (
    <span class="cut muted">
      <Ago at={at} />
    </span>
  );
}

/** The columns of this browser, in their order, and what changes them. */
export function useColumns() {
  const [shown, setShown] = useState<readonly ColumnName[]>(readColumns);
  const set = (next: readonly ColumnName[]) => {
    writeLocal(KEY, next);
    setShown(next);
  };
  return { shown, set };
}

function readColumns(): readonly ColumnName[] {
  const kept = readLocal<unknown>(KEY);
  if (!Array.isArray(kept)) return USUAL;
  return NAMES.filter((name) => kept.includes(name)).toSorted((a, b) => kept.indexOf(a) - kept.indexOf(b));
}

export function toColumn(name: ColumnName, search: Search): Column {
  const { label, width, isNumber = false, sort }: RecordColumn = COLUMNS[name];
  const heading = t(label);
  return { width, isNumber, ...(sort === undefined ? { label: heading } : sorting(sort, heading, search)) };
}

/** Returns the heading of a column that sorts: first descending, then ascending, then in the default order. */
function sorting(field: string, label: string, search: Search): Omit<Column, "width"> {
  const sort = search.values["sort"];
  const isDown = sort === `-${field}`;
  const isSorted = isDown || sort === field;
  return {
    sort: isSorted ? (isDown ? "descending" : "ascending") : undefined,
    label: (
      <button
        type="button"
        onClick={() => search.set({ sort: isDown ? field : isSorted ? undefined : `-${field}` })}
      >
        {label}
        {isSorted && <span aria-hidden="true">{isDown ? " ↓" : " ↑"}</span>}
      </button>
    ),
  };
}

/** Chooses the columns and their order. */
export function ColumnMenu({ shown, set }: ReturnType<typeof useColumns>) {
  const hidden = NAMES.filter((name) => !shown.includes(name));
  const list = useRef<HTMLUListElement>(null);
  /** What was used keeps the focus, although its row has moved; a button that is disabled now gives it to the other one. */
  const setAndFocus = (next: readonly ColumnName[], name: ColumnName, control: string) => {
    set(next);
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-column="${name}"]`);
      const wanted = row?.querySelector<HTMLElement>(`${control}:not(:disabled)`);
      (wanted ?? row?.querySelector<HTMLElement>("input, button:not(:disabled)"))?.focus();
    });
  };
  const move = (index: number, by: number) => {
    const name = shown[index];
    const next = [...shown];
    next.splice(index + by, 0, ...next.splice(index, 1));
    if (name !== undefined) setAndFocus(next, name, by < 0 ? "button:first-of-type" : "button:last-of-type");
  };
  return (
    <Menu label={t("columns.title")} button={t("columns.title")} buttonClass="button">
      <ul ref={list} class="column-list" aria-label={t("columns.title")}>
        {[...shown, ...hidden].map((name) => {
          const index = shown.indexOf(name);
          const label = t(COLUMNS[name].label);
          return (
            <li key={name} class="line-apart" data-column={name}>
              <label class="line">
                <input
                  type="checkbox"
                  checked={index >= 0}
                  onChange={() =>
                    setAndFocus(index >= 0 ? shown.toSpliced(index, 1) : [...shown, name], name, "input")
                  }
                />
                {label}
              </label>
              {index >= 0 && (
                <span class="line">
                  <IconButton
                    icon="up"
                    label={t("columns.earlier", { name: label })}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    icon="down"
                    label={t("columns.later", { name: label })}
                    disabled={index === shown.length - 1}
                    onClick={() => move(index, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Menu>
  );
}
