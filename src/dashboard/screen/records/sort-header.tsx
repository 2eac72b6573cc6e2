import { useSearch } from "../../state/search.ts";

interface SortProps {
  /** As the API names it. */
  field: string;
  /** The order of the list now, as the API writes it. */
  sort: string;
  label: string;
  isNumber?: boolean;
}

/** A heading that sorts: first the largest or newest, then the other way round, then as it was. */
export function SortHeader({ field, sort, label, isNumber = false }: SortProps) {
  const search = useSearch();
  const isSorted = sort === field || sort === `-${field}`;
  const next = sort === `-${field}` ? field : sort === field ? undefined : `-${field}`;
  return (
    <th
      scope="col"
      class={isNumber ? "number" : ""}
      aria-sort={isSorted ? (sort.startsWith("-") ? "descending" : "ascending") : undefined}
    >
      <button type="button" onClick={() => search.set({ sort: next })}>
        {label}
        {isSorted && <span aria-hidden="true">{sort.startsWith("-") ? " ↓" : " ↑"}</span>}
      </button>
    </th>
  );
}
