import { useSearch } from "../../state/search.ts";

interface SortProps {
  /** The name of the field in the API. */
  field: string;
  /** The present order of the list, in the notation of the API. */
  sort: string;
  label: string;
  isNumber?: boolean;
}

/** A heading that sorts: first descending, then ascending, then in the default order. */
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
