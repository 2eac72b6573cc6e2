import type { ComponentChildren } from "preact";
import { useSearch } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { FilterChip } from "../records/facet-panel.tsx";
import { type ClickValue, type Names, sayValue } from "./breakdowns.ts";

interface BarProps {
  chosen: ClickValue | null;
  names: Names | undefined;
  /** Other filters. */
  children?: ComponentChildren;
}

/** The filters, which stay in sight while the lists scroll, and why the lists are not narrowed to a value of clicks. */
export function FilterBar({ chosen, names, children }: BarProps) {
  const search = useSearch();
  return (
    <>
      <div class="filter-bar">
        {children}
        {chosen !== null && (
          <FilterChip
            text={names === undefined ? "…" : sayValue(chosen, names)}
            onRemove={() => search.set({ value: undefined })}
          />
        )}
      </div>
      {chosen !== null && <p class="small muted">{t("stats.valueNote")}</p>}
    </>
  );
}
