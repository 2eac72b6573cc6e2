import { useSearch } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { FilterChip } from "../records/facet-panel.tsx";
import { type ClickValue, type Names, sayValue } from "./breakdowns.ts";

/** The value to which the clicks over time are narrowed, and why the lists below are not. */
export function ChosenValue({ chosen, names }: { chosen: ClickValue; names: Names | undefined }) {
  const search = useSearch();
  return (
    <div class="stack-small">
      <div class="line">
        <FilterChip
          text={names === undefined ? "…" : sayValue(chosen, names)}
          onRemove={() => search.set({ value: undefined })}
        />
      </div>
      <p class="small muted">{t("stats.valueNote")}</p>
    </div>
  );
}
